import { describe, expect, test } from 'vitest';
import type { DetectedDamage, DetectedPart } from '../photos/detections.ts';
import type { PartState } from '../photos/finds.ts';
import { type AnalyzedPhoto, findingsOnPhoto } from '../photos/photo-findings.ts';
import { box, damage, photo, part as seenPart } from '../photos/test-photos.ts';
import type { BoundingBox } from '../records/place.ts';
import { findDamages } from './find-damages.ts';
import { type PartDamage, withPartStates } from './part-states.ts';

const SPOT = box(150, 150, 20, 20);

const part = (
  part_type: string,
  at: BoundingBox,
  says: Partial<Record<PartDamage, number>>,
  how_bad?: PartState['how_bad'],
): DetectedPart => {
  const kind = (name: PartDamage) => ({ score: says[name] ?? 0.05, at: SPOT });
  return {
    ...seenPart(part_type, at),
    state: {
      ...{ scratch: kind('scratch'), dent: kind('dent'), broken: kind('broken') },
      ...(how_bad && { how_bad }),
    },
  };
};

const find = (damage_type: string, score: number, at: BoundingBox, part_type: string | null = null) =>
  damage(damage_type, part_type, at, score);

const threshold = () => 0.7;
const listed = (found: DetectedDamage[], ...parts: DetectedPart[]) =>
  withPartStates(found, parts, threshold, { isClose: false })
    .filter(({ score }) => score >= 0.7)
    .map(({ damage_type, part_type, bounding_box }) => ({ damage_type, part_type, bounding_box }));

test('a broken lamp under a torn bumper is a damage of its own', () => {
  const torn = find('missing_piece', 0.9, box(0, 100, 400, 200), 'bumper_front');
  const lamp = box(20, 110, 60, 40);
  expect(listed([torn], part('head_light_left', lamp, { broken: 0.97 }))).toEqual([
    { damage_type: 'missing_piece', part_type: 'bumper_front', bounding_box: torn.bounding_box },
    { damage_type: 'broken_light', part_type: 'head_light_left', bounding_box: lamp },
  ]);
});

test('a find that needed a second opinion does not speak for the lamp that it covers', () => {
  const lamp = part('head_light_left', box(20, 110, 60, 40), { broken: 0.97 });
  const over = find('missing_piece', 0.8, box(20, 110, 60, 40), 'head_light_left');
  const types = (found: DetectedDamage[]) => listed(found, lamp).map(({ damage_type }) => damage_type);
  expect(types([over])).toEqual(['missing_piece']);
  expect(types([{ ...over, found_by: 'second_opinion' }])).toEqual(['missing_piece', 'broken_light']);
});

test('the gap beside a door is not what a broken door speaks for', () => {
  const door = part('door_front_left', box(100, 100, 300, 200), { broken: 0.97 });
  const faint = find('missing_piece', 0.5, box(150, 130, 20, 60));
  expect(listed([faint], door)).toHaveLength(1);
  expect(listed([{ ...faint, is_gap: true }], door)).toEqual([]);
});

test('a lamp is neither scratched nor dented, and what is not sure is not said', () => {
  const lamp = box(20, 110, 60, 40);
  expect(listed([], part('head_light_left', lamp, { scratch: 0.99, dent: 0.99, broken: 0.84 }))).toEqual([]);
});

test('a faint find at the place that the part tells is what it speaks for; one elsewhere is not', () => {
  const there = find('dent', 0.4, box(140, 145, 60, 20));
  const elsewhere = find('dent', 0.6, box(300, 250, 40, 20));
  const hood = part('hood', box(100, 100, 300, 200), { dent: 0.98 });
  expect(listed([there, elsewhere], hood)).toEqual([
    { damage_type: 'dent', part_type: 'hood', bounding_box: there.bounding_box },
  ]);
});

test('a scratch is not told by the part alone', () => {
  const hood = part('hood', box(100, 100, 300, 200), { scratch: 0.99 });
  expect(listed([find('scratch', 0.6, SPOT)], hood)).toEqual([]);
});

