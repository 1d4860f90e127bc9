import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Actor } from '../../inspections/access.ts';
import { box, part } from '../../inspections/photos/test-photos.ts';
import type { NewFindings } from '../../inspections/ports/findings.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import type { Store } from '../../inspections/ports/store.ts';
import type { Inspection } from '../../inspections/records/inspection.ts';
import type { BoundingBox } from '../../inspections/records/place.ts';
import type { Severity } from '../../inspections/records/severity.ts';
import { reasonInEnglish } from '../../inspections/severity/severity-reason.ts';
import type { DamageType } from '../../inspections/vocabulary.ts';
import { createCheckedStore as createStore } from '../../store/test-checked-store.ts';
import { insertTestImage, insertTestInspection, startTestDatabase } from '../../store/test-database.ts';
import { createDamage } from '../corrections/correct-damages.ts';
import { changeSeverity, deleteSeverity } from '../corrections/correct-severity.ts';
import { createView } from '../corrections/create-view.ts';
import { testPorts } from '../test-ports.ts';
import { assess } from './assess-damages.ts';

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let store: Store;
let ports: Ports;
beforeAll(async () => {
  database = await startTestDatabase();
  store = createStore(database.pool, async () => {}, 'everything');
  ports = testPorts(store);
});
afterAll(() => database.stop());

const anna: Actor = { user_id: 'anna', organization_id: null, permissions: new Set() };
const model = { name: 'damage', version: '1.0.0' };
const DOOR = 'door_front_left';
const outlineOf = (where: BoundingBox) => ({ bounding_box: where, polygons: part(DOOR, where).polygons });

let id: string;
let image: string;
beforeEach(async () => {
  id = await insertTestInspection(store);
  const [task] = await store.tasks.list(id);
  await store.tasks.change(task!.id, { arguments: { damage_severity: {} } });
  image = await insertTestImage(store, id, 'door', { width: 1000, height: 1000 });
});

const read = async (): Promise<Inspection> => (await store.inspections.read(id, { deletedObjects: false }))!;

/** As a run of damage_detection ends: a door of 400 × 400 pixels, and these damages on it. */
const found = async (damages: [DamageType, BoundingBox][]): Promise<Inspection> => {
  const findings: NewFindings = {
    images: [],
    rendered: [],
    damages: damages.map(([damage_type]) => ({
      id: uuid(),
      damage_type,
      part_type: DOOR,
      part_types: [DOOR],
      score: 0.9,
      model,
      evidence: null,
    })),
    views: [
      {
        id: uuid(),
        image_id: image,
        damage_id: null,
        part_type: DOOR,
        ...outlineOf(box(300, 300, 400, 400)),
        score: 0.9,
        model,
      },
    ],
  };
  for (const [i, [, where]] of damages.entries())
    findings.views.push({
      id: uuid(),
      image_id: image,
      damage_id: findings.damages[i]!.id,
      part_type: null,
      ...outlineOf(where),
      score: 0.9,
      model,
    });
  await store.transaction(async (tx) => {
    await tx.inspections.lock(id);
    await tx.findings.clearFound(id, 'damage_detection');
    await tx.findings.insertFound(id, 'damage_detection', findings);
    const task = (await tx.tasks.find(id, 'damage_detection'))!;
    await tx.tasks.change(task.id, { status: 'DONE' });
    await assess(tx, id);
  });
  return read();
};

const levels = ({ severities }: Inspection) =>
  severities.map(({ related_item_type, level }) => `${related_item_type} ${level}`);
const onDamage = ({ severities }: Inspection): Severity =>
  severities.find(({ related_item_type }) => related_item_type === 'damage')!;

const SMALL = box(400, 400, 20, 20);
const LARGE = box(350, 350, 200, 200);

test('each damage has its share of the part and its length, and the part is as bad as the worst', async () => {
  const inspection = await found([
    ['dent', SMALL],
    ['dent', LARGE],
  ]);
  expect(levels(inspection)).toEqual(['part 3', 'damage 1', 'damage 3']);
  // A twentieth of a door of 108 × 75 cm.
  expect(inspection.damages[0]!.size_cm!.value).toBeCloseTo(6.6, 0);
  expect(reasonInEnglish(inspection.severities[1]!.reason!)).toMatch(
    /^Dent on the front left door: 0\.3 % of the part, about 6/,
  );
});

test('the next run replaces what the service said, and leaves nothing of the last one', async () => {
  const first = await found([
    ['dent', LARGE],
    ['scratch', SMALL],
  ]);
  const second = await found([['dent', SMALL]]);
  expect(levels(second)).toEqual(['part 1', 'damage 1']);
  expect(onDamage(second).related_item_id).toBe(second.damages[0]!.id);
  expect(second.severities[0]!.id).toBe(first.severities[0]!.id);
});

test('a damage whose severity a person changed stays with it through the next run', async () => {
  const changed = onDamage(await found([['dent', LARGE]]));
  await changeSeverity(anna, { inspection_id: id, severity_id: changed.id, change: { level: 1 } }, ports);
  const after = await found([]);
  expect(after.damages.map((damage) => damage.id)).toEqual([changed.related_item_id]);
  expect(levels(after)).toEqual(['part 1', 'damage 1']);
  expect(onDamage(after)).toMatchObject({ id: changed.id, is_user_modified: true });
});

test('a severity that a person deleted is not said again by the next run', async () => {
  const gone = onDamage(await found([['dent', LARGE]]));
  await deleteSeverity(anna, { inspection_id: id, severity_id: gone.id }, ports);
  expect(levels(await found([]))).toEqual(['part 3']);
});

test('what a person shows on a photo is measured at once', async () => {
  await found([]);
  const dent = { inspection_id: id, damage_type: 'dent', part_type: DOOR } as const;
  const { id: damage_id } = await createDamage(anna, dent, ports);
  expect(levels(await read())).toEqual(['part 2', 'damage 2']);
  const { polygons } = outlineOf(SMALL);
  await createView(anna, { inspection_id: id, image_id: image, damage_id, polygons }, ports);
  const after = await read();
  expect(levels(after)).toEqual(['part 1', 'damage 1']);
  expect(after.damages[0]!.size_cm!.value).toBeCloseTo(6.6, 0);
});
