import { describe, expect, test } from 'vitest';
import type { Detections, PredictedAttributes } from '../photos/detections.ts';
import { box, part, photo } from '../photos/test-photos.ts';
import type { BoundingBox } from '../records/place.ts';
import { missingHubcaps } from './wheel-damages.ts';
import { mayBeFlat, predictionsFrom } from './wheel-predictions.ts';
import { wheelNamed, wheelsOn } from './wheels-on-photo.ts';

/** An alloy wheel without a fault on a good crop, but for what is told. */
const seen = (
  told: Record<string, [prediction: string | null, confidence: number]> = {},
): PredictedAttributes => ({
  ...Object.fromEntries(
    Object.entries({
      hubcap_over_rim: ['RIM_ONLY', 0.95],
      rim_material: ['ALU', 0.9],
      rim_condition: ['NOT_DAMAGED', 0.8],
      rim_visual_aspect: ['CLASSIC', 0.8],
      tyre: ['INFLATED', 0.85],
      missing_hubcap: ['no', 0.9],
      usable: ['yes', 0.95],
      ...told,
    } satisfies Record<string, [string | null, number]>).map(([name, [prediction, confidence]]) => [
      name,
      { prediction, confidence },
    ]),
  ),
});

const words = (attributes: PredictedAttributes) =>
  Object.fromEntries(
    Object.entries(predictionsFrom(attributes)).map(([name, { prediction }]) => [name, prediction]),
  );

describe('of a wheel', () => {
  test('a tire that may be flat is flat where another model finds that, too', () => {
    const unsure = seen({ tyre: ['FLAT', 0.97], usable: [null, 0.8] });
    expect(mayBeFlat(unsure)).toBe(true);
    expect(predictionsFrom(unsure).tyre.prediction).toBe('UNKNOWN');
    expect(predictionsFrom(unsure, true).tyre).toEqual({ prediction: 'FLAT', confidence: 0.97 });
    expect(predictionsFrom(seen(), true).tyre.prediction).toBe('INFLATED');
    expect(mayBeFlat(seen({ tyre: ['FLAT', 0.97] }))).toBe(false);
    expect(mayBeFlat(seen({ tyre: ['FLAT', 0.97], usable: ['no', 0.9] }))).toBe(false);
  });

  test('without a hubcap everything is said of the rim and nothing of a hubcap', () => {
    expect(predictionsFrom(seen())).toEqual({
      rim_condition: { prediction: 'NOT_DAMAGED', confidence: 0.8 },
      rim_material: { prediction: 'ALU', confidence: 0.9 },
      rim_visual_aspect: { prediction: 'CLASSIC', confidence: 0.8 },
      hubcap_over_rim: { prediction: 'RIM_ONLY', confidence: 0.95 },
      hubcap_condition: { prediction: 'NOT_APPLICABLE', confidence: 0.95 },
      hubcap_visual_aspect: { prediction: 'NOT_APPLICABLE', confidence: 0.95 },
      tyre: { prediction: 'INFLATED', confidence: 0.85 },
    });
  });

  test('under a hubcap the rim is not judged, and the hubcap only by a model that can', () => {
    const covered = seen({ hubcap_over_rim: ['HUBCAP_OVER_RIM', 0.95], rim_material: ['STEEL', 0.9] });
    expect(words(covered)).toMatchObject({
      rim_condition: 'UNKNOWN',
      rim_visual_aspect: 'UNKNOWN',
      rim_material: 'STEEL',
      hubcap_condition: 'UNKNOWN',
    });
    const told = { ...covered, hubcap_condition: { prediction: 'NOT_DAMAGED', confidence: 0.9 } };
    expect(words(told)).toMatchObject({ hubcap_condition: 'NOT_DAMAGED', hubcap_visual_aspect: 'UNKNOWN' });
  });

  test.each([
    ['an alloy rim', seen({ hubcap_over_rim: [null, 0.8] }), 'NOT_DAMAGED'],
    [
      'a steel rim or a hubcap',
      seen({ hubcap_over_rim: [null, 0.8], rim_material: ['STEEL', 0.9] }),
      'UNKNOWN',
    ],
  ])('that may have a hubcap, seen as %s, the condition of the rim is told as follows', (_, crop, word) => {
    expect(words(crop)).toMatchObject({
      hubcap_over_rim: 'UNKNOWN',
      hubcap_condition: 'UNKNOWN',
      rim_condition: word,
    });
  });

  test.each([
    ['rim_condition', 'DAMAGED'],
    ['tyre', 'FLAT'],
  ])('a fault of the %s needs more than any other word', (name, fault) => {
    expect(words(seen({ [name]: [fault, 0.89] }))[name]).toBe('UNKNOWN');
    expect(words(seen({ [name]: [fault, 0.91] }))[name]).toBe(fault);
    expect(words(seen({ [name]: [fault, 0.91], usable: [null, 0.6] }))[name]).toBe('UNKNOWN');
  });

  test('nothing is said from a crop that is too poor, nor with a word that nobody knows', () => {
    const poor = words(seen({ usable: ['no', 0.95] }));
    expect(new Set(Object.values(poor))).toEqual(new Set(['UNKNOWN']));
    expect(predictionsFrom(seen({ rim_material: ['wood', 0.99] })).rim_material).toEqual({
      prediction: 'UNKNOWN',
      confidence: 0,
    });
  });
});

