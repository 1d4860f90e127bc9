import { describe, expect, test } from 'vitest';
import type { PartType } from '../../parts/parts.ts';
import type { DetectedDamage } from '../../photos/detections.ts';
import { box, damage, part, photo } from '../../photos/test-photos.ts';
import {
  DOOR,
  far,
  farCorner,
  farMiddle,
  found,
  near,
  nearCorner,
  nearMiddle,
  viewsOf,
} from '../test-damages.ts';

describe('the same damage on several photos is one damage', () => {
  test('when it is of the same kind, on the same part, at the same place', () => {
    const damages = found(photo('a', [far], [farMiddle]), photo('b', [near], [nearMiddle]));
    expect(viewsOf(damages)).toEqual([['a', 'b']]);
    expect(damages[0]).toMatchObject({ damage_type: 'scratch', part_types: [DOOR], score: 0.8 });
  });

  test('and reaches another part where at least half of the photos say so that show both', () => {
    const at = (id: string, left: number) =>
      photo(
        id,
        [part('bumper_back', box(300, 400, 400, 200)), part('fender_back_left', box(200, 300, 100, 200))],
        [damage('dent', 'bumper_back', box(left, 420, 120, 60))],
      );
    const partsOf = (...lefts: number[]) => found(...lefts.map((left, n) => at(`${n}`, left)))[0]!.part_types;
    expect(partsOf(240)).toEqual(['bumper_back', 'fender_back_left']);
    expect(partsOf(240, 305)).toEqual(['bumper_back', 'fender_back_left']);
    expect(partsOf(240, 305, 305)).toEqual(['bumper_back']);
  });

  test('and each of several goes to its own', () => {
    const damages = found(
      photo('a', [far], [farMiddle, farCorner]),
      photo('b', [near], [nearCorner, nearMiddle]),
    );
    expect(viewsOf(damages)).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
    expect(damages.map(({ score }) => score).sort()).toEqual([0.8, 0.9]);
  });

  test('is one on a pane or a lamp, wherever photos show it: the whole is replaced', () => {
    const broken = (type: string, name: string) => [
      photo('a', [part(name, box(400, 400, 200, 200))], [damage(type, name, box(405, 405, 40, 40))]),
      photo('b', [part(name, box(0, 300, 300, 300))], [damage(type, name, box(150, 450, 140, 140))]),
      photo('c', [part(name, box(100, 100, 600, 600))], [damage(type, name, box(120, 600, 60, 60))]),
    ];
    const views = (type: string, name: string) => viewsOf(found(...broken(type, name)));
    expect(views('broken_glass', 'windshield_front')).toEqual([['a', 'b', 'c']]);
    expect(views('broken_light', 'head_light_left')).toEqual([['a', 'b', 'c']]);
    expect(views('dent', DOOR).length).toBeGreaterThan(1);
  });

  test('may lie farther along a bumper, of which another piece is in sight from every direction', () => {
    const onBumper = (name: string, id: string, x: number) =>
      photo(id, [part(name, box(400, 400, 200, 200))], [damage('scratch', name, box(x, 480, 40, 20))]);
    const views = (name: string, x: number) =>
      viewsOf(found(onBumper(name, 'a', 420), onBumper(name, 'b', x)));
    expect(views('bumper_back', 485)).toEqual([['a', 'b']]);
    expect(views('bumper_back', 540)).toEqual([['a'], ['b']]);
    expect(views(DOOR, 485)).toEqual([['a'], ['b']]);
    const [behind, corner] = [onBumper('bumper_back', 'a', 420), onBumper('bumper_back', 'b', 540)];
    const fromCorner = { ...corner.detections, viewpoint: { prediction: 'back_left', confidence: 0.9 } };
    expect(viewsOf(found(behind, { ...corner, detections: fromCorner }))).toEqual([['a', 'b']]);
  });

  test('is one on a hood that is seen from ahead and from both corners, where its box holds a rhombus', () => {
    const hood = part('hood', box(200, 200, 300, 140));
    const seen = (image_id: string, viewpoint: string, x: number, y: number) =>
      photo(image_id, [hood], [damage('dent', 'hood', box(x - 30, y - 14, 60, 28))], { viewpoint });
    // In the middle of the front edge, as measured on photos of a car.
    const ahead = seen('ahead', 'front', 336, 324);
    const right = seen('right', 'front_right', 437, 305);
    const left = seen('left', 'front_left', 268, 311);
    expect(viewsOf(found(ahead, right, left))).toEqual([['ahead', 'left', 'right']]);
    // At the windshield, which from the corner is near the other corner of the box.
    const behind = seen('behind', 'front_right', 260, 250);
    expect(viewsOf(found(ahead, behind))).toEqual([['ahead'], ['behind']]);
  });

  test('may lie elsewhere on a door that is seen from the other corner', () => {
    const from = (viewpoint: string, x: number) =>
      photo(viewpoint, [far], [damage('dent', DOOR, box(x, 480, 60, 60))], { viewpoint });
    expect(found(from('front_left', 420), from('back_left', 490))).toHaveLength(1);
    expect(found(from('front_left', 420), from('left', 490))).toHaveLength(2);
    expect(found(from('front_left', 405), from('back_left', 535))).toHaveLength(2);
  });

  test('also when it looks like one scratch from afar and like many from close by', () => {
    const many = { ...nearMiddle, damage_type: 'scattered_scratches' };
    expect(viewsOf(found(photo('a', [far], [farMiddle]), photo('b', [near], [many])))).toEqual([['a', 'b']]);
  });

  test.each([
    ['rust', photo('b', [near], [{ ...nearMiddle, damage_type: 'rustiness' }])],
    ['another place on the part', photo('b', [near], [nearCorner])],
    ['another size', photo('b', [near], [damage('scratch', DOOR, box(150, 300, 500, 400))])],
    [
      'another part',
      photo(
        'b',
        [part('door_back_left', near.bounding_box)],
        [{ ...nearMiddle, part_type: 'door_back_left' }],
      ),
    ],
  ])('but not when it is %s', (_, other) => {
    expect(viewsOf(found(photo('a', [far], [farMiddle]), other))).toEqual([['a'], ['b']]);
  });

  test('also when one photo shows the scratch and another the dent that one hit left', () => {
    const dented = { ...nearMiddle, damage_type: 'dent' };
    const [one, ...others] = found(photo('a', [far], [farMiddle]), photo('b', [near], [dented]));
    expect(others).toEqual([]);
    expect(one).toMatchObject({ damage_type: 'dent', score: 0.6, evidence: { other_types: ['scratch'] } });
    expect(one!.views).toHaveLength(2);
  });

  test('also when no part is known, seen from the same side at the same place of the vehicle', () => {
    const lost = (id: string, viewpoint: string, x = 480) =>
      photo(id, [], [damage('dent', null, box(x, 480, 60, 60))], { viewpoint });
    expect(viewsOf(found(lost('a', 'left'), lost('b', 'left')))).toEqual([['a', 'b']]);
    expect(viewsOf(found(lost('a', 'left'), lost('b', 'right')))).toEqual([['a'], ['b']]);
    expect(viewsOf(found(lost('a', 'left'), lost('b', 'left', 700)))).toEqual([['a'], ['b']]);
  });

  test('and two on one photo are two, however alike, unless they overlap or lie near one another', () => {
    const farther = damage('scratch', DOOR, box(580, 560, 20, 20));
    const damages = found(photo('a', [far], [farMiddle, farther]), photo('b', [near], [nearMiddle]));
    expect(damages.map(({ views }) => views.length).sort()).toEqual([1, 2]);
    const beside = damage('scratch', DOOR, box(540, 482, 40, 20));
    expect(found(photo('a', [far], [farMiddle, beside]))).toHaveLength(1);
    // Where nobody knows the part, what does not touch is something else.
    const lost = [farMiddle, beside].map((find) => ({ ...find, part_type: null }));
    expect(found(photo('a', [], lost))).toHaveLength(2);
  });

  test('also on a close-up that tells of both only that they lie on a door, and not on a door and a fender', () => {
    const on = (x: number, ...readings: PartType[]): DetectedDamage => ({
      ...damage('scratch', null, box(x, 480, 60, 20)),
      close_up: readings.map((part_type) => ({ part_type, probability: 0.45 })),
    });
    const seen = (...finds: DetectedDamage[]) => found(photo('a', [], finds, { viewpoint: null }));
    const doors: PartType[] = ['door_front_left', 'door_back_left'];
    const fenders: PartType[] = ['fender_front_left', 'fender_back_left'];
    expect(seen(on(400, ...doors), on(480, ...doors))).toMatchObject([
      { part_types: [], evidence: { part_family: 'door' } },
    ]);
    expect(seen(on(400, ...doors), on(480, ...fenders))).toHaveLength(2);
    expect(seen(on(400, ...doors), on(430, ...fenders))).toHaveLength(2);
    expect(seen(on(400, ...doors), on(800, ...doors))).toHaveLength(2);
  });

  test('a speck at the edge of a large dent is part of it', () => {
    const dent = damage('dent', DOOR, box(420, 420, 150, 150));
    const speck = damage('body_crack', null, box(565, 565, 10, 12));
    expect(found(photo('a', [far], [dent, speck]))).toMatchObject([
      { damage_type: 'body_crack', part_types: [DOOR], evidence: { other_types: ['dent'] } },
    ]);
  });

  test('of a wheel that could be any wheel nobody knows, so nothing is joined', () => {
    const unsure = (id: string) =>
      photo(
        id,
        [part('wheel', box(400, 400, 200, 200))],
        [damage('hubcap_scratch', 'wheel', box(480, 480, 40, 40))],
      );
    expect(viewsOf(found(unsure('a'), unsure('b')))).toEqual([['a'], ['b']]);
  });
});

