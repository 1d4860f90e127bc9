import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { closeUpMap, LOGIT_STEPS, partsUnder } from './close-up-map.ts';

/** Four cells over a photo of 200 pixels: a hood on the left, a head light on the right, a door nowhere. */
const LOGITS = [
  [3, 0, 3, 0],
  [0, 3, 0, 3],
  [0, 0, 0, 0],
];
const map = closeUpMap({
  parts: ['hood', 'head_light_left', 'door_front_left'],
  logits: deflateRawSync(Int8Array.from(LOGITS.flat(), (logit) => logit * LOGIT_STEPS)).toString('base64'),
  pixels_per_cell: 100,
});
const anything = () => true;

test('a damage lies on the part that the net sees under its box', () => {
  const [left, right] = [0, 100].map((xmin) => ({ xmin, ymin: 20, width: 90, height: 150 }));
  expect(partsUnder(left!, map, anything)[0]).toMatchObject({ part_type: 'hood' });
  const onLight = partsUnder(right!, map, anything);
  expect(onLight[0]!.part_type).toBe('head_light_left');
  expect(onLight[0]!.probability).toBeCloseTo(Math.exp(3) / (Math.exp(3) + 2), 3);
  expect(onLight.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1);
});

test('a part that cannot have such a damage takes no share', () => {
  const across = { xmin: 110, ymin: 20, width: 40, height: 40 };
  const parts = partsUnder(across, map, (part) => part !== 'head_light_left');
  expect(parts.map(({ part_type }) => part_type).sort()).toEqual(['door_front_left', 'hood']);
  expect(parts[0]!.probability).toBeCloseTo(0.5);
});

test('a box beside the picture and a line have an answer too', () => {
  for (const box of [
    { xmin: 400, ymin: 0, width: 10, height: 10 },
    { xmin: 30, ymin: 50, width: 0, height: 0 },
  ])
    expect(partsUnder(box, map, anything).every(({ probability }) => probability >= 0)).toBe(true);
});
