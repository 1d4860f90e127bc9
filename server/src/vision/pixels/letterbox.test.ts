import { expect, test } from 'vitest';
import { fillPlanes, fittedSize, letterbox } from './letterbox.ts';

test('a picture is scaled to its longer side, and a strip keeps a row', () => {
  expect(fittedSize(letterbox(64, 200, 100))).toEqual({ width: 64, height: 32 });
  expect(fittedSize(letterbox(64, 30, 40))).toEqual({ width: 48, height: 64 });
  expect(fittedSize(letterbox(64, 20_000, 40))).toEqual({ width: 64, height: 1 });
  expect(fittedSize(letterbox(64, 1, 1))).toEqual({ width: 64, height: 64 });
});

test('the colors go into planes of their own, and what the picture leaves free is gray', () => {
  const planes = new Float32Array(3 * 9).fill(-1);
  const data = Uint8Array.from([1, 2, 3, 4, 5, 6]);
  fillPlanes(planes, { width: 3, height: 3 }, { data, width: 2, height: 1, channels: 3 });
  const grey = Array(7).fill(114);
  expect([...planes]).toEqual([1, 4, ...grey, 2, 5, ...grey, 3, 6, ...grey]);
});

test('nothing of a larger picture before stays behind', () => {
  const planes = new Float32Array(3 * 16);
  fillPlanes(
    planes,
    { width: 4, height: 4 },
    { data: new Uint8Array(48).fill(200), width: 4, height: 4, channels: 3 },
  );
  fillPlanes(planes, { width: 4, height: 4 }, { data: Uint8Array.of(7), width: 1, height: 1, channels: 1 });
  expect(planes.filter((value) => value === 200)).toHaveLength(0);
  expect([planes[0], planes[16], planes[32]]).toEqual([7, 7, 7]);
});

test('is cut to the next multiple where the model takes other inputs than its square', () => {
  expect(letterbox(768, 4032, 3024).input).toEqual({ width: 768, height: 768 });
  expect(letterbox(768, 4032, 3024, 32).input).toEqual({ width: 768, height: 576 });
  expect(letterbox(768, 1080, 1920, 32).input).toEqual({ width: 448, height: 768 });
  expect(letterbox(768, 20_000, 40, 32).input).toEqual({ width: 768, height: 32 });
});
