/** For tests: features by chance, the same in every run. */
import { type Affine, moved } from './affine.ts';
import type { LocalFeature } from './local-features.ts';

/** Park and Miller's numbers, from 0 to 1. */
export const chance = (seed: number) => () => {
  seed = (seed * 48271) % 2147483647;
  return seed / 2147483647;
};

export const someFeatures = (count: number, seed: number): LocalFeature[] => {
  const next = chance(seed);
  return Array.from({ length: count }, () => ({
    x: next(),
    y: next(),
    size: 0.01 + next() / 50,
    angle: 6.28 * next(),
    bits: Uint8Array.from({ length: 16 }, () => 256 * next()),
  }));
};

/** The same spots seen from elsewhere; of each description a few bits are different. */
export const seenAs = (features: readonly LocalFeature[], place: Affine): LocalFeature[] => {
  const next = chance(7);
  return features.map((feature) => {
    const bits = Uint8Array.from(feature.bits);
    for (let flip = 0; flip < 8; flip++) bits[Math.floor(16 * next())]! ^= 1 << Math.floor(8 * next());
    const size = feature.size * Math.hypot(place.a, place.d);
    return {
      ...feature,
      ...moved(place, feature),
      size,
      angle: feature.angle + Math.atan2(place.d, place.a),
      bits,
    };
  });
};
