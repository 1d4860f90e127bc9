import { describe, expect, test } from 'vitest';
import { DOOR, far, farMiddle, found, near, threshold } from '../damages/test-damages.ts';
import type { PartType } from '../parts/parts.ts';
import type { DetectedDamage, DetectedPart } from './detections.ts';
import { type AnalyzedPhoto, findingsOnPhoto } from './photo-findings.ts';
import type { ClientHint } from './photo-sides.ts';
import { box, damage, part, photo } from './test-photos.ts';

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

test('the hole that a lamp leaves is no damage of the panels around it; what is missing of a bumper may be', () => {
  const around = part('fender_front_right', box(300, 100, 300, 300));
  const on = (main: PartType) =>
    found(
      photo(
        'a',
        [part(main, box(100, 100, 200, 200)), around],
        [damage('missing_piece', main, box(150, 120, 270, 160))],
      ),
    ).map(({ part_types }) => part_types);
  expect(on('head_light_right')).toEqual([['head_light_right']]);
  expect(on('bumper_front')).toEqual([['bumper_front', 'fender_front_right']]);
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
    /** `seen`: what the parts model sees under the damage, and how sure it is. */
    const saidBy = (seen: [PartType, number] | null, ...close_up: NonNullable<DetectedDamage['close_up']>) =>
      found(
        photo(
          'a',
          seen ? [part(seen[0], box(200, 600, 600, 200), seen[1])] : [],
          [
            {
              ...damage('dent', seen?.[0] ?? null, box(450, 650, 60, 60)),
              ...(seen && { parts: [{ part_type: seen[0], confidence: seen[1], touches: true }] }),
              close_up,
            },
          ],
          { viewpoint: null },
        ),
      )[0]!;

    test('its sure part is named where the parts model sees none', () => {
      const { part_types, part_by, evidence } = saidBy(
        null,
        { part_type: 'bumper_front', probability: 0.92 },
        { part_type: 'bumper_back', probability: 0.08 },
      );
      expect(part_types).toEqual(['bumper_front']);
      expect(part_by).toBe('close_up_parts');
      expect(evidence).toMatchObject({ part_confidence: 0.92, part_candidates: [] });
    });

    test('both models together name a part that neither names alone, and none where they contradict', () => {
      const doubtful: NonNullable<DetectedDamage['close_up']> = [
        { part_type: 'bumper_front', probability: 0.6 },
        { part_type: 'bumper_back', probability: 0.4 },
      ];
      expect(saidBy(null, ...doubtful).part_types).toEqual([]);
      expect(saidBy(['bumper_front', 0.7], ...doubtful).part_types).toEqual(['bumper_front']);
      const sure = { part_type: 'bumper_front' as const, probability: 0.92 };
      const open = saidBy(['bumper_back', 0.95], sure);
      expect(open.part_types).toEqual([]);
      expect(open.evidence.part_family).toBe('bumper');
    });

    test('a side or an end that is not sure stays open, with its probabilities', () => {
      const { part_types, part_by, evidence } = saidBy(
        null,
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
