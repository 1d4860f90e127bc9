import { describe, expect, it } from 'vitest';
import { enlarged } from './enlarging.ts';

const grey = (...rows: number[][]) => ({
  data: Uint8Array.from(rows.flat()),
  width: rows[0]!.length,
  height: rows.length,
  channels: 1,
});

describe('an enlarged picture', () => {
  it('keeps the centers of pixels in place', () => {
    // As Pillow's resize with BILINEAR gives it.
    expect([...enlarged(grey([0, 100, 200]), 6, 1).data]).toEqual([0, 25, 75, 125, 175, 200]);
    expect([...enlarged(grey([0], [200]), 1, 4).data]).toEqual([0, 50, 150, 200]);
  });

  it('keeps its colors apart', () => {
    const pixel = { data: Uint8Array.from([10, 20, 30]), width: 1, height: 1, channels: 3 };
    expect([...enlarged(pixel, 2, 2).data]).toEqual([10, 20, 30, 10, 20, 30, 10, 20, 30, 10, 20, 30]);
  });

  it('is the same picture when the size stays', () => {
    const picture = grey([1, 2, 3], [4, 5, 6]);
    expect(enlarged(picture, 3, 2)).toEqual(picture);
  });
});
