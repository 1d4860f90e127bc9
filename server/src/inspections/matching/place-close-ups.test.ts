import { describe, expect, test } from 'vitest';
import { thresholdFor } from '../damages/damage-kinds.ts';
import { findDamages } from '../damages/find-damages.ts';
import type { PartType } from '../parts/parts.ts';
import { type AnalyzedPhoto, findingsOnPhoto } from '../photos/photo-findings.ts';
import { box, damage, part, photo } from '../photos/test-photos.ts';
import type { Affine } from './affine.ts';
import { packed, unpacked } from './local-features.ts';
import type { FeatureMatch } from './match-features.ts';
import { affordable, onVehicle, photosToMatch, placedCloseUps } from './place-close-ups.ts';
import { someFeatures } from './test-features.ts';
import { MOST_SEARCHED_PHOTOS } from './tuning.ts';

const threshold = thresholdFor({ scratch: 0.5, dent: 0.4, broken_light: 0.5 });
const settled = (looked: AnalyzedPhoto) => findingsOnPhoto(looked, threshold);

const DOOR = 'door_front_left';
const door = part(DOOR, box(400, 400, 200, 200));
const fender = part('fender_front_left', box(100, 400, 250, 200));
const wide = photo('wide', [door, fender], []);
const wideWithScratch = photo('wide', [door, fender], [damage('scratch', DOOR, box(480, 480, 40, 20))]);
/** In the middle of the close-up, on no known part. */
const scratch = damage('scratch', null, box(400, 440, 200, 100), 0.9);
const closeUp = photo('close', [], [scratch], { viewpoint: null });

/** The close-up shows a fifth of the wide photo, around this point of it. */
const matchAt = (x: number, y: number, pairs = 9): FeatureMatch => {
  const place: Affine = { a: 0.2, b: 0, c: x - 0.1, d: 0, e: 0.2, f: y - 0.1 };
  const around = Array.from({ length: pairs }, (_, at) => ({ x: 0.4 + at / 50, y: 0.5 }));
  return { place, pairs: around.map((from) => ({ from, to: { x, y } })) };
};
const matched = (...found: [string, FeatureMatch][]) =>
  new Map([['close', found.map(([image_id, match]) => ({ image_id, match }))]]);
const foundOn = (photos: AnalyzedPhoto[], matches: ReturnType<typeof matched>) =>
  findDamages(placedCloseUps(photos.map(settled), matches), threshold);

describe('a close-up that is found on a wider photo', () => {
  test('has the part that the wider photo shows there, and says so', () => {
    const [only, ...others] = foundOn([wide, closeUp], matched(['wide', matchAt(0.5, 0.49)]));
    expect(others).toEqual([]);
    expect(only).toMatchObject({ part_types: [DOOR], evidence: { part_candidates: [] } });
    expect(only!.evidence.part_matched_on!.image_id).toBe('wide');
    expect(only!.evidence.part_matched_on!.bounding_box.xmin).toBeCloseTo(480, 0);
  });

  test('shows the damage that the wider photo shows at that place: one damage with two views', () => {
    const damages = foundOn([wideWithScratch, closeUp], matched(['wide', matchAt(0.5, 0.49)]));
    expect(damages.map(({ views }) => views.map(({ image_id }) => image_id).sort())).toEqual([
      ['close', 'wide'],
    ]);
  });

  test('shows another damage when the place is another one of the same part', () => {
    const damages = foundOn([wideWithScratch, closeUp], matched(['wide', matchAt(0.57, 0.57)]));
    expect(damages.map(({ part_types }) => part_types)).toEqual([[DOOR], [DOOR]]);
  });

  test('has no part where wider photos contradict each other', () => {
    const other = { ...wide, image_id: 'other' };
    const matches = matched(['wide', matchAt(0.5, 0.49)], ['other', matchAt(0.2, 0.49)]);
    expect(foundOn([wide, other, closeUp], matches)[0]!.part_types).toEqual([]);
  });

  test('has no part where the spots that agree are far from the damage', () => {
    const far = matchAt(0.5, 0.49);
    for (const { from } of far.pairs) from.y = 0.9;
    expect(foundOn([wide, closeUp], matched(['wide', far]))[0]!.part_types).toEqual([]);
  });

  test('has the part of a closer photo too, if the parts around it confirm its name', () => {
    const around = [
      part('window_front_left', box(400, 200, 200, 180)),
      part('mirror_left', box(350, 300, 60, 60)),
    ];
    const photoOf = (parts: (typeof door)[]) => photo('closer', parts, [], { viewpoint: null });
    const matches = matched(['closer', matchAt(0.5, 0.49)]);
    expect(foundOn([photoOf([door, ...around]), closeUp], matches)[0]!.part_types).toEqual([DOOR]);
    expect(foundOn([photoOf([door]), closeUp], matches)[0]!.part_types).toEqual([]);
  });

  test('never has a part that cannot have such a damage', () => {
    const lamp = photo('close', [], [damage('broken_light', null, box(400, 440, 200, 100), 0.9)], {
      viewpoint: null,
    });
    expect(foundOn([wide, lamp], matched(['wide', matchAt(0.5, 0.49)]))[0]!.part_types).toEqual([]);
  });

  test('keeps the part that the client names', () => {
    const named = { ...closeUp, hint: { parts: ['hood' as const], direction: null } };
    const [only] = foundOn([wide, named], matched(['wide', matchAt(0.5, 0.49)]));
    expect(only).toMatchObject({ part_types: ['hood'], evidence: { part_matched_on: null } });
  });
});

