import { expect, test } from 'vitest';
import type { Findings } from './findings.ts';
import {
  cleared,
  firstFinding,
  NOTHING,
  shownImage,
  withDamage,
  withPart,
  withSuspicion,
} from './selection.ts';

const findings = {
  inspection: {
    parts: [
      { partType: 'hood', relatedImages: [{ baseImageId: 'front' }] },
      { partType: 'trunk', relatedImages: [] },
    ],
  },
  images: [{ id: 'left' }, { id: 'front' }],
  damages: [
    { damage: { id: 'dent', partType: 'hood' }, views: [{ id: 'large', imageId: 'front' }] },
    { damage: { id: 'typed', partType: 'trunk' }, views: [] },
  ],
  parts: [{ damages: [{ damage: { id: 'dent' } }] }],
  vehicles: [],
  suspicions: [{ id: 'faint', state: 'open', views: [{ imageId: 'front' }] }],
} as unknown as Findings;

test('a part is shown on the first photo that shows it, and clicked again it is no longer selected', () => {
  const once = withPart({ ...NOTHING, image: 'left' }, 'hood', findings);
  expect(once).toEqual({ ...NOTHING, part: 'hood', image: 'front' });
  expect(withPart(once, 'hood', findings)).toEqual({ ...NOTHING, image: 'front' });
});

test('a part that no photo shows leaves the photo where it is', () => {
  expect(withPart({ ...NOTHING, image: 'left' }, 'trunk', findings)).toMatchObject({ image: 'left' });
});

test('from a damage a click on its part goes to the part, and does not take it back', () => {
  const damage = withDamage(NOTHING, 'dent', false, findings);
  expect(withPart(damage, 'hood', findings)).toMatchObject({ part: 'hood', damage: null });
});

test('a damage brings its part, its photo and the view from close by', () => {
  expect(withDamage({ ...NOTHING, image: 'left' }, 'dent', false, findings)).toEqual({
    ...NOTHING,
    part: 'hood',
    damage: 'dent',
    image: 'front',
    focus: 'large',
  });
});

test('the page opens at the first finding: a damage, else what is to be checked, else nothing', () => {
  expect(firstFinding(findings)).toMatchObject({ damage: 'dent', image: 'front', focus: 'large' });
  expect(firstFinding({ ...findings, parts: [] })).toMatchObject({ suspicion: 'faint', image: 'front' });
  expect(firstFinding({ ...findings, parts: [], suspicions: [] })).toEqual(NOTHING);
});

test('of what is to be checked the photo that shows it best is shown, unless it was clicked on in a photo', () => {
  const now = { ...NOTHING, image: 'left', part: 'hood' as const };
  const near = { ...NOTHING, suspicion: 'faint', image: 'front', focus: 'faint' };
  expect(withSuspicion(now, 'faint', false, findings)).toEqual(near);
  expect(withSuspicion(now, 'faint', true, findings)).toEqual({ ...near, image: 'left', focus: null });
});

test('who clicks on a damage in a photo sees it already: nothing moves', () => {
  const now = { ...NOTHING, image: 'left', focus: 'other' };
  expect(withDamage(now, 'dent', true, findings)).toMatchObject({
    damage: 'dent',
    image: 'left',
    focus: 'other',
  });
});

test('a damage without a place on a photo leaves the photo, and one that is not there changes nothing', () => {
  const now = { ...NOTHING, image: 'left' };
  expect(withDamage(now, 'typed', false, findings)).toMatchObject({ image: 'left', focus: null });
  expect(withDamage(now, 'deleted', false, findings)).toBe(now);
});

test('the photo stays when nothing is selected; one that was deleted gives way to the first', () => {
  expect(cleared({ ...NOTHING, part: 'hood', damage: 'dent', image: 'front', focus: 'large' })).toEqual({
    ...NOTHING,
    image: 'front',
  });
  expect(shownImage({ ...NOTHING, image: 'front' }, findings)).toBe('front');
  expect(shownImage({ ...NOTHING, image: 'deleted' }, findings)).toBe('left');
  expect(shownImage(NOTHING, { ...findings, images: [] })).toBeNull();
});
