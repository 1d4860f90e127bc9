import { expect, test } from 'vitest';
import { findDamages } from '../damages/find-damages.ts';
import { isFrame, shownOnDuplicates } from './duplicate-frames.ts';
import { findingsOnPhoto } from './photo-findings.ts';
import { box, damage, part, photo } from './test-photos.ts';

test('frames are told by the number that clients give them', () => {
  expect(isFrame({ additional_data: { frame_index: 0, timestamp: 0, alpha: 12.5 } })).toBe(true);
  for (const additional_data of [{}, { frame_index: '3' }, { frame_index: null }, { alpha: 3 }])
    expect(isFrame({ additional_data })).toBe(false);
});

test('what is found on a frame is shown on its duplicates, and they are not counted as witnesses', () => {
  const scratch = damage('scratch', 'hood', box(100, 100, 60, 20));
  const settled = findingsOnPhoto(
    photo('first', [part('hood', box(50, 50, 300, 200))], [scratch]),
    () => 0.3,
  );
  const duplicates = new Map([
    ['second', 'first'],
    ['third', 'first'],
    ['other', 'elsewhere'],
  ]);
  const [alone] = findDamages([settled], () => 0.3);
  const [found, ...others] = shownOnDuplicates([alone!], duplicates);
  expect(others).toEqual([]);
  expect(found!.views.map((view) => view.image_id)).toEqual(['first', 'second', 'third']);
  expect(found!.views[2]).toEqual({ ...found!.views[0], image_id: 'third' });
  expect({ ...found, views: [] }).toEqual({ ...alone, views: [] });
});

test('on a smaller copy what is found is shown at its place there', () => {
  const scratch = damage('scratch', 'hood', box(100, 200, 60, 20));
  const settled = findingsOnPhoto(
    photo('first', [part('hood', box(50, 50, 300, 300))], [scratch]),
    () => 0.3,
  );
  const sizes = [
    { id: 'first', width: 1000, height: 1000 },
    { id: 'copy', width: 500, height: 500 },
  ];
  const [found] = shownOnDuplicates(
    findDamages([settled], () => 0.3),
    new Map([['copy', 'first']]),
    sizes,
  );
  expect(found!.views[1]).toMatchObject({ image_id: 'copy', bounding_box: box(50, 100, 30, 10) });
  expect(found!.views[1]!.polygons[0]![0]).toEqual([50, 100]);
});