describe('a close-up that is found on another close-up', () => {
  const other = photo('other', [], [damage('scratch', null, box(600, 440, 200, 100), 0.8)], {
    viewpoint: null,
  });
  /** The other one was taken further to the left. */
  const shifted = (by: number): FeatureMatch => ({
    place: { a: 1, b: 0, c: by, d: 0, e: 1, f: 0 },
    pairs: matchAt(0.5, 0.5).pairs,
  });

  test('shows the same damage where both are found at the same spot: it is listed once', () => {
    const damages = foundOn([other, closeUp], matched(['other', shifted(0.2)]));
    expect(damages.map(({ views }) => views.map(({ image_id }) => image_id))).toEqual([['close', 'other']]);
  });

  test('shows another damage where the spots are apart', () => {
    expect(foundOn([other, closeUp], matched(['other', shifted(-0.2)]))).toHaveLength(2);
  });

  test('takes over the part that is known of the other one', () => {
    const named = { ...other, hint: { parts: ['hood' as const], direction: null } };
    const [only, ...more] = foundOn([named, closeUp], matched(['other', shifted(0.2)]));
    expect(more).toEqual([]);
    expect(only!.part_types).toEqual(['hood']);
  });

  test('is on some panel where one of them says a door and the other a fender', () => {
    const saying = (looked: AnalyzedPhoto, part_type: string): AnalyzedPhoto => ({
      ...looked,
      detections: {
        ...looked.detections,
        damages: looked.detections.damages!.map((one) => ({
          ...one,
          parts: [{ part_type, confidence: 0.6, touches: true }],
        })),
      },
    });
    const photos = [saying(other, 'fender_back_left'), saying(closeUp, 'door_back_left')];
    const [only] = foundOn(photos, matched(['other', shifted(0.2)]));
    expect(only!.evidence.part_family).toBe('panel');
    const parts = only!.evidence.part_candidates!.map(({ part_type }) => part_type);
    expect(parts).toEqual(expect.arrayContaining(['fender_back_left', 'door_back_left']));
  });

  test('is compared with the four damaged close-ups next to it, though no photo tells a part', () => {
    const many = Array.from({ length: 9 }, (_, at) => settled({ ...closeUp, image_id: `close ${at}` }));
    const [first] = photosToMatch(many);
    expect(first!.others.map(({ image_id }) => image_id)).toEqual([1, 2, 3, 4].map((at) => `close ${at}`));
  });

  test('may match anywhere but on wheels and plates, as no part of it is known', () => {
    const wheel = part('wheel_front_left', box(0, 500, 500, 500));
    const left = unpacked(
      onVehicle(packed(someFeatures(500, 5)), settled(photo('x', [wheel], [scratch], { viewpoint: null }))),
    );
    expect(left.some(({ x, y }) => x > 0.6 && y < 0.4)).toBe(true);
    expect(left.some(({ x, y }) => x < 0.5 && y > 0.5)).toBe(false);
  });
});

