import { describe, expect, it } from 'vitest';
import { polygonArea } from '../../inspections/geometry/polygons.ts';
import { letterbox } from '../pixels/letterbox.ts';
import { detectedParts } from './part-outlines.ts';

const CLASSES = [
  'background',
  'front_left_door',
  'back_left_door',
  'back_right_door',
  'tailgate',
  'trunk',
  'wheel',
  'roof',
  'window_front_left',
];
const CELLS = 32;
const fit = letterbox(128, 256, 192);

type Area = { name: string; from: [number, number]; to: [number, number]; logit?: number };

/** Rectangles of cells in which a class is ahead. */
function logitsOf(areas: Area[]) {
  const logits = new Float32Array(CLASSES.length * CELLS * CELLS);
  logits.fill(2, 0, CELLS * CELLS);
  for (const { name, from, to, logit = 4 } of areas) {
    const plane = CLASSES.indexOf(name) * CELLS * CELLS;
    for (let y = from[1]; y < to[1]; y++)
      logits.fill(logit, plane + y * CELLS + from[0], plane + y * CELLS + to[0]);
  }
  return logits;
}

const seenIn = (areas: Area[]) => detectedParts(logitsOf(areas), CELLS, fit, CLASSES);
const typesIn = (areas: Area[]) => seenIn(areas).parts.map((part) => part.part_type);

describe('the parts in sight', () => {
  it('have the names of the specification, an outline in pixels and a score', () => {
    const { parts } = seenIn([{ name: 'front_left_door', from: [4, 4], to: [12, 16] }]);
    expect(parts).toHaveLength(1);
    const [door] = parts;
    expect(door!.part_type).toBe('door_front_left');
    expect(door!.score).toBeCloseTo(Math.exp(4) / (Math.exp(4) + Math.exp(2) + 6), 3);
    // The line lies between cells of 8 pixels; corners are cut a little.
    expect(polygonArea(door!.polygons[0]!)).toBeGreaterThan(0.95 * 64 * 96);
    expect(polygonArea(door!.polygons[0]!)).toBeLessThan(1.05 * 64 * 96);
  });

  it('are numbered in the labels, cell by cell', () => {
    const { parts, labels } = seenIn([
      { name: 'front_left_door', from: [4, 4], to: [12, 16] },
      { name: 'roof', from: [4, 0], to: [12, 4] },
    ]);
    expect(parts[labels[5 * CELLS + 5]! - 1]!.part_type).toBe('door_front_left');
    expect(parts[labels[2 * CELLS + 5]! - 1]!.part_type).toBe('roof');
    expect(labels[20 * CELLS + 20]).toBe(0);
  });

  it('keep what lies inside them: a window is a part of its own, and its door reaches over it', () => {
    const { parts, labels } = seenIn([
      { name: 'front_left_door', from: [4, 10], to: [12, 20] },
      { name: 'front_left_door', from: [4, 4], to: [12, 10], logit: 3 },
      { name: 'window_front_left', from: [4, 4], to: [12, 10], logit: 5 },
    ]);
    expect(parts.map((part) => part.part_type)).toEqual(['door_front_left', 'window_front_left']);
    const [door, window] = parts.map((part) => polygonArea(part.polygons[0]!) / 64);
    expect(door).toBeCloseTo(8 * 16, -1);
    expect(window).toBeCloseTo(8 * 6, -1);
    expect(labels[6 * CELLS + 6]).toBe(2);
    expect(labels[14 * CELLS + 6]).toBe(1);
  });

  it('count tailgate and trunk as one', () => {
    const { parts } = seenIn([
      { name: 'tailgate', from: [4, 4], to: [12, 10] },
      { name: 'trunk', from: [4, 10], to: [12, 16] },
    ]);
    expect(parts.map((part) => [part.part_type, part.polygons.length])).toEqual([['trunk', 1]]);
  });

  it('show one flank only: a door of the other side beside it takes the side that more is seen of', () => {
    const types = typesIn([
      { name: 'front_left_door', from: [4, 4], to: [12, 16] },
      { name: 'back_right_door', from: [12, 4], to: [18, 14] },
    ]);
    expect(types.sort()).toEqual(['door_back_left', 'door_front_left']);
  });

  it('have no specks and nothing in the padding beside the picture', () => {
    expect(
      typesIn([
        { name: 'roof', from: [4, 4], to: [6, 6] },
        { name: 'front_left_door', from: [0, 26], to: [20, 32] },
      ]),
    ).toEqual([]);
  });

  it('reach the edge of the picture where they are cut off', () => {
    const { parts } = seenIn([{ name: 'roof', from: [0, 0], to: [32, 24] }]);
    expect(parts[0]!.bounding_box).toEqual({ xmin: 0, ymin: 0, width: 256, height: 192 });
  });

  it('are none when the network gives out nonsense', () => {
    const nonsense = new Float32Array(CLASSES.length * CELLS * CELLS).fill(Number.NaN);
    expect(detectedParts(nonsense, CELLS, fit, CLASSES).parts).toEqual([]);
  });

  it('have every wheel by itself; which one it is, the network does not say', () => {
    const types = typesIn([
      { name: 'wheel', from: [3, 14], to: [8, 20] },
      { name: 'wheel', from: [24, 14], to: [29, 20] },
    ]);
    expect(types).toEqual(['wheel', 'wheel']);
  });
});
