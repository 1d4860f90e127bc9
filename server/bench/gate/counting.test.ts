import { expect, test } from 'vitest';
import { type Find, placeFinds } from './by-place.ts';
import { addPlaced, type Tally } from './figures.ts';
import { heldOutVehicles } from './vehicles.ts';

const box = (xmin: number, ymin: number, width: number, height: number) => ({ xmin, ymin, width, height });
const find = (damage_type: string, bounding_box: Find['bounding_box']): Find => ({
  damage_type,
  score: 0.9,
  bounding_box,
});

const TRUTH = {
  types: ['scratch', 'dent'],
  labeled: [
    { type: 'scratch', box: box(0, 0, 100, 10) },
    { type: 'dent', box: box(300, 300, 50, 50) },
  ],
  ignored: [box(500, 500, 100, 100)],
};

test('two short finds on one long scratch are right and meet one place', () => {
  const { right, wrong, met, missed } = placeFinds(
    [find('scratch', box(0, 0, 20, 10)), find('scratch', box(60, 0, 20, 10))],
    TRUTH,
  );
  expect([right.length, wrong.length, met.length, missed.length]).toEqual([2, 0, 1, 1]);
});

test('a find of another type, inside an ignored box or of a type that nobody labeled there is not taken for right', () => {
  const finds = [
    find('dent', box(0, 0, 20, 10)),
    find('scratch', box(520, 520, 20, 20)),
    find('rustiness', box(0, 0, 100, 10)),
  ];
  const { right, wrong, met } = placeFinds(finds, TRUTH);
  expect([right.length, met.length]).toEqual([0, 0]);
  // The one inside the ignored box and the one that nobody labeled are not wrong either.
  expect(wrong).toEqual([finds[0]]);
});

test('counts add up for all types together and for each', () => {
  const tally: Tally = {};
  addPlaced(
    tally,
    'findings',
    placeFinds([find('scratch', box(0, 0, 90, 10)), find('dent', box(0, 90, 9, 9))], TRUTH),
  );
  expect(tally).toEqual({
    'findings.recall': { count: 1, of: 2 },
    'findings.precision': { count: 1, of: 2 },
    'findings.scratch.recall': { count: 1, of: 1 },
    'findings.scratch.precision': { count: 1, of: 1 },
    'findings.dent.recall': { count: 0, of: 1 },
    'findings.dent.precision': { count: 0, of: 1 },
  });
});

test('places of one type on one part are one damage of an inspection, on whichever photos; without a part each is its own', () => {
  const image = (id: number, split: string, inspection_id: string) => ({
    ...{ id, file_name: `photos/${id}.jpg`, width: 640, height: 480, split, source: 'own', group: 7 },
    ...{ labelled_types: ['scratch'], inspection_id },
  });
  const scratch = (image_id: number, part_type: string | null) => ({
    ...{ image_id, category_id: 13, bbox: [1, 2, 30, 40] as [number, number, number, number], part_type },
  });
  const [vehicle, ...others] = heldOutVehicles({
    folder: '/set',
    images: [image(1, 'val', 'a'), image(2, 'val', 'a'), image(3, 'val', 'b'), image(4, 'train', 'a')],
    annotations: [
      scratch(1, 'door_front_left'),
      scratch(2, 'door_front_left'),
      scratch(3, null),
      scratch(3, 'hood'),
    ],
    nameOf: () => 'scratch',
  });
  expect(others).toEqual([]);
  expect(
    vehicle!.inspections.map(({ photos, damages }) => [
      photos.length,
      damages.map(({ views }) => views.length),
    ]),
  ).toEqual([
    [2, [2]],
    [1, [1, 1]],
  ]);
});
