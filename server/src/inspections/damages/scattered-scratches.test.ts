import { describe, expect, it } from 'vitest';
import { cornersOf } from '../geometry/polygons.ts';
import { withScatteredScratches } from './scattered-scratches.ts';

const boxed = (xmin: number, ymin: number, width: number, height: number) => {
  const bounding_box = { xmin, ymin, width, height };
  return { bounding_box, polygons: [cornersOf(bounding_box)] };
};
const door = { part_type: 'door_front_left', score: 0.9, ...boxed(0, 0, 300, 400) };
const scratch = (x: number, y: number, length = 30, part: string | null = 'door_front_left') => ({
  damage_type: 'scratch',
  score: 0.6,
  part_type: part,
  ...boxed(x, y, length, 5),
});

const typesOf = (damages: ReturnType<typeof scratch>[]) =>
  withScatteredScratches(damages, [door]).map((damage) => damage.damage_type);

describe('scattered scratches', () => {
  it('are four or more small scratches close together on one part, as one finding that keeps them', () => {
    const scratches = [scratch(20, 20), scratch(70, 40), scratch(60, 90), scratch(120, 60)];
    const [found, ...others] = withScatteredScratches(scratches, [door]);
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      damage_type: 'scattered_scratches',
      part_type: 'door_front_left',
      bounding_box: { xmin: 20, ymin: 20, width: 130, height: 75 },
    });
    expect(found!.score).toBeCloseTo(0.6);
    expect(found!.polygons).toHaveLength(4);
    expect(found!.members).toHaveLength(4);
  });

  it.each([
    ['three', [scratch(20, 20), scratch(70, 40), scratch(60, 90)]],
    ['long ones', [20, 60, 100, 140].map((y) => scratch(20, y, 200))],
    ['far apart', [scratch(0, 0), scratch(260, 0), scratch(0, 380), scratch(260, 380)]],
    ['on no part', [20, 60, 100, 140].map((x) => scratch(x, 20, 30, null))],
    [
      'on two parts',
      [20, 60, 100, 140].map((x, i) => scratch(x, 20, 30, i % 2 ? 'hood' : 'door_front_left')),
    ],
  ])('are not %s', (_, scratches) => {
    expect(typesOf(scratches)).toEqual(scratches.map(() => 'scratch'));
  });

  it('leave other damages alone', () => {
    const dent = { ...scratch(20, 200), damage_type: 'dent' };
    const scratches = [
      scratch(20, 20),
      scratch(70, 40),
      scratch(60, 90),
      scratch(120, 60),
      scratch(20, 60, 180),
    ];
    expect(typesOf([dent, ...scratches])).toEqual(['dent', 'scratch', 'scattered_scratches']);
  });

  it('have at most 200 points, however many the scratches have', () => {
    const jagged = (x: number) => ({
      ...scratch(x, 20),
      polygons: [Array.from({ length: 60 }, (_, i): [number, number] => [x + i, i % 2 ? 25 : 20 + (i % 3)])],
    });
    const [found] = withScatteredScratches([20, 60, 100, 140].map(jagged), [door]);
    expect(found!.polygons.flat().length).toBeLessThanOrEqual(200);
    expect(found!.polygons.flat().length).toBeGreaterThan(2);
  });
});