test('a pane that is found broken is not broken twice', () => {
  const pane = box(100, 100, 200, 100);
  const broken = find('broken_glass', 0.9, box(150, 120, 40, 40));
  expect(listed([broken], part('windshield_front', pane, { broken: 0.99 }))).toHaveLength(1);
});

test('where no find is at the place, or too faint a one, nothing is said: a place is no outline', () => {
  const hood = part('hood', box(100, 100, 300, 200), { dent: 0.98 });
  expect(listed([find('dent', 0.1, SPOT)], hood)).toEqual([]);
});

test('of two parts that speak for one find the surer one has it', () => {
  const across = find('dent', 0.5, box(140, 145, 60, 20));
  const hood = part('hood', box(100, 100, 300, 200), { dent: 0.97 });
  const fender = part('fender_front_left', box(100, 100, 300, 200), { dent: 0.99 });
  expect(listed([across], hood, fender)).toEqual([
    { damage_type: 'dent', part_type: 'fender_front_left', bounding_box: across.bounding_box },
  ]);
});

test('a sure find stays with its part; a neighbor that it covers and that says it is broken has the piece on it', () => {
  const torn = find('missing_piece', 0.9, box(0, 100, 300, 200), 'bumper_front');
  const own = { damage_type: 'missing_piece', part_type: 'bumper_front', bounding_box: torn.bounding_box };
  const grill = (at: BoundingBox) => part('grill', at, { broken: 0.98 });
  expect(listed([torn], grill(box(240, 120, 80, 60)))).toEqual([
    own,
    { damage_type: 'missing_piece', part_type: 'grill', bounding_box: box(240, 120, 60, 60) },
  ]);
  expect(listed([torn], grill(box(280, 120, 80, 60)))).toEqual([own]);
});

test('what tore off over a lamp has not said whether the lamp is broken', () => {
  const torn = find('missing_piece', 0.9, box(0, 100, 120, 60), 'bumper_front');
  const lamp = box(20, 110, 100, 50);
  const own = { damage_type: 'missing_piece', part_type: 'bumper_front', bounding_box: torn.bounding_box };
  expect(listed([torn], part('head_light_left', lamp, { broken: 0.97 }))).toEqual([
    own,
    { damage_type: 'broken_light', part_type: 'head_light_left', bounding_box: lamp },
  ]);
  expect(listed([torn], part('grill', lamp, { broken: 0.97 }))).toEqual([own]);
});

test('a part that a sure find lies on has had its say', () => {
  const hood = part('hood', box(100, 100, 300, 200), { scratch: 0.95, dent: 0.98 });
  const sure = find('dent', 0.8, box(120, 120, 80, 60), 'hood');
  expect(listed([sure, find('scratch', 0.5, SPOT)], hood)).toEqual([
    { damage_type: 'dent', part_type: 'hood', bounding_box: sure.bounding_box },
  ]);
});

test('a lamp says it only where the direction of view is seen; the damage says that the look at its part found it', () => {
  const bumper = seenPart('bumper_front', box(0, 200, 600, 300));
  const lamp = part('head_light_left', box(20, 110, 60, 40), { broken: 0.97 });
  const torn = find('missing_piece', 0.9, box(0, 100, 400, 300), 'bumper_front');
  const damagesFrom = (viewpoint: string | null) =>
    findDamages([findingsOnPhoto(photo('a', [bumper, lamp], [torn], { viewpoint }), threshold)], threshold);
  expect(damagesFrom(null).map(({ damage_type }) => damage_type)).toEqual(['missing_piece']);
  const broken = damagesFrom('front').find(({ damage_type }) => damage_type === 'broken_light');
  expect(broken).toMatchObject({
    damage_type: 'broken_light',
    part_types: ['head_light_left'],
    part_by: 'parts',
  });
  expect(broken!.evidence).toMatchObject({ best_score: 0.97, threshold: 0.85 });
  expect(broken!.views[0]!.found_by).toBe('part_states');
});

