import { expect, test } from 'vitest';
import * as given from '../../report/test-inspection.ts';
import { byVehicle } from '../checks/by-vehicle.ts';
import type { Damage } from '../records/findings/damage.ts';
import type { Image } from '../records/image.ts';
import type { Severity } from '../records/severity.ts';
import { ratedParts } from './part-levels.ts';

const rated = (related_item_type: 'part' | 'damage', id: string, label: string, more: Partial<Severity>) =>
  ({
    related_item_type,
    related_item_id: id,
    label,
    created_by: 'algo',
    is_user_modified: false,
    deleted_at: null,
    ...more,
  }) as Severity;

/** A dent of the first vehicle reaches from the hood to the grille; the second has a scratch on its hood. */
const twoVehicles = () => {
  const inspection = given.emptyInspection();
  const [a, b] = [given.image(), given.image()] as [Image, Image];
  const [hood, grill] = [given.part('hood'), given.part('grill')];
  const dent = given.damage('dent', 'hood', { part_ids: [hood.id, grill.id] });
  const scratch = given.damage('scratch', 'hood', { part_ids: [hood.id] });
  const levels: [Damage, 1 | 2][] = [
    [dent, 2],
    [scratch, 1],
  ];
  inspection.images = [a, b];
  inspection.parts = [hood, grill];
  inspection.damages = [dent, scratch];
  inspection.views = [given.view(a, dent), given.view(b, scratch)];
  inspection.severities = [
    ...levels.map(([{ id }, level]) => rated('damage', id, 'hood', { level })),
    rated('part', hood.id, 'hood', { level: 3 }),
  ];
  const groups = [[a.id], [b.id]];
  inspection.checks = [
    { kind: 'different_vehicle', image_ids: groups.flat(), reason: { code: 'paint_differs' }, groups },
  ];
  return { inspection, hood };
};

const levelsIn = (inspection: Parameters<typeof ratedParts>[0]) =>
  ratedParts(inspection).map(({ part_type, level }) => [part_type, level]);

test('a part is as bad as was said of it, else as its worst damage, also one that reaches it; the worst part first', () => {
  const { inspection } = twoVehicles();
  expect(levelsIn(inspection)).toEqual([
    ['hood', 3],
    ['grill', 2],
  ]);
});

test('of several vehicles each part is rated by the damages of its own vehicle, and by people', () => {
  const { inspection, hood } = twoVehicles();
  const each = () => byVehicle(inspection).map(({ inspection: own }) => levelsIn(own));
  expect(each()).toEqual([
    [
      ['grill', 2],
      ['hood', 2],
    ],
    [['hood', 1]],
  ]);
  inspection.severities.push(
    rated('part', hood.id, 'hood', { level: 1, created_by: 'ada', is_user_modified: true }),
  );
  // For the first vehicle on which it is damaged.
  expect(each()).toEqual([
    [
      ['grill', 2],
      ['hood', 1],
    ],
    [['hood', 1]],
  ]);
});

test('a part that a person rated without a damage is listed, and what lies on a part to be confirmed comes last', () => {
  const { inspection } = twoVehicles();
  const evidence = { best_score: 0.9, threshold: 0.5, photos_against: [], part_confidence: null };
  const open = given.damage('dent', 'ignore', { evidence: { ...evidence, part_family: 'door' } });
  inspection.damages = [open];
  inspection.severities = [
    rated('damage', open.id, 'ignore', { level: 3 }),
    rated('part', 'roof', 'roof', { level: 1, created_by: 'ada', is_user_modified: true }),
  ];
  expect(ratedParts(inspection)).toEqual([
    { part_type: 'roof', family: null, level: 1, raised: false },
    { part_type: 'ignore', family: 'door', level: 3, raised: false },
  ]);
});