const LARGE = box(100, 500, 300, 300);
const SMALL = box(700, 600, 100, 100);

type Wheels = [name: string, where: BoundingBox, attributes?: PredictedAttributes][];

const analyzed = (
  wheels: Wheels,
  more: Parameters<typeof photo>[3] & { detections?: Partial<Detections>; image_id?: string } = {},
) => {
  const { detections: also, image_id = 'a', ...rest } = more;
  const parts = wheels.map(([name, where]) => part(name, where));
  const base = photo(image_id, parts, [], rest);
  const ofWheels = wheels.map(([part_type, bounding_box, attributes = seen()]) => ({
    part_type,
    bounding_box,
    attributes,
  }));
  return { ...base, detections: { ...base.detections, wheels: ofWheels, ...also } };
};

const names = (...args: Parameters<typeof wheelsOn>) => wheelsOn(...args).map(({ wheel_name }) => wheel_name);

describe('on a photo', () => {
  const both: Wheels = [
    ['wheel_front_left', LARGE],
    ['wheel_back_left', SMALL],
  ];

  test('each wheel has the name of its place, the largest first', () => {
    expect(names(analyzed(both.toReversed()), null)).toEqual(['wheel_front_left', 'wheel_back_left']);
  });

  test('a wheel has no name when neither the client nor the direction of the photo speaks for its side', () => {
    expect(names(analyzed(both, { viewpoint: null }), null)).toEqual([null, null]);
    expect(names(analyzed(both, { viewpoint: null, hint: { direction: 'left' } }), null)).toEqual([
      'wheel_front_left',
      'wheel_back_left',
    ]);
  });

  test('taken from the side that the client names, left is right', () => {
    const doors = {
      parts: [...analyzed(both).detections.parts!, part('door_front_left', box(400, 400, 200, 200))],
    };
    expect(names(analyzed(both, { hint: { direction: 'right' }, detections: doors }), null)).toEqual([
      'wheel_front_right',
      'wheel_back_right',
    ]);
  });

  test('the wheel that the client names is the large one, and no other has its name', () => {
    expect(names(analyzed(both), 'wheel_back_left')).toEqual(['wheel_back_left', null]);
    const alike: Wheels = [
      ['wheel_front_left', LARGE],
      ['wheel_back_left', box(600, 500, 280, 280)],
    ];
    const [main] = wheelsOn(analyzed(alike), 'wheel_back_left');
    expect(main!.bounding_box!.xmin).toBe(600);
    expect(names(analyzed([['wheel', LARGE]], { viewpoint: null }), 'wheel_back_right')).toEqual([
      'wheel_back_right',
    ]);
  });

  test('a wheel that is too poor to judge and could be any is left out', () => {
    const poor = seen({ usable: ['no', 0.95] });
    expect(names(analyzed([['wheel', SMALL, poor]]), null)).toEqual([]);
    expect(names(analyzed([['wheel_back_left', SMALL, poor]]), null)).toEqual(['wheel_back_left']);
    expect(names(analyzed([['wheel', SMALL]]), null)).toEqual([null]);
  });

  test('wheels of another vehicle, dials, and wheels where there is no vehicle are none', () => {
    const vehicle = { present: true, box: box(0, 0, 500, 900), whole_in_frame: false, share_of_picture: 0.5 };
    expect(names(analyzed(both, { detections: { vehicle } }), null)).toEqual(['wheel_front_left']);
    const inside = { photo: { viewpoint: { prediction: 'interior', confidence: 0.9 } } };
    expect(names(analyzed(both, { detections: inside }), null)).toEqual([]);
    expect(names(analyzed(both, { detections: { has_vehicle: false } }), null)).toEqual([]);
  });

  test('of a named wheel that is not seen, the whole photo is judged if it is surely good', () => {
    const [close] = wheelsOn(analyzed([], { detections: { as_wheel: seen() } }), 'wheel_front_left');
    expect(close).toMatchObject({
      wheel_name: 'wheel_front_left',
      bounding_box: box(0, 0, 1000, 1000),
      attributes: { rim_material: { prediction: 'ALU' } },
    });
    const doubtful = seen({ usable: [null, 0.8] });
    const [other] = wheelsOn(analyzed([], { detections: { as_wheel: doubtful } }), 'wheel_front_left');
    expect(other).toMatchObject({ wheel_name: 'wheel_front_left', bounding_box: null, attributes: null });
    expect(wheelsOn(analyzed([], { detections: { as_wheel: seen() } }), null)).toEqual([]);
  });
});

