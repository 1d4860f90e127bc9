/**
 * Where a close-up lies on a wider photo. Spots that look alike on both are paired; then the way to lay one photo onto the
 * other is sought that most pairs agree on. No chance is involved: every pair proposes one, by its size and its angle.
 */
import { type Affine, areaGrowth, fittedTo, moved, type Pair, similarity, stretch } from './affine.ts';
import { type LocalFeature, type LocalFeatures, unpacked, WORDS } from './local-features.ts';
import {
  FITS_CLOSELY,
  FITS_ROUGHLY,
  LEAST_PAIRS,
  MOST_ENLARGED,
  MOST_STRETCH,
  MOST_TURN,
  NEXT_BEST,
  OVERLAID,
  SAME_ANGLE,
  SAME_SIZE,
} from './tuning.ts';

/** `place` takes a point of the close-up to the other photo, both in shares of their longer sides. */
export type FeatureMatch = { place: Affine; pairs: Pair[] };

type Correspondence = Pair & { scale: number; turn: number };

const TURN = 2 * Math.PI;
/** Between -π and π. */
const turned = (angle: number) => angle - TURN * Math.round(angle / TURN);

const wordsOf = (features: readonly LocalFeature[]): Int32Array => {
  const words = new Int32Array(features.length * WORDS);
  for (const [index, { bits }] of features.entries())
    for (let word = 0; word < WORDS; word++)
      words[index * WORDS + word] = Buffer.from(bits).readInt32LE(4 * word);
  return words;
};

const pairsOfBits = (word: number) => {
  const twos = word - ((word >>> 1) & 0x55555555);
  return (twos & 0x33333333) + ((twos >>> 2) & 0x33333333);
};

const bytesOf = (one: number, two: number) => {
  const fours = pairsOfBits(one) + pairsOfBits(two);
  return (fours & 0x0f0f0f0f) + ((fours >>> 4) & 0x0f0f0f0f);
};

/** How many of the bits differ. */
const distance = (a: Int32Array, i: number, b: Int32Array, j: number) =>
  Math.imul(
    bytesOf(a[i]! ^ b[j]!, a[i + 1]! ^ b[j + 1]!) + bytesOf(a[i + 2]! ^ b[j + 2]!, a[i + 3]! ^ b[j + 3]!),
    0x01010101,
  ) >>> 24;

/** Each of the first with the one of the others that is nearest to it and to which it is nearest; -1 where that is in doubt. */
const nearest = (one: Int32Array, other: Int32Array): Int32Array => {
  const [n, m] = [one.length / WORDS, other.length / WORDS];
  const found = new Int32Array(n).fill(-1);
  const least = new Int32Array(m).fill(WORDS * 32 + 1);
  const nearestTo = new Int32Array(m).fill(-1);
  for (let i = 0; i < n; i++) {
    let [best, second, at] = [WORDS * 32 + 1, WORDS * 32 + 1, -1];
    for (let j = 0; j < m; j++) {
      const apart = distance(one, i * WORDS, other, j * WORDS);
      if (apart < best) {
        second = best;
        best = apart;
        at = j;
      } else if (apart < second) second = apart;
      if (apart < least[j]!) {
        least[j] = apart;
        nearestTo[j] = i;
      }
    }
    if (best <= NEXT_BEST * second) found[i] = at;
  }
  return found.map((at, i) => (at >= 0 && nearestTo[at] === i ? at : -1));
};

const correspondencesOf = (
  closeUp: readonly LocalFeature[],
  other: readonly LocalFeature[],
): Correspondence[] =>
  [...nearest(wordsOf(closeUp), wordsOf(other)).entries()].flatMap(([i, j]) => {
    const [from, to] = [closeUp[i]!, other[j]];
    // A camera writes the date at the same place of every photo.
    if (!to || Math.hypot(to.x - from.x, to.y - from.y) <= OVERLAID) return [];
    return { from, to, scale: to.size / from.size, turn: turned(to.angle - from.angle) };
  });

const agreeing = (correspondences: readonly Correspondence[], place: Affine, within: number) =>
  correspondences.filter(({ from, to }) => {
    const { x, y } = moved(place, from);
    return Math.hypot(x - to.x, y - to.y) <= within;
  });

/** Those that a pair's own size and angle explain. */
const followersOf = (leader: Correspondence, correspondences: readonly Correspondence[]) =>
  agreeing(correspondences, similarity(leader, leader.scale, leader.turn), FITS_ROUGHLY).filter(
    ({ scale, turn }) =>
      Math.abs(Math.log2(scale / leader.scale)) <= SAME_SIZE &&
      Math.abs(turned(turn - leader.turn)) <= SAME_ANGLE,
  );

/** One spot may have several directions, so several features. */
const distinct = (pairs: readonly Correspondence[]): Pair[] => {
  const seen = new Set<string>();
  return pairs.flatMap(({ from, to }) => {
    const names = [`from ${from.x} ${from.y}`, `to ${to.x} ${to.y}`];
    if (names.some((name) => seen.has(name))) return [];
    for (const name of names) seen.add(name);
    return { from: { x: from.x, y: from.y }, to: { x: to.x, y: to.y } };
  });
};

const isPlausible = (place: Affine) =>
  areaGrowth(place) > 0 &&
  areaGrowth(place) <= MOST_ENLARGED ** 2 &&
  stretch(place) <= MOST_STRETCH &&
  Math.abs(Math.atan2(place.d - place.b, place.a + place.e)) <= MOST_TURN;

const matchOf = (closeUp: readonly LocalFeature[], other: readonly LocalFeature[]): FeatureMatch | null => {
  const correspondences = correspondencesOf(closeUp, other);
  const best = correspondences
    .map((leader) => followersOf(leader, correspondences))
    .reduce((most, followers) => (followers.length > most.length ? followers : most), []);
  let place = fittedTo(best);
  for (let round = 0; round < 4 && place; round++)
    place = fittedTo(agreeing(correspondences, place, round === 0 ? FITS_ROUGHLY : FITS_CLOSELY));
  if (!place || !isPlausible(place)) return null;
  const pairs = distinct(agreeing(correspondences, place, FITS_CLOSELY));
  return pairs.length >= LEAST_PAIRS ? { place, pairs } : null;
};

/** The place on each of the others; null where too few spots agree. */
export const matchFeatures = (
  closeUp: LocalFeatures,
  others: readonly LocalFeatures[],
): (FeatureMatch | null)[] => {
  const own = unpacked(closeUp);
  return others.map((other) => matchOf(own, unpacked(other)));
};
