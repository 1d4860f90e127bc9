import { describe, expect, test } from 'vitest';
import { box, damage, part, photo } from '../../photos/test-photos.ts';
import { DOOR, far, farMiddle, found, near, nearMiddle } from '../test-damages.ts';

describe('a second photo that shows the same place intact', () => {
  const whole = photo('a', [far], [farMiddle]);

  test('lowers the score and is named; below its threshold the damage is no longer shown', () => {
    const [kept] = found(whole, photo('b', [near], []));
    // 4 to 1 becomes 2 to 1, then 1 to 1, then 1 to 2.
    expect(kept).toMatchObject({
      score: expect.closeTo(2 / 3),
      evidence: { best_score: 0.8, photos_against: ['b'] },
    });
    expect(found(whole, ...['b', 'c', 'd'].map((id) => photo(id, [near], [])))).toEqual([]);
  });

  test.each([
    ['shows the part smaller', photo('b', [part(DOOR, box(450, 450, 100, 100))], [])],
    ['cuts the part off', photo('b', [part(DOOR, box(0, 200, 600, 600))], [])],
    ['sees the part from elsewhere', photo('b', [near], [], { viewpoint: 'front' })],
    ['sees it from nobody knows where', photo('b', [near], [], { viewpoint: null })],
    ['shows the part foreshortened', photo('b', [part(DOOR, box(100, 200, 300, 600))], [])],
    ['suspects something there', photo('b', [near], [{ ...nearMiddle, damage_type: 'dent', score: 0.25 }])],
    ['does not show the part', photo('b', [], [])],
  ])('says nothing when it %s', (_, other) => {
    expect(found(whole, other)[0]).toMatchObject({ score: 0.8, evidence: { photos_against: [] } });
  });

  test('is outweighed by a second photo that shows the damage', () => {
    const second = photo('c', [near], [nearMiddle]);
    expect(found(whole, second, photo('b', [near], []))[0]).toMatchObject({
      score: 0.8,
      evidence: { photos_against: ['b'] },
    });
  });

  test('says nothing about a damage at the border of the part', () => {
    const edge = photo('a', [far], [damage('scratch', DOOR, box(402, 480, 30, 20))]);
    expect(found(edge, photo('b', [near], []))[0]).toMatchObject({ score: 0.8 });
  });
});

describe('a broken pane that a look at it by itself shows whole on another photo', () => {
  // On the other photo it is too small to tell anything by that it shows nothing there.
  const pane = (broken: number, width: number) => {
    const one = part('windshield_back', box(300, 200, width, width / 2));
    const at = one.bounding_box;
    const [no, said] = [0.1, broken].map((score) => ({ score, at }));
    return { ...one, state: { scratch: no!, dent: no!, broken: said! } };
  };
  const broken = damage('broken_glass', 'windshield_back', box(400, 250, 100, 100), 0.6);
  const seen = (state: number, from: string | null, score = 0.6) =>
    found(
      photo('a', [pane(0.8, 400)], [{ ...broken, score }], { viewpoint: 'back' }),
      photo('b', [pane(state, 200)], [], { viewpoint: from }),
    );

  test('is doubted, from wherever that photo was taken', () => {
    expect(seen(0.1, 'back_left')).toEqual([]);
    expect(seen(0.1, 'back')).toEqual([]);
    const [sure] = seen(0.1, 'back_left', 0.9);
    expect(sure!.evidence).toMatchObject({ photos_against: ['b'] });
    expect(sure!.score).toBeCloseTo(0.82, 2);
  });

  test('a lamp bends around the corner, so there it says nothing', () => {
    const lamp = { ...pane(0.1, 200), part_type: 'head_light_left' };
    const crack = damage('broken_light', 'head_light_left', box(400, 250, 100, 50), 0.6);
    const front = photo('a', [{ ...pane(0.8, 400), part_type: 'head_light_left' }], [crack], {
      viewpoint: 'front',
    });
    expect(found(front, photo('b', [lamp], [], { viewpoint: 'left' }))).toHaveLength(1);
  });

  test('is not where the look is not clear, or the photo tells no direction and so no part', () => {
    expect(seen(0.3, 'back_left')).toHaveLength(1);
    expect(seen(0.1, null)).toHaveLength(1);
  });
});