describe('a close-up that cuts its part off', () => {
  const cut = part(DOOR, box(0, 0, 1000, 1000));
  const close = damage('scratch', DOOR, box(100, 100, 500, 300));

  test('belongs to the only damage of that kind on the part', () => {
    expect(viewsOf(found(photo('a', [far], [farMiddle]), photo('b', [cut], [close])))).toEqual([['a', 'b']]);
  });

  test('belongs to it together with other close-ups of the same spot', () => {
    const closeUps = [photo('b', [cut], [close]), photo('c', [cut], [close])];
    expect(viewsOf(found(photo('a', [far], [farMiddle]), ...closeUps))).toEqual([['a', 'b', 'c']]);
    const [one, other] = [box(100, 100, 100, 60), box(800, 700, 100, 60)].map((place) =>
      damage('scratch', DOOR, place),
    );
    const unsure = [photo('b', [cut], [one!]), photo('c', [cut], [one!, other!])];
    expect(viewsOf(found(photo('a', [far], [farMiddle]), ...unsure))).toEqual([['a', 'b', 'c'], ['c']]);
  });

  test('joins two photos that place the damage a little differently', () => {
    const wide = (id: string, x: number) => photo(id, [far], [damage('scratch', DOOR, box(x, 480, 40, 20))]);
    const three = [wide('a', 420), photo('b', [cut], [close]), wide('c', 470)];
    expect(viewsOf(found(...three))).toEqual([['a', 'b', 'c']]);
    expect(found(wide('a', 405), photo('b', [cut], [close]), wide('c', 555)).length).toBeGreaterThan(1);
  });

  test('is one of two that another photo shows, no third one', () => {
    const damages = found(photo('a', [far], [farMiddle, farCorner]), photo('b', [cut], [close]));
    expect(viewsOf(damages)).toEqual([['a'], ['a', 'b']]);
  });

  test('belongs to the one that looks most like it: a missing piece to the crack, not to the dent', () => {
    const torn = { ...close, damage_type: 'missing_piece' };
    const wide = photo(
      'a',
      [far],
      [
        { ...farMiddle, damage_type: 'body_crack' },
        { ...farCorner, damage_type: 'dent' },
      ],
    );
    expect(viewsOf(found(wide, photo('b', [cut], [torn])))).toEqual([['a'], ['a', 'b']]);
    const [lead] = found(wide, photo('b', [cut], [torn])).filter(({ views }) => views.length === 2);
    expect(lead).toMatchObject({ damage_type: 'missing_piece', evidence: { other_types: ['body_crack'] } });
  });

  test('belongs to what is of its own type, though another photo shows both types as one', () => {
    const torn = { ...close, damage_type: 'missing_piece' };
    const both = photo('a', [cut], [torn, damage('dent', DOOR, box(100, 100, 250, 300))]);
    const apart = photo(
      'b',
      [far],
      [
        { ...farCorner, damage_type: 'dent', score: 0.9 },
        { ...farMiddle, damage_type: 'missing_piece' },
      ],
    );
    const damages = found(both, apart, photo('c', [cut], [torn]));
    expect(viewsOf(damages)).toEqual([['a', 'b', 'c'], ['b']]);
    expect(damages.find(({ views }) => views.length === 1)).toMatchObject({ damage_type: 'dent' });
  });

  test('belongs to the only damage on the part when the edge of the photo cuts it off', () => {
    const elsewhere = part(DOOR, box(0, 300, 800, 700));
    const piece = damage('scratch', DOOR, box(900, 100, 100, 60));
    expect(viewsOf(found(photo('a', [elsewhere], [close]), photo('b', [cut], [piece])))).toEqual([
      ['a', 'b'],
    ]);
  });

  test('of which no part is known belongs to the damage on the photo that was taken as its pair', () => {
    const lost = photo('b', [], [damage('dent', null, box(100, 100, 500, 300))], {
      viewpoint: null,
      sibling_key: 'one',
    });
    const wide = photo('a', [far], [farMiddle], { sibling_key: 'one' });
    expect(found(wide, lost)).toMatchObject([
      { damage_type: 'dent', part_types: [DOOR], evidence: { other_types: ['scratch'] } },
    ]);
    expect(found({ ...wide, sibling_key: null }, lost)).toHaveLength(2);
  });

  test('shows two, of which another photo shows one', () => {
    const [one, other] = [box(100, 100, 100, 60), box(800, 700, 100, 60)].map((place) =>
      damage('scratch', DOOR, place),
    );
    const damages = found(photo('a', [far], [farMiddle]), photo('b', [cut], [one!, other!]));
    expect(viewsOf(damages)).toEqual([['a', 'b'], ['b']]);
  });

  test('is the same as another close-up of the part, and where that shows two, one of them', () => {
    const elsewhere = part(DOOR, box(0, 300, 800, 700));
    const b = photo('b', [cut], [close]);
    expect(viewsOf(found(photo('a', [cut], [close]), b))).toEqual([['a', 'b']]);
    expect(viewsOf(found(photo('a', [elsewhere], [close]), b))).toEqual([['a', 'b']]);
    const two = [box(100, 400, 100, 60), box(600, 900, 100, 60)].map((place) =>
      damage('scratch', DOOR, place),
    );
    expect(viewsOf(found(photo('a', [elsewhere], two), b))).toEqual([['a'], ['a', 'b']]);
    // All photos of one part that shows one damage on each of them; the dent is the one beside the scratch.
    const c = photo('c', [near], [{ ...nearMiddle, damage_type: 'dent' }]);
    expect(viewsOf(found(photo('a', [elsewhere], [close]), b, c))).toEqual([['a', 'b', 'c']]);
  });

  test('of which only the side or the end is open belongs to the only damage on such a part', () => {
    const openIn = (...chances: [number, number]) => {
      const close_up = ([DOOR, 'door_back_right'] as const).map((part_type, at) => ({
        part_type,
        probability: chances[at]!,
      }));
      return photo('b', [], [{ ...damage('scratch', null, box(100, 100, 500, 300)), close_up }], {
        viewpoint: null,
      });
    };
    const open = openIn(0.5, 0.4);
    const onPart = (id: string, name: PartType) =>
      photo(id, [part(name, far.bounding_box)], [{ ...farMiddle, part_type: name }]);
    expect(viewsOf(found(onPart('a', DOOR), open))).toEqual([['a', 'b']]);
    expect(viewsOf(found(onPart('a', DOOR), onPart('c', 'door_back_right'), open))).toEqual([
      ['a'],
      ['b'],
      ['c'],
    ]);
    expect(viewsOf(found(onPart('a', 'fender_front_left'), open))).toEqual([['a'], ['b']]);
    // Of two that it could be, the one that it says itself.
    const surer = openIn(0.65, 0.06);
    expect(viewsOf(found(onPart('a', DOOR), onPart('c', 'door_back_right'), surer))).toEqual([
      ['a', 'b'],
      ['c'],
    ]);
  });

  test('of which only some panel is told is of the only other damage, if the net holds that part for possible', () => {
    const open = (probability: number) => {
      const close_up = [
        { part_type: 'hood' as const, probability: 0.4 },
        { part_type: DOOR, probability },
      ];
      return photo('b', [], [{ ...damage('scratch', null, box(100, 100, 500, 300)), close_up }], {
        viewpoint: null,
      });
    };
    const wide = photo('a', [far], [farMiddle]);
    expect(viewsOf(found(wide, open(0.3)))).toEqual([['a', 'b']]);
    expect(viewsOf(found(wide, open(0.1)))).toEqual([['a'], ['b']]);
    const roof = photo('c', [part('roof', far.bounding_box)], [{ ...farMiddle, part_type: 'roof' }]);
    expect(viewsOf(found(wide, roof, open(0.3)))).toEqual([['a'], ['b'], ['c']]);
    // Of several, the one on the part that it most likely is.
    expect(viewsOf(found(wide, roof, open(0.45)))).toEqual([['a', 'b'], ['c']]);
  });
});
