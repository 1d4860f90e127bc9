import { describe, expect, it } from 'vitest';
import { boxAround, cornersOf } from '../geometry/polygons.ts';
import { partsOfDamage } from './part-of-damage.ts';

const CELLS = 40;
const pixelsPerCell = 10;

type Box = [left: number, top: number, right: number, bottom: number];
const corners = ([xmin, ymin, right, bottom]: Box) =>
  cornersOf({ xmin, ymin, width: right - xmin, height: bottom - ymin });

function seenWith(areas: Record<string, Box>) {
  const labels = new Uint8Array(CELLS * CELLS);
  const parts = Object.entries(areas).map(([part_type, box], i) => {
    for (let y = box[1] / 10; y < box[3] / 10; y++)
      labels.fill(i + 1, y * CELLS + box[0] / 10, y * CELLS + box[2] / 10);
    const polygons = [corners(box)];
    return { part_type, score: 0.8, polygons, bounding_box: boxAround(polygons) };
  });
  return { parts, labels, pixelsPerCell };
}

const damage = (damage_type: string, ...polygons: [number, number][][]) => ({
  damage_type,
  polygons,
  bounding_box: boxAround(polygons),
});

const seen = seenWith({
  door_front_left: [100, 100, 200, 300],
  door_back_left: [200, 100, 300, 300],
  head_light_left: [20, 100, 60, 130],
  wheel_front_left: [40, 200, 100, 300],
});
const partOf = (find: ReturnType<typeof damage>) => partsOfDamage(find, seen)[0];

describe('the part of a damage', () => {
  it('is the one under most of its outline, with that share of the score as confidence', () => {
    const part = partOf(damage('scratch', corners([130, 150, 230, 160])));
    expect(part).toEqual({
      part_type: 'door_front_left',
      confidence: expect.closeTo(0.8 * 0.7),
      touches: true,
    });
  });

  it('follows the outline, not the box around it', () => {
    const ell = [
      [110, 110],
      [290, 110],
      [290, 130],
      [150, 130],
      [150, 290],
      [110, 290],
    ] as [number, number][];
    expect(partOf(damage('scratch', ell))!.part_type).toBe('door_front_left');
  });

  it('is the one that can have such a damage when it is near', () => {
    expect(partOf(damage('broken_light', corners([30, 110, 120, 180])))!.part_type).toBe('head_light_left');
    expect(partOf(damage('flat_tire', corners([90, 240, 180, 300])))!.part_type).toBe('wheel_front_left');
    expect(partOf(damage('dent', corners([50, 220, 130, 280])))!.part_type).toBe('door_front_left');
    expect(partOf(damage('missing_piece', corners([50, 220, 130, 280])))!.part_type).toBe('door_front_left');
  });

  it.each([
    ['a broken light on a door', 'broken_light', [210, 110, 290, 180]],
    ['broken glass on a lamp', 'broken_glass', [25, 105, 55, 125]],
    ['a dent on a wheel', 'dent', [45, 220, 85, 280]],
    ['a missing piece of a wheel', 'missing_piece', [45, 220, 85, 280]],
    ['a scratch on a wheel', 'scratch', [45, 220, 85, 280]],
    ['a crack of the body on a lamp', 'body_crack', [25, 105, 55, 125]],
    ['a flat tire on a door', 'flat_tire', [210, 110, 290, 180]],
  ] as const)('is none rather than %s', (_, type, area) => {
    expect(partOf(damage(type, corners([...area])))).toBeUndefined();
  });

  it('is found for a damage thinner than a cell, and for one just beside a part', () => {
    expect(partOf(damage('scratch', corners([150, 151, 154, 152])))!.part_type).toBe('door_front_left');
    expect(partOf(damage('scratch', corners([302, 150, 330, 180])))!.part_type).toBe('door_back_left');
  });

  it('is none when no part is near', () => {
    expect(partOf(damage('dent', corners([340, 340, 380, 380])))).toBeUndefined();
    expect(partsOfDamage(damage('dent', corners([0, 0, 400, 400])), seenWith({}))).toEqual([]);
  });

  it('is measured exactly, not by the cells whose center the outline covers', () => {
    const part = partOf(damage('scratch', corners([193, 151, 203, 154])));
    expect(part).toMatchObject({ part_type: 'door_front_left', confidence: expect.closeTo(0.8 * 0.7) });
    const none = partOf(damage('scratch', corners([196, 156, 206, 159])));
    expect(none).toMatchObject({ part_type: 'door_back_left', confidence: expect.closeTo(0.8 * 0.6) });
  });

  it('is found for a line and for a damage without an outline, by the middle of its box', () => {
    expect(partOf(damage('scratch', corners([150, 151, 154, 151])))!.part_type).toBe('door_front_left');
    expect(partOf({ ...damage('scratch', corners([250, 151, 254, 158])), polygons: [] })!.part_type).toBe(
      'door_back_left',
    );
  });
});