describe('a close-up that no wider photo shows the spot of', () => {
  const bumperBack = part('bumper_back', box(300, 600, 400, 150));
  const behind = photo('wide', [bumperBack], [], { viewpoint: 'back' });
  /** What the net for close-ups says of it. */
  const saying = (chances: Record<string, number>, image_id = 'close') =>
    photo(
      image_id,
      [],
      [
        {
          ...scratch,
          close_up: Object.entries(chances).map(([part_type, probability]) => ({
            part_type: part_type as 'hood',
            probability,
          })),
        },
      ],
      { viewpoint: null },
    );
  const none = new Map();

  test('shows the bumper that the wider photos show, though it looks as much like the other one', () => {
    const [only] = foundOn([behind, saying({ bumper_front: 0.6, bumper_back: 0.35 })], none);
    expect(only).toMatchObject({
      part_types: ['bumper_back'],
      evidence: { part_candidates: [], part_matched_on: null },
    });
    expect(only!.evidence).not.toHaveProperty('part_family');
  });

  test('is the damage that a wider photo shows on that part, if it shows one: listed once, with two views', () => {
    const scratched = photo('wide', [bumperBack], [damage('scratch', 'bumper_back', box(350, 650, 60, 40))], {
      viewpoint: 'back',
    });
    const damages = foundOn([scratched, saying({ bumper_front: 0.6, bumper_back: 0.35 })], none);
    // Measured against the part on the wider photo, though the close-up is surer of the damage.
    expect(damages[0]!.part_by).toBe('parts');
    expect(damages.map(({ views }) => views.map(({ image_id }) => image_id).sort())).toEqual([
      ['close', 'wide'],
    ]);
  });

  test('keeps its part open where wider photos show several that it may be', () => {
    const both = photo('front', [part('bumper_front', box(300, 600, 400, 150))], [], { viewpoint: 'front' });
    const [only] = foundOn([behind, both, saying({ bumper_front: 0.6, bumper_back: 0.35 })], none);
    expect(only).toMatchObject({ part_types: [], evidence: { part_family: 'bumper' } });
  });

  test('keeps its part open where it says itself that it shows a side without a wider photo', () => {
    const [only] = foundOn([behind, saying({ bumper_front: 0.62, bumper_back: 0.08 })], none);
    expect(only).toMatchObject({ part_types: [], evidence: { part_family: 'bumper' } });
  });

  test('is no back door because it looks like the front door of the side that no photo shows', () => {
    const rightDoors = ['door_front_right', 'door_back_right'].map((name, at) =>
      part(name, box(300 + 200 * at, 400, 200, 200)),
    );
    const beside = photo('wide', rightDoors, [], { viewpoint: 'right' });
    const front = saying({ door_front_left: 0.48, door_back_right: 0.36, door_front_right: 0.06 });
    const [open] = foundOn([beside, front], none);
    expect(open).toMatchObject({ part_types: [], evidence: { part_family: 'door' } });
    const back = saying({ door_back_left: 0.48, door_back_right: 0.3, door_front_right: 0.12 });
    const [told] = foundOn([beside, back], none);
    expect(told).toMatchObject({ part_types: ['door_back_right'] });
  });

  test('keeps its part open where another close-up of the spot tells another family', () => {
    const other = saying({ fender_back_left: 0.6, fender_back_right: 0.34 }, 'other');
    const photos = [behind, other, saying({ bumper_front: 0.6, bumper_back: 0.35 })];
    const match = { place: { a: 1, b: 0, c: 0, d: 0, e: 1, f: 0 }, pairs: matchAt(0.5, 0.5).pairs };
    const [only, ...more] = foundOn(photos, matched(['other', match]));
    expect(more).toEqual([]);
    expect(only).toMatchObject({ part_types: [], evidence: { part_family: 'panel' } });
  });
});

