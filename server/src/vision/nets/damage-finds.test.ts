import { describe, expect, it } from 'vitest';
import { polygonArea } from '../../inspections/geometry/polygons.ts';
import { letterbox } from '../pixels/letterbox.ts';
import { boxFinds, type DetectorOutputs, damageFinds } from './damage-finds.ts';

const CELLS = 16;
const SIZE = 64;
const model = {
  classes: ['scratch', 'dent', 'dirt'],
  thresholds: { scratch: 0.5, dent: 0.3, dirt: null },
  suppression_iou: 0.6,
};
/** A picture four times as large as the input, and less high than wide. */
const fit = letterbox(SIZE, 256, 192);

type Row = {
  box: [number, number, number, number];
  scores: [number, number, number];
  coeffs?: [number, number];
};

/** Two prototypes: the first is 1 left of the middle and -1 right of it, the second is 1 everywhere. */
function outputsOf(rows: Row[], cells = CELLS * CELLS): DetectorOutputs {
  const protos = new Float32Array(2 * cells).fill(1);
  for (let i = 0; i < cells; i++) protos[i] = i % CELLS < CELLS / 2 ? 1 : -1;
  return {
    boxes: Float32Array.from(rows.flatMap((row) => row.box)),
    scores: Float32Array.from(rows.flatMap((row) => row.scores)),
    coeffs: Float32Array.from(rows.flatMap((row) => row.coeffs ?? [0, 5])),
    protos,
  };
}

describe('finds of a detector', () => {
  it('are in pixels of the picture, above the threshold of their type, the best first', () => {
    const outputs = outputsOf([
      { box: [8, 8, 24, 16], scores: [0.4, 0.35, 0] },
      { box: [32, 8, 40, 40], scores: [0.9, 0.1, 0] },
    ]);
    const finds = damageFinds(outputs, fit, model);
    expect(finds.map(({ damage_type, bounding_box }) => [damage_type, bounding_box])).toEqual([
      ['scratch', { xmin: 128, ymin: 32, width: 32, height: 128 }],
      ['dent', { xmin: 32, ymin: 32, width: 64, height: 32 }],
    ]);
    expect(finds[0]!.score).toBeCloseTo(0.9);
  });

  it('see a flat tire or an airbag in one place, whichever is surer', () => {
    const outputs = outputsOf([{ box: [8, 8, 24, 24], scores: [0.9, 0.8, 0.7] }]);
    const thresholds = { flat_tire: 0.3, airbag_deployed: 0.3, dent: 0.3 };
    const classes = ['flat_tire', 'airbag_deployed', 'dent'];
    expect(boxFinds(outputs, fit, { ...model, classes, thresholds }).map(({ label }) => label)).toEqual([
      'flat_tire',
      'dent',
    ]);
  });

  it('of one type do not lie on each other; of two types they may', () => {
    const outputs = outputsOf([
      { box: [8, 8, 24, 24], scores: [0.6, 0.6, 0] },
      { box: [8, 8, 24, 25], scores: [0.8, 0, 0] },
      { box: [8, 20, 24, 40], scores: [0.7, 0, 0] },
    ]);
    const finds = boxFinds(outputs, fit, model);
    expect(finds.map(({ label, score }) => [label, Math.round(score * 10)])).toEqual([
      ['scratch', 8],
      ['scratch', 7],
      ['dent', 6],
    ]);
  });

  it('never show a type that has no threshold, even when a lower score is asked for', () => {
    const outputs = outputsOf([{ box: [8, 8, 24, 24], scores: [0.1, 0, 0.99] }]);
    expect(damageFinds(outputs, fit, model)).toEqual([]);
    expect(damageFinds(outputs, fit, model, 0.05).map((find) => find.damage_type)).toEqual(['scratch']);
  });

  it('are cut to the picture, and those beside it are left out', () => {
    const outputs = outputsOf([
      { box: [-10, 40, 20, 70], scores: [0.9, 0, 0] },
      { box: [10, 50, 30, 60], scores: [0.9, 0, 0] },
      { box: [30, 10, 20, 20], scores: [0.9, 0, 0] },
    ]);
    const finds = damageFinds(outputs, fit, model);
    expect(finds.map((find) => find.bounding_box)).toEqual([{ xmin: 0, ymin: 160, width: 80, height: 32 }]);
  });

  it('have the outline that the network sees, to a fraction of a cell', () => {
    const outputs = outputsOf([{ box: [16, 8, 48, 40], scores: [0.9, 0, 0], coeffs: [5, 0] }]);
    const [find] = damageFinds(outputs, fit, model);
    // The left half of a box of 128 by 128 pixels whose middle is the prototype's.
    expect(polygonArea(find!.polygons[0]!)).toBe(64 * 128);
  });

  it('have the same outline when the input has no gray margin', () => {
    const rows: Row[] = [{ box: [16, 8, 48, 40], scores: [0.9, 0, 0], coeffs: [5, 0] }];
    const cut = letterbox(SIZE, 256, 192, 16);
    expect(cut.input).toEqual({ width: 64, height: 48 });
    expect(damageFinds(outputsOf(rows, CELLS * 12), cut, model)).toEqual(
      damageFinds(outputsOf(rows), fit, model),
    );
  });

  it('have their box as outline when the network sees none', () => {
    const outputs = outputsOf([{ box: [8, 8, 24, 16], scores: [0.9, 0, 0], coeffs: [0, -5] }]);
    expect(damageFinds(outputs, fit, model)[0]!.polygons).toEqual([
      [
        [32, 32],
        [96, 32],
        [96, 64],
        [32, 64],
      ],
    ]);
  });

  it('hold no NaN, whatever the network gives out', () => {
    const broken = outputsOf([
      { box: [8, 8, 24, 16], scores: [0.9, Number.NaN, 0], coeffs: [Number.NaN, Number.POSITIVE_INFINITY] },
      { box: [Number.NaN, 8, 24, 16], scores: [0.9, 0, 0] },
      { box: [Number.NEGATIVE_INFINITY, 20, Number.POSITIVE_INFINITY, 40], scores: [0.9, 0, 0] },
    ]);
    const finds = damageFinds(broken, fit, model);
    expect(finds).toHaveLength(2);
    expect(JSON.stringify(finds)).not.toContain('null');
  });

  it('are none on a picture of one pixel or a strip rather than a failure', () => {
    const outputs = outputsOf([{ box: [0, 0, 64, 64], scores: [0.9, 0, 0] }]);
    for (const [width, height] of [
      [1, 1],
      [20000, 40],
    ] as const) {
      const finds = damageFinds(outputs, letterbox(SIZE, width, height), model);
      expect(finds.map((find) => find.bounding_box)).toEqual([{ xmin: 0, ymin: 0, width, height }]);
      expect(finds[0]!.polygons.flat().length).toBeGreaterThan(2);
    }
  });
});
