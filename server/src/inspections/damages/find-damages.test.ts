import { describe, expect, test } from 'vitest';
import type { PartType } from '../parts/parts.ts';
import type { DetectedDamage, DetectedPart } from '../photos/detections.ts';
import { type AnalyzedPhoto, findingsOnPhoto } from '../photos/photo-findings.ts';
import type { ClientHint } from '../photos/photo-sides.ts';
import { box, damage, part, photo } from '../photos/test-photos.ts';
import { thresholdFor } from './damage-kinds.ts';
import { findDamages } from './find-damages.ts';

const threshold = thresholdFor({
  scratch: 0.5,
  missing_piece: 0.5,
  dent: 0.4,
  rustiness: 0.4,
  body_crack: 0.4,
  smash: 0.3,
  dirt: 0.2,
  broken_glass: 0.5,
  broken_light: 0.5,
  hubcap_scratch: 0.5,
});
const found = (...photos: AnalyzedPhoto[]) =>
  findDamages(
    photos.map((photo) => findingsOnPhoto(photo, threshold)),
    threshold,
  );

const DOOR = 'door_front_left' as const;
/** The door on a photo of the whole car, and again from closer by: the same thing is at other pixels. */
const far = part(DOOR, box(400, 400, 200, 200));
const near = part(DOOR, box(100, 200, 600, 600));
/** A mark in the middle of the door, and one in its lower corner. */
const farMiddle = damage('scratch', DOOR, box(480, 480, 40, 20));
const nearMiddle = damage('scratch', DOOR, box(345, 450, 110, 60), 0.6);
const farCorner = damage('scratch', DOOR, box(420, 560, 30, 20), 0.7);
const nearCorner = damage('scratch', DOOR, box(160, 680, 90, 60), 0.9);

const viewsOf = (damages: ReturnType<typeof found>) =>
  damages.map(({ views }) => views.map((view) => view.image_id).sort()).sort();

