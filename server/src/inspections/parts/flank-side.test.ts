import { describe, expect, it } from 'vitest';
import { resolvedNames } from './flank-side.ts';

const names = [null, 'door_front_left', 'door_back_right', 'head_light_right', 'hood'];
const piece = (name: string, cells: number, certainty = 0.9) => ({ name, weight: cells * certainty });

describe('the side of the flank', () => {
  it('is left alone when only one side is seen', () => {
    expect(resolvedNames(names, [piece('door_front_left', 90), piece('hood', 50)])).toBeNull();
  });

  it('is the one that is seen on more cells', () => {
    const settled = resolvedNames(names, [piece('door_front_left', 40), piece('door_back_right', 90)]);
    expect(settled).toEqual([null, 'door_front_right', 'door_back_right', 'head_light_right', 'hood']);
  });

  it('is the surer one when both are seen on as many', () => {
    const settled = resolvedNames(names, [
      piece('door_front_left', 40, 0.9),
      piece('door_back_right', 40, 0.6),
    ]);
    expect(settled).toEqual([null, 'door_front_left', 'door_back_left', 'head_light_right', 'hood']);
  });

  it('does not follow the lights: both are in sight from the front', () => {
    expect(resolvedNames(names, [piece('door_front_left', 40), piece('head_light_right', 90)])).toBeNull();
  });
});