test('a panel says it on a close-up, too', () => {
  const door = part('door_front_left', box(0, 0, 600, 400), { dent: 0.97 });
  const close = photo('a', [door], [find('dent', 0.4, SPOT)], { viewpoint: null });
  const [only] = findDamages([findingsOnPhoto(close, threshold)], threshold);
  expect(only).toMatchObject({ damage_type: 'dent' });
  expect(only!.views[0]!.found_by).toBe('part_states');
});

test('not on a photo that looks intact as a whole', () => {
  const pane = part('windshield_front', box(100, 100, 200, 100), { broken: 0.95 });
  const seen = photo('a', [pane], []);
  const on = (intact: number) =>
    findDamages(
      [findingsOnPhoto({ ...seen, detections: { ...seen.detections, state: { intact } } }, threshold)],
      threshold,
    );
  expect(on(0.7)).toHaveLength(1);
  expect(on(0.85)).toEqual([]);
});

describe('how bad a part looks', () => {
  const DOOR = box(100, 100, 300, 200);
  const dented = (image_id: string, how_bad?: PartState['how_bad'], seen = 'door_front_left') =>
    photo(
      image_id,
      [part(seen, DOOR, {}, how_bad), part('fender_front_left', box(500, 100, 200, 200), {}, MUCH)],
      [find('dent', 0.9, SPOT, seen)],
      { hint: { direction: 'left' } },
    );
  const MUCH = { moderate: 0.9, severe: 0.6 };
  const SOME = { moderate: 0.7, severe: 0.2 };
  const found = (...photos: AnalyzedPhoto[]) =>
    findDamages(
      photos.map((one) => findingsOnPhoto(one, threshold)),
      threshold,
    );

  test('counts for the damage on it, by the name of the part on its right side', () => {
    // The client says that it is the left side, whatever the parts model calls it.
    const [only] = findingsOnPhoto(dented('a', SOME, 'door_front_right'), threshold).damages;
    expect(only!.part_types).toEqual(['door_front_left']);
    expect(only!.how_bad).toEqual({ part_type: 'door_front_left', ...SOME });
  });

  test('is the mean of the photos of one damage that tell it', () => {
    const [only, ...others] = found(dented('a', SOME), dented('b', MUCH), dented('c'));
    expect(others).toEqual([]);
    expect(only!.views).toHaveLength(3);
    expect(only!.evidence.how_bad).toEqual({
      part_type: 'door_front_left',
      moderate: expect.closeTo(0.8),
      severe: expect.closeTo(0.4),
    });
  });

  test('is not told where no photo of the damage has it, and not of a part that it turned out not to lie on', () => {
    expect(found(dented('a'))[0]!.evidence).not.toHaveProperty('how_bad');
    const onDoor = findingsOnPhoto(dented('a', SOME), threshold);
    const moved = { ...onDoor.damages[0]!, part_types: ['door_back_left' as const] };
    const [only] = findDamages([{ ...onDoor, damages: [moved] }], threshold);
    expect(only!.evidence).not.toHaveProperty('how_bad');
  });
});

test('a lamp that looks whole is no second part of what tore off over it', () => {
  const torn = find('missing_piece', 0.95, box(0, 100, 100, 60), 'bumper_front');
  const bumper = seenPart('bumper_front', box(0, 100, 300, 200));
  const partsBeside = (broken: number) => {
    const lamp = part('head_light_left', box(0, 100, 100, 40), { broken });
    const seen = photo('a', [bumper, lamp], [torn], { viewpoint: 'front_left' });
    return findingsOnPhoto(seen, threshold).damages.find(
      ({ damage_type }) => damage_type === 'missing_piece',
    )!.part_types;
  };
  expect(partsBeside(0.3)).toEqual(['bumper_front']);
  expect(partsBeside(0.6)).toEqual(['bumper_front', 'head_light_left']);
});