describe('the same damage on several photos is one damage', () => {
  test('when it is of the same kind, on the same part, at the same place', () => {
    const damages = found(photo('a', [far], [farMiddle]), photo('b', [near], [nearMiddle]));
    expect(viewsOf(damages)).toEqual([['a', 'b']]);
    expect(damages[0]).toMatchObject({ damage_type: 'scratch', part_types: [DOOR], score: 0.8 });
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
    expect(views('bumper_back', 470)).toEqual([['a', 'b']]);
    expect(views('bumper_back', 540)).toEqual([['a'], ['b']]);
    expect(views(DOOR, 470)).toEqual([['a'], ['b']]);
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
    expect(found(from('front_left', 420), from('back_left', 480))).toHaveLength(1);
    expect(found(from('front_left', 420), from('left', 480))).toHaveLength(2);
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
    // Of another kind, or where nobody knows the part, what does not touch is something else.
    const dented = { ...beside, damage_type: 'dent' };
    expect(found(photo('a', [far], [farMiddle, dented]))).toHaveLength(2);
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
    expect(viewsOf(found(photo('a', [far], [farMiddle]), ...unsure))).toEqual([['a'], ['b', 'c'], ['c']]);
  });

  test('stays alone when it could be one of two', () => {
    const damages = found(photo('a', [far], [farMiddle, farCorner]), photo('b', [cut], [close]));
    expect(viewsOf(damages)).toEqual([['a'], ['a'], ['b']]);
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

  test('stays alone when it shows two that could be it', () => {
    const [one, other] = [box(100, 100, 100, 60), box(800, 700, 100, 60)].map((place) =>
      damage('scratch', DOOR, place),
    );
    const damages = found(photo('a', [far], [farMiddle]), photo('b', [cut], [one!, other!]));
    expect(viewsOf(damages)).toEqual([['a'], ['b'], ['b']]);
  });

  test('is the same as another close-up of the part, unless one of them shows two', () => {
    const elsewhere = part(DOOR, box(0, 300, 800, 700));
    const b = photo('b', [cut], [close]);
    expect(viewsOf(found(photo('a', [cut], [close]), b))).toEqual([['a', 'b']]);
    expect(viewsOf(found(photo('a', [elsewhere], [close]), b))).toEqual([['a', 'b']]);
    const two = [box(100, 400, 100, 60), box(600, 900, 100, 60)].map((place) =>
      damage('scratch', DOOR, place),
    );
    expect(viewsOf(found(photo('a', [elsewhere], two), b))).toEqual([['a'], ['a'], ['b']]);
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
        { part_type: 'hood' as const, probability: 0.45 },
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
  });
});

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

describe('what is no damage', () => {
  test.each(['dirt', 'shadow', 'light_reflection', 'car_curve', 'flat_tire', 'airbag_deployed'])(
    'is not shown as one: %s',
    (type) => {
      expect(found(photo('a', [far], [damage(type, DOOR, box(480, 480, 40, 20), 0.99)]))).toEqual([]);
    },
  );

  test('nor is what is below the threshold of its type', () => {
    expect(found(photo('a', [far], [{ ...farMiddle, score: 0.49 }]))).toEqual([]);
  });

  test('nor is what lies on somebody who stands before the vehicle, unless parts are seen there', () => {
    const before = photo('a', [far], [damage('dent', null, box(700, 300, 80, 80)), farMiddle]);
    before.detections.persons = [{ label: 'person', score: 0.9, bounding_box: box(450, 200, 400, 700) }];
    expect(found(before).map(({ damage_type }) => damage_type)).toEqual(['scratch']);
  });

  test('nor is a fold beside an open airbag, unless a part is seen there', () => {
    const airbag = damage('airbag_deployed', null, box(600, 100, 200, 200), 0.86);
    const fold = damage('dent', 'mirror_right', box(700, 250, 80, 80));
    const pane = part('windshield_front', box(600, 100, 300, 300));
    const inside = photo('a', [far, pane], [airbag, fold, farMiddle], { viewpoint: null });
    expect(found(inside).map(({ damage_type }) => damage_type)).toEqual(['scratch']);
    const without = photo('a', [far], [fold, farMiddle], { viewpoint: null });
    expect(found(without)).toHaveLength(2);
  });

  test('what looks like a scratch or a dent on a wheel is none of the bodywork; beside the wheel it is one', () => {
    const wheel = part('wheel_front_left', box(100, 100, 800, 800));
    const spoke = damage('scratch', null, box(300, 300, 200, 100));
    const tire = damage('dent', null, box(150, 150, 60, 60), 0.9);
    expect(found(photo('a', [wheel], [spoke, tire]))).toEqual([]);
    const hubcap = damage('hubcap_scratch', 'wheel_front_left', box(300, 300, 200, 100));
    expect(found(photo('a', [wheel], [hubcap]))).toHaveLength(1);
    const beside = damage('scratch', DOOR, box(480, 480, 60, 60));
    const small = part('wheel_front_left', box(500, 560, 100, 100));
    expect(found(photo('a', [far, small], [beside]))).toHaveLength(1);
  });

  test('one thing that goes by two names is the one that is surer', () => {
    const crack = damage('dent', DOOR, box(480, 480, 60, 60), 0.9);
    const piece = damage('scratch', DOOR, box(481, 481, 60, 60), 0.7);
    const beside = damage('scratch', DOOR, box(500, 500, 60, 60), 0.7);
    expect(found(photo('a', [far], [piece, crack])).map(({ damage_type }) => damage_type)).toEqual(['dent']);
    expect(found(photo('a', [far], [beside, crack]))).toMatchObject([
      { damage_type: 'dent', evidence: { other_types: ['scratch'] } },
    ]);
  });

  test('what one hit left at one spot is one damage, led by what takes most to repair', () => {
    const dent = damage('dent', DOOR, box(480, 480, 60, 60), 0.9);
    const scratch = damage('scratch', DOOR, box(500, 500, 80, 60), 0.95);
    const crack = damage('body_crack', DOOR, box(560, 530, 60, 20), 0.5);
    const lost = damage('scratch', null, box(470, 470, 30, 30), 0.6);
    const [one, ...others] = found(photo('a', [far], [scratch, crack, lost, dent]));
    expect(others).toEqual([]);
    expect(one).toMatchObject({
      damage_type: 'body_crack',
      part_types: [DOOR],
      score: 0.5,
      evidence: { other_types: ['dent', 'scratch'] },
    });
    expect(one!.views).toMatchObject([{ bounding_box: box(470, 470, 150, 90) }]);
  });

  test('and what lies within another as a whole is the same, whatever the parts are called', () => {
    const [one, ...others] = found(
      photo(
        'a',
        [far, part('door_back_left', box(600, 400, 200, 200))],
        [
          damage('dent', DOOR, box(480, 480, 200, 60)),
          damage('scratch', 'door_back_left', box(610, 490, 60, 20)),
        ],
      ),
    );
    expect(others).toEqual([]);
    expect(one).toMatchObject({ damage_type: 'dent', part_types: [DOOR, 'door_back_left'] });
  });

  test.each([
    ['rust', damage('rustiness', DOOR, box(500, 500, 60, 60))],
    ['on a part of another kind', damage('broken_light', null, box(500, 500, 60, 60))],
    ['apart', damage('dent', DOOR, box(560, 560, 30, 30))],
    ['on another part', damage('dent', 'door_back_left', box(520, 500, 60, 60))],
  ])('but not what is %s', (_, other) => {
    const back = part('door_back_left', box(600, 400, 200, 200));
    const scratch = damage('scratch', DOOR, box(480, 480, 60, 60));
    expect(found(photo('a', [far, back], [scratch, other]))).toHaveLength(2);
  });

  test('a smash where something more precise was found is that', () => {
    const glass = damage('broken_glass', DOOR, box(480, 480, 60, 60), 0.9);
    const smash = damage('smash', DOOR, box(482, 478, 62, 60), 0.7);
    expect(found(photo('a', [far], [glass, smash])).map(({ damage_type }) => damage_type)).toEqual([
      'broken_glass',
    ]);
  });
});

test('of a part beside whose outline it lies, the place of a damage is not known', () => {
  const placeOf = (x: number) =>
    findingsOnPhoto(photo('a', [far], [damage('dent', DOOR, box(x, 480, 60, 60))]), threshold).damages[0]!
      .place;
  expect(placeOf(480)).toMatchObject({ u: 0.55 });
  expect(placeOf(300)).toBeNull();
});

test('a damage across two parts lies on both, most of it on the first', () => {
  const other = part('door_back_left', box(600, 400, 200, 200));
  const [across] = found(photo('a', [far, other], [damage('dent', DOOR, box(540, 480, 110, 40))]));
  expect(across!.part_types).toEqual([DOOR, 'door_back_left']);
});

describe('a damage is never put on a part that cannot have it', () => {
  test('by the part that a client says is on the photo', () => {
    const light = damage('broken_light', null, box(480, 480, 60, 60));
    const said = (...parts: PartType[]) => found(photo('a', [], [light], { hint: { parts } }))[0]!.part_types;
    expect(said('bumper_front')).toEqual([]);
    expect(said('head_light_left')).toEqual(['head_light_left']);
    // Of two parts that were said, the one that it can lie on.
    expect(said('bumper_front', 'head_light_left')).toEqual(['head_light_left']);
  });

  test('by lying on a second part too', () => {
    const bumper = part('bumper_front', box(400, 400, 300, 300));
    const lamp = part('head_light_left', box(300, 400, 100, 100));
    const light = damage('broken_light', 'head_light_left', box(350, 420, 100, 60));
    expect(found(photo('a', [bumper, lamp], [light]))[0]!.part_types).toEqual(['head_light_left']);
  });
});

test('a close-up shows a vehicle, also where no box around one can be drawn', () => {
  const closeUp = photo('a', [], [damage('dent', null, box(540, 480, 110, 40))], { viewpoint: null });
  delete closeUp.detections.vehicle;
  const findingsOf = (photo: AnalyzedPhoto) => findingsOnPhoto(photo, threshold);
  expect(findingsOf(closeUp).has_vehicle).toBe(true);
  expect(findingsOf({ ...closeUp, detections: { ...closeUp.detections, damages: [] } }).has_vehicle).toBe(
    true,
  );
  const none = { ...closeUp.detections, damages: [], has_vehicle: false };
  expect(findingsOf({ ...closeUp, detections: none }).has_vehicle).toBe(false);
});

describe('from one end of the vehicle, straight or at a corner', () => {
  const grill = part('grill', box(400, 500, 200, 100));
  const wrong = part('bumper_back', box(200, 600, 600, 200));
  const dent = damage('dent', 'bumper_back', box(450, 650, 60, 60));

  test.each(['front', 'front_left'])('the bumper is the one of that end: %s', (viewpoint) => {
    const findingsOf = findingsOnPhoto(photo('a', [grill, wrong], [dent], { viewpoint }), threshold);
    expect(findingsOf.parts.map(({ part_type }) => part_type)).toEqual(['grill', 'bumper_front']);
    expect(findingsOf.damages).toMatchObject([{ damage_type: 'dent', part_types: ['bumper_front'] }]);
  });

  test('a piece that is missing of a bumper is of that bumper, though no part is seen there', () => {
    const piece = damage('missing_piece', null, box(300, 850, 300, 100), 0.9);
    const partsFrom = (viewpoint: string | null) => found(photo('a', [grill], [piece], { viewpoint }))[0]!;
    expect(partsFrom('front_left').part_types).toEqual(['bumper_front']);
    expect(partsFrom('back').part_types).toEqual(['bumper_back']);
    expect(partsFrom('left')).toMatchObject({ part_types: [], evidence: { part_family: 'bumper' } });
    expect(partsFrom(null)).toMatchObject({ part_types: [], evidence: { part_family: 'bumper' } });
  });

  test('what the other end alone has is not believed, and no damage is put on it', () => {
    const trunk = part('trunk', box(200, 600, 600, 200));
    const findingsOf = findingsOnPhoto(
      photo('a', [grill, trunk], [{ ...dent, part_type: 'trunk' }], { viewpoint: 'front' }),
      threshold,
    );
    expect(findingsOf.parts.map(({ part_type }) => part_type)).toEqual(['grill']);
    expect(findingsOf.damages).toMatchObject([{ damage_type: 'dent', part_types: [] }]);
  });
});

describe('on a close-up without a direction of view', () => {
  const onPart = (type: string, others: DetectedPart[], more: { hint?: Partial<ClientHint> } = {}) =>
    found(
      photo(
        'a',
        [part(type, box(200, 600, 600, 200)), ...others],
        [damage('dent', type, box(450, 650, 60, 60))],
        { viewpoint: null, ...more },
      ),
    )[0]!;
  const named = (...given: Parameters<typeof onPart>) => onPart(...given).part_types;

  test('the end of a bumper is said only when another part of that end is seen, and none of the other', () => {
    const trunk = part('trunk', box(300, 400, 400, 200));
    expect(named('bumper_back', [trunk])).toEqual(['bumper_back']);
    expect(named('bumper_back', [])).toEqual([]);
    // A front bumper is taken for a rear one, hardly ever the other way round.
    expect(named('bumper_front', [])).toEqual(['bumper_front']);
    expect(named('bumper_back', [trunk, part('hood', box(300, 100, 400, 200), 0.5)])).toEqual([]);
  });

  test('the side of a door is said only when two more parts of that side are seen', () => {
    const window = part('window_front_left', box(300, 400, 400, 200));
    const mirror = part('mirror_left', box(300, 300, 100, 100));
    expect(named(DOOR, [window, mirror])).toEqual([DOOR]);
    expect(named(DOOR, [window])).toEqual([]);
    // A wheel has its name from the parts around it.
    expect(named(DOOR, [window, part('wheel_front_left', box(300, 300, 100, 100))])).toEqual([]);
  });

  test('a part that is not sure, or only near the damage, is not named', () => {
    const trunk = part('trunk', box(300, 400, 400, 200));
    const faint = photo(
      'a',
      [part('bumper_back', box(200, 600, 600, 200), 0.75), trunk],
      [damage('dent', 'bumper_back', box(450, 650, 60, 60))],
      { viewpoint: null },
    );
    expect(found(faint)[0]!.part_types).toEqual([]);
    const near = {
      ...faint,
      detections: { ...faint.detections, parts: [part('bumper_back', box(200, 600, 600, 200)), trunk] },
    };
    near.detections.damages![0]!.parts = [{ part_type: 'bumper_back', confidence: 0.4, touches: false }];
    expect(found(near)[0]!.part_types).toEqual([]);
  });

  describe('where the net for close-ups looked', () => {
    const saidBy = (...close_up: NonNullable<DetectedDamage['close_up']>) =>
      found(
        photo(
          'a',
          [part('bumper_back', box(200, 600, 600, 200))],
          [{ ...damage('dent', 'bumper_back', box(450, 650, 60, 60)), close_up }],
          { viewpoint: null },
        ),
      )[0]!;

    test('its sure part is named, whatever the parts model sees there', () => {
      const { part_types, part_by, evidence } = saidBy(
        { part_type: 'bumper_front', probability: 0.92 },
        { part_type: 'bumper_back', probability: 0.08 },
      );
      expect(part_types).toEqual(['bumper_front']);
      expect(part_by).toBe('close_up_parts');
      expect(evidence).toMatchObject({ part_confidence: 0.92, part_candidates: [] });
    });

    test('a side or an end that is not sure stays open, with its probabilities', () => {
      const { part_types, part_by, evidence } = saidBy(
        { part_type: 'fender_front_left', probability: 0.55 },
        { part_type: 'fender_front_right', probability: 0.34 },
        { part_type: 'hood', probability: 0.02 },
      );
      expect(part_types).toEqual([]);
      expect(part_by).toBe('close_up_parts');
      expect(evidence.part_candidates).toEqual([
        { part_type: 'fender_front_left', probability: 0.55 },
        { part_type: 'fender_front_right', probability: 0.34 },
      ]);
    });
  });

  test('a part that is not named is to be confirmed, with what it may be', () => {
    expect(onPart('bumper_back', []).evidence).toMatchObject({
      part_confidence: null,
      part_candidates: [
        { part_type: 'bumper_back', probability: 0.33 },
        { part_type: 'bumper_front', probability: 0.33 },
      ],
    });
    expect(onPart(DOOR, []).evidence.part_candidates).toMatchObject([
      { part_type: DOOR },
      { part_type: 'door_front_right' },
    ]);
  });

  test('where only the side or the end is open, the kind of part is said', () => {
    expect(onPart(DOOR, []).evidence.part_family).toBe('door');
    expect(onPart('bumper_front', []).part_types).toEqual(['bumper_front']);
    const lamp = photo('a', [], [damage('broken_light', null, box(450, 650, 60, 60))], { viewpoint: null });
    expect(found(lamp)[0]!.evidence.part_family).toBe('light');
  });

  test('what the model calls a rear bumper on a close-up is some panel, and a missing piece may be anything', () => {
    expect(onPart('bumper_back', []).evidence.part_family).toBe('panel');
    const piece = photo('a', [], [damage('smash', null, box(450, 650, 60, 60))], { viewpoint: null });
    expect(found(piece)[0]!.evidence).not.toHaveProperty('part_family');
  });

  test('what the client says comes first: its part, or the direction that its sight shows', () => {
    expect(named('bumper_back', [], { hint: { parts: ['bumper_front'] } })).toEqual(['bumper_front']);
    const trunk = part('trunk', box(300, 400, 400, 200));
    expect(named('bumper_back', [trunk], { hint: { parts: ['bumper_front'] } })).toEqual(['bumper_front']);
    expect(named('bumper_back', [], { hint: { direction: 'back' } })).toEqual(['bumper_back']);
  });
});

test('many small scratches close together on one part are one damage, of those that are sure enough', () => {
  const scratch = (index: number, score: number) =>
    damage('scratch', DOOR, box(300 + 40 * index, 400, 20, 10), score);
  const scratches = [0, 1, 2, 3].map((index) => scratch(index, 0.8));
  const [one, ...others] = found(photo('a', [near], [...scratches, scratch(4, 0.2)]));
  expect(others).toEqual([]);
  expect(one).toMatchObject({ damage_type: 'scattered_scratches', part_types: [DOOR], score: 0.8 });
  expect(one!.views[0]!.bounding_box).toEqual(box(300, 400, 140, 10));
});
