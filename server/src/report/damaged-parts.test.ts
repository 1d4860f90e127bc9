import { expect, test } from 'vitest';
import { damagedParts } from './damaged-parts.ts';
import { damage, emptyInspection, image, view } from './test-inspection.ts';

/** The photo that comes first, of two with such views of one damage. */
const shownFirst = (...scores: [number | null, number | null]) => {
  const dent = damage('dent', 'trunk');
  const images = ['small', 'large'].map((name) => image({ name }));
  const views = images.map((one, at) => {
    const side = at === 0 ? 50 : 300;
    return view(one, dent, {
      score: scores[at]!,
      bounding_box: { xmin: 0, ymin: 0, width: side, height: side },
    });
  });
  const photos = new Map(images.map((one, at) => [one.id, { number: at + 1, image: one }]));
  const [trunk] = damagedParts({ ...emptyInspection(), damages: [dent], images, views }, photos, null);
  return trunk!.damages[0]!.views[0]!.photo.image.name;
};

test('of two views that the model is as good as equally sure of the larger one is shown', () => {
  expect(shownFirst(0.98, 0.973)).toBe('large');
  expect(shownFirst(0.99, 0.72)).toBe('small');
});

test('what a person drew is shown first', () => {
  expect(shownFirst(null, 0.99)).toBe('small');
});
