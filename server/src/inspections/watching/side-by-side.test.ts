import { expect, test } from 'vitest';
import type { DamageOnPhoto } from '../photos/photo-findings.ts';
import type { JudgedPhoto } from '../ports/models.ts';
import { isChosen, judgedBoth, sideBySide } from './side-by-side.ts';

const boxAt = (xmin: number) => ({ xmin, ymin: 0, width: 100, height: 100 });
const find = (xmin: number, damage_type = 'scratch') =>
  ({ damage_type, score: 0.8, bounding_box: boxAt(xmin), polygons: [] }) as unknown as DamageOnPhoto;

const seenBy = (judging: DamageOnPhoto[], along: DamageOnPhoto[]) =>
  sideBySide(judging, along).map(({ seen_by }) => seen_by);

test('the same type at the same place is one find; another place or another type is not', () => {
  expect(seenBy([find(0)], [find(30)])).toEqual(['both']);
  expect(seenBy([find(0)], [find(80)])).toEqual(['judging', 'along']);
  expect(seenBy([find(0)], [find(0, 'dent')])).toEqual(['judging', 'along']);
});

test('a find of one version is the same as one find of the other, not as two', () => {
  expect(seenBy([find(0), find(10)], [find(5)])).toEqual(['both', 'judging']);
});

test('what people said is found by both, by one, or by neither', () => {
  const places = sideBySide([find(0), find(300)], [find(0), find(600)]);
  const said = (verdict: JudgedPhoto['said'][number]['verdict'], xmin: number) => ({
    verdict,
    damage_type: 'scratch',
    bounding_box: boxAt(xmin),
  });
  const photo: JudgedPhoto = {
    places,
    said: [said('confirmed', 0), said('dismissed', 300), said('added', 600), said('added', 900)],
  };
  expect(judgedBoth([photo])).toEqual({
    confirmed: { both: 1, judging: 0, along: 0, neither: 0 },
    dismissed: { both: 0, judging: 1, along: 0, neither: 0 },
    added: { both: 0, judging: 0, along: 1, neither: 1 },
  });
});

test('a share of 1 takes every inspection, and a smaller share is part of a larger one', () => {
  const ids = Array.from(
    { length: 200 },
    (_, n) => `0190a000-0000-7000-8000-00000${(n * 83886).toString(16).padStart(7, '0').slice(-7)}`,
  );
  expect(ids.every((id) => isChosen(id, 1))).toBe(true);
  const taken = (share: number) => ids.filter((id) => isChosen(id, share));
  expect(taken(0.2).length).toBeGreaterThan(20);
  expect(taken(0.2).length).toBeLessThan(60);
  expect(taken(0.5)).toEqual(expect.arrayContaining(taken(0.2)));
});
