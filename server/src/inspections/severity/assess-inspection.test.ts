import { expect, test } from 'vitest';
import type { Damage } from '../records/findings/damage.ts';
import type { Inspection } from '../records/inspection.ts';
import { assessInspection } from './assess-inspection.ts';

const box = (xmin: number, ymin: number, width: number, height: number) => ({
  bounding_box: { xmin, ymin, width, height },
  polygons: [
    [
      [xmin, ymin],
      [xmin + width, ymin],
      [xmin + width, ymin + height],
      [xmin, ymin + height],
    ],
  ],
});

/** A scratch over half of what a photo shows of a door; only what counts here is filled in. */
const scratched = (damage: Partial<Damage>) =>
  ({
    images: [{ id: 'photo', width: 1000, height: 800, viewpoint: null }],
    parts: [{ id: 'door', part_type: 'door_front_left' }],
    damages: [
      {
        id: 'scratch',
        damage_type: 'scratch',
        part_type: 'door_front_left',
        part_ids: ['door'],
        evidence: null,
        stated_size_cm: null,
        ...damage,
      },
    ],
    views: [
      { image_id: 'photo', damage_id: 'scratch', part_id: null, ...box(200, 200, 400, 300) },
      { image_id: 'photo', damage_id: null, part_id: 'door', ...box(100, 100, 800, 500) },
    ],
    severities: [],
  }) as unknown as Inspection;

const named = (model: string) =>
  ({ evidence: { part_model: { name: model, version: '1.0.0' } } }) as Partial<Damage>;

test('nothing is measured against the piece of a part that a close-up shows, unless a person measured it', () => {
  const [whole, piece, stated] = [
    scratched(named('parts')),
    scratched(named('close_up_parts')),
    scratched({ ...named('close_up_parts'), stated_size_cm: 12 }),
  ].map((inspection) => assessInspection(inspection).sizes[0]!.size_cm);
  expect(whole).not.toBeNull();
  expect(piece).toBeNull();
  expect(stated).toEqual({ value: 12, min: 12, max: 12 });
});

test('a missing hubcap is not as large as the wheel that its outline shows', () => {
  const assessed = assessInspection(scratched({ ...named('wheels'), damage_type: 'missing_hubcap' }));
  expect(assessed.sizes[0]!.size_cm).toBeNull();
  expect(assessed.severities[0]).toMatchObject({ level: 2, reason: { code: 'always' } });
});

test('a damage is as bad as its part looks, until a person says on which other part it lies or how bad it is', () => {
  const looks = (part_type: 'door_front_left' | 'hood') =>
    scratched({ evidence: { how_bad: { part_type, moderate: 0.98, severe: 0.95 } } } as Partial<Damage>);
  const levels = (inspection: Inspection) =>
    assessInspection(inspection).severities.map(({ level, reason }) => [level, reason.code]);
  expect(levels(looks('door_front_left'))).toEqual([
    [3, 'by_look_of_part'],
    [3, 'by_look_of_part'],
  ]);
  expect(levels(looks('hood')).map(([, code]) => code)).toEqual(['from_mark', 'from_mark']);
  const said = { is_user_modified: true, related_item_id: 'scratch', level: 1 };
  expect(levels({ ...looks('door_front_left'), severities: [said] } as unknown as Inspection)).toEqual([
    [1, 'set_by_person'],
    [1, 'set_by_person'],
  ]);
});

test('on the other parts that it reaches it is at most as bad as its own part looks, or as they look', () => {
  const how_bad = { part_type: 'door_front_left', moderate: 0.01, severe: 0.01 };
  const reaching = scratched({ part_ids: ['door', 'fender'], evidence: { how_bad } } as Partial<Damage>);
  const fender = { image_id: 'photo', damage_id: null, part_id: 'fender', ...box(100, 100, 800, 500) };
  const inspection = {
    ...reaching,
    parts: [...reaching.parts, { id: 'fender', part_type: 'fender_front_left' }],
    views: [...reaching.views, fender],
  } as unknown as Inspection;
  const levelsOf = (one: Inspection) =>
    assessInspection(one).severities.map(({ label, level }) => [label, level]);
  expect(levelsOf(inspection)).toEqual([
    ['door_front_left', 1],
    ['fender_front_left', 1],
    ['door_front_left', 1],
  ]);
  const onFender = {
    ...{ ...inspection.damages[0]!, id: 'other', part_type: 'fender_front_left', part_ids: ['fender'] },
    evidence: { how_bad: { ...how_bad, part_type: 'fender_front_left' } },
  };
  const [reachingIt] = inspection.damages.map((one) => ({ ...one, evidence: null }));
  const both = { ...inspection, damages: [reachingIt, onFender] } as unknown as Inspection;
  expect(levelsOf(both).slice(0, 2)).toEqual([
    ['door_front_left', 3],
    ['fender_front_left', 1],
  ]);
  const unseen = { ...inspection, damages: inspection.damages.map((one) => ({ ...one, evidence: null })) };
  expect(levelsOf(unseen).map(([, level]) => level)).toEqual([3, 3, 3]);
});
