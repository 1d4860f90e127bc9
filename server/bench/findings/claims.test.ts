import { describe, expect, test } from 'vitest';
import { isDamage } from '../../src/inspections/damages/damage-kinds.ts';
import { PART_TYPES } from '../../src/inspections/parts/parts.ts';
import { claimInspections } from './claims.ts';
import { hasRealPhotos, packedPhotos } from './photo-packs.ts';
import { isSamePart } from './same-part.ts';
import { halfOf } from './truth.ts';

describe.skipIf(!hasRealPhotos())('claims of real photos (skipped where ../shared/data is not)', async () => {
  const claims = hasRealPhotos() ? await claimInspections('/unpacked') : [];
  const packed = hasRealPhotos() ? await packedPhotos() : new Map<string, never>();

  test('there are enough of them, of several photos each, and no photo is in two', () => {
    const photos = claims.flatMap((claim) => claim.photos.map(({ name }) => name));
    expect(claims.length).toBeGreaterThanOrEqual(35);
    expect(photos.length).toBeGreaterThanOrEqual(110);
    expect(new Set(photos).size).toBe(photos.length);
    for (const { name, photos } of claims) expect(photos.length, name).toBeGreaterThanOrEqual(2);
  });

  test('a claim is in the half of its group; those that models have learned from stand apart, and nothing of them is published', () => {
    for (const { name, source, half, photos } of claims)
      for (const photo of photos) {
        const { group, split } = packed.get(photo.name)!;
        expect(split, `${name}: ${photo.name}`).toBe(source === 'claims' ? 'val' : 'train');
        expect(half, `${name}: ${photo.name}`).toBe(source === 'claims' ? halfOf(String(group)) : 'choose');
      }
  });

  test('every damage is on a part that the service knows, of a known type, and lies on a photo of its claim', () => {
    for (const { name, photos, damages } of claims) {
      expect(damages.length, name).toBeGreaterThan(0);
      for (const { part, types, views } of damages) {
        expect(
          PART_TYPES.some((type) => isSamePart(type, part!)),
          `${name}: ${part}`,
        ).toBe(true);
        for (const type of types) expect(isDamage(type), `${name}: ${type}`).toBe(true);
        expect(views.length, `${name}: ${part}`).toBeGreaterThan(0);
        for (const { photo, box } of views) {
          const shown = photos.find((one) => one.name === photo);
          expect(shown, `${name}: ${photo}`).toBeDefined();
          expect(Math.min(box.xmin, box.ymin), name).toBeGreaterThanOrEqual(0);
          expect(Math.min(box.width, box.height), name).toBeGreaterThan(0);
          expect(box.xmin + box.width, `${name}: ${photo}`).toBeLessThanOrEqual(shown!.width);
          expect(box.ymin + box.height, `${name}: ${photo}`).toBeLessThanOrEqual(shown!.height);
        }
      }
    }
  });

  test('many damages are seen on several photos: what is to be listed once', () => {
    const damages = claims.flatMap((claim) => claim.damages);
    expect(damages.filter(({ views }) => views.length > 1).length).toBeGreaterThan(damages.length / 2);
  });
});