describe('photos of one spot that name different parts', () => {
  const onDoor = damage('scratch', DOOR, box(380, 480, 60, 40), 0.9);
  const first = photo('close', [door, fender], [onDoor]);
  const bumper = part('bumper_front', box(100, 400, 480, 300), 0.95);
  const onBumper = damage('scratch', 'bumper_front', box(390, 480, 60, 40), 0.7);
  const second = photo('second', [bumper], [onBumper]);
  const sameSpot: FeatureMatch = {
    place: { a: 1, b: 0, c: 0, d: 0, e: 1, f: 0 },
    pairs: matchAt(0.4, 0.5).pairs,
  };
  const matches = matched(['second', sameSpot]);
  const listed = (photos: AnalyzedPhoto[]) =>
    foundOn(photos, matches).map(({ part_types, views }) => [part_types, views.length]);

  test('show one damage, on the part that is surest, and perhaps on the other one too', () => {
    expect(listed([first, second])).toEqual([[['bumper_front', DOOR], 2]]);
  });

  test('show one damage on one part, where one name is the other one at the wrong end', () => {
    const behind = photo(
      'close',
      [part('bumper_back', box(100, 400, 480, 300), 0.7)],
      [damage('scratch', 'bumper_back', box(380, 480, 60, 40), 0.9)],
    );
    expect(listed([behind, second])).toEqual([[['bumper_front'], 2]]);
  });

  describe('and these are the same one on either side', () => {
    const named = (name: string, side: 'left' | 'right', confidence: number, viewpoint: string | null) => {
      const lamp = `head_light_${side}`;
      const seen = part(lamp, box(100, 400, 480, 300), confidence);
      const broken = damage('broken_light', lamp, box(380, 480, 60, 40));
      const close_up = [{ part_type: lamp as PartType, probability: confidence }];
      return photo(name, [seen], [viewpoint ? broken : { ...broken, close_up }], { viewpoint });
    };
    const found = (...photos: AnalyzedPhoto[]) =>
      foundOn(
        photos,
        matched(...photos.slice(1).map(({ image_id }): [string, FeatureMatch] => [image_id, sameSpot])),
      );

    test('show one damage on the side that the photo with a direction of view shows', () => {
      const wide = named('close', 'right', 0.6, 'front_right');
      const near = named('second', 'left', 0.97, null);
      expect(found(wide, near).map(({ part_types }) => part_types)).toEqual([['head_light_right']]);
    });

    test('else on the side that all of them together are surer of', () => {
      const three = [
        named('close', 'left', 0.85, null),
        named('second', 'right', 0.95, null),
        named('third', 'left', 0.85, null),
      ];
      expect(found(...three).map(({ part_types }) => part_types)).toEqual([['head_light_left']]);
    });
  });

  test('are of several damages where one of the photos has such a damage on both parts', () => {
    const both = photo('second', [bumper, door], [onBumper, damage('scratch', DOOR, box(540, 480, 40, 40))]);
    const leading = foundOn([first, both], matches).map(({ part_types: [lead] }) => lead);
    expect(leading.toSorted()).toEqual(['bumper_front', DOOR, DOOR]);
  });

  test('are compared, unless they are taken from different sides, after close-ups without a part', () => {
    const names = (photos: AnalyzedPhoto[]) =>
      photosToMatch(photos.map(settled)).map(({ closeUp: { image_id }, others }) => [
        image_id,
        ...others.map((other) => other.image_id),
      ]);
    const close = { ...closeUp, image_id: 'very close' };
    expect(names([first, second, close])).toEqual([
      ['very close', 'second', 'close'],
      ['close', 'second'],
      ['second', 'close'],
    ]);
    const around = photo('second', [bumper], [onBumper], { viewpoint: 'front' });
    expect(names([first, around])).toEqual([]);
    expect(names([first, { ...first, image_id: 'same part' }])).toEqual([]);
  });
});

test('only close-ups with a damage on no part are compared, each with a dozen wider photos next to it', () => {
  const wides = Array.from({ length: 30 }, (_, at) => ({ ...wide, image_id: `wide ${at}` }));
  const intact = photo('intact', [], [], { viewpoint: null });
  const compared = photosToMatch([...wides.slice(0, 20), closeUp, intact, ...wides.slice(20)].map(settled));
  expect(compared.map((one) => one.closeUp.image_id)).toEqual(['close']);
  const names = compared[0]!.others.map(({ image_id }) => image_id);
  expect(names).toHaveLength(12);
  expect(names).toContain('wide 19');
  expect(names).not.toContain('wide 0');
});

test('the floor, the wheels and the plates of a wider photo tell no place', () => {
  const bumper = part('bumper_front', box(200, 200, 600, 400));
  const plate = part('license_plate_front', box(400, 300, 200, 200));
  const from = settled(photo('front', [bumper, plate], [], { viewpoint: 'front' }));
  const left = unpacked(onVehicle(packed(someFeatures(500, 5)), from));
  expect(left.length).toBeGreaterThan(50);
  const isIn = ({ x, y }: { x: number; y: number }, [x0, y0, x1, y1]: [number, number, number, number]) =>
    x > x0 && x < x1 && y > y0 && y < y1;
  expect(left.every((feature) => isIn(feature, [0.2, 0.2, 0.8, 0.6]))).toBe(true);
  expect(left.some((feature) => isIn(feature, [0.4, 0.3, 0.6, 0.5]))).toBe(false);
});

test('of many close-ups only so many are compared that matching takes less time than the models', () => {
  const named = (id: string, like: AnalyzedPhoto) => settled({ ...like, image_id: id });
  const many = Array.from({ length: 100 }, (_, at) => [
    named(`wide ${at}`, wide),
    named(`close ${at}`, closeUp),
  ]);
  const compared = photosToMatch(many.flat());
  const first = affordable(compared);
  const idsOf = (some: typeof compared) =>
    new Set(some.flatMap((one) => [one.closeUp, ...one.others]).map(({ image_id }) => image_id));
  expect(compared).toHaveLength(100);
  expect(first[0]).toEqual(compared[0]);
  expect(idsOf(first).size).toBe(MOST_SEARCHED_PHOTOS);
  // What was searched before costs nothing.
  expect(affordable(compared, idsOf(first))).toEqual(first);
  expect(affordable(compared.slice(0, 5))).toHaveLength(5);
});