test.each([
  ['wheel_back_right', { wheel_name: 'wheel_back_right' }, 'haccord-2v-2_QD5', ['wheel_front_right']],
  ['wheel_front_left', {}, 'haccord-2v-2_QD5', ['wheel_front_right']],
  ['wheel_front_right', {}, null, ['rim_front_right', 'fender_front_right']],
  [null, {}, null, ['wheel_front_right', 'wheel_back_right']],
  [null, {}, 'nobody-knows', []],
])(
  'the client names %s: in the details first, then by the sight, then as what the photo centers on',
  (named, details, sight_id, centers_on) => {
    expect(wheelNamed({ sight_id, detailed_viewpoint: { centers_on } }, details)).toBe(named);
  },
);

describe('a missing hubcap', () => {
  const bare = (confidence: number) =>
    seen({ rim_material: ['STEEL', 0.95], missing_hubcap: ['yes', confidence] });
  const on = (image_id: string, attributes: PredictedAttributes, name = 'wheel_front_left') =>
    wheelsOn(
      analyzed([[name, LARGE, attributes]], { image_id, viewpoint: name === 'wheel' ? null : 'left' }),
      null,
    );

  test('that two photos show is one, with both as evidence', () => {
    const found = missingHubcaps([...on('a', bare(0.92)), ...on('b', bare(0.97))]);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({
      damage_type: 'missing_hubcap',
      part_types: ['wheel_front_left'],
      score: 0.97,
      evidence: { best_score: 0.97, threshold: 0.9, photos_against: [] },
      views: [{ image_id: 'b' }, { image_id: 'a' }],
    });
  });

  test('is dropped when another photo of the wheel shows that nothing is missing', () => {
    const [a, b, against] = [on('a', bare(0.97)), on('b', bare(0.95)), on('c', seen())];
    expect(missingHubcaps([...a, ...against])).toEqual([]);
    expect(missingHubcaps([...a, ...b, ...against])).toMatchObject([
      { score: 0.97, evidence: { photos_against: ['c'] } },
    ]);
  });

  test.each([
    ['not sure enough', bare(0.89)],
    ['on a doubtful crop', { ...bare(0.99), usable: { prediction: null, confidence: 0.6 } }],
    ['of an alloy rim', seen({ missing_hubcap: ['yes', 0.99] })],
    [
      'under a hubcap',
      seen({
        hubcap_over_rim: ['HUBCAP_OVER_RIM', 0.95],
        rim_material: ['STEEL', 0.9],
        missing_hubcap: ['yes', 0.99],
      }),
    ],
  ])('is none when it is %s', (_, attributes) => {
    expect(missingHubcaps(on('a', attributes))).toEqual([]);
  });

  test('of wheels that could be any is told photo by photo', () => {
    const found = missingHubcaps([...on('a', bare(0.95), 'wheel'), ...on('b', bare(0.95), 'wheel')]);
    expect(found.map(({ part_types }) => part_types)).toEqual([['wheel'], ['wheel']]);
  });
});
