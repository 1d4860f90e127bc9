/** Rows as older versions wrote them, brought along by the migrations and read by the store of today. */
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_MATRIX } from '../../inspections/costs/price-matrix.ts';
import { createCheckedStore } from '../test-checked-store.ts';
import { startOlderDatabase } from '../test-older-database.ts';

let database: Awaited<ReturnType<typeof startOlderDatabase>>;
let pool: pg.Pool;
beforeAll(async () => {
  database = await startOlderDatabase();
  pool = database.pool;
});
afterAll(() => database.stop());

const id = (digit: number) => `0198c5a2-0000-7000-8000-00000000000${digit}`;

const { rear_spoiler: _, ...olderParts } = DEFAULT_MATRIX.matrix.parts;

test('an inspection of the first version, priced by an old matrix, is read as one of today', async () => {
  await database.migrateUpTo('0003');
  await pool.query(`
    insert into inspections (id, owner_id, creator_id, organization_id, status)
      values ('${id(1)}', 'anna', 'anna', 'acme', 'DONE');
    insert into vehicles (id, inspection_id, details) values ('${id(2)}', '${id(1)}', '{"plate": "AB-123-CD"}');
    insert into tasks (id, inspection_id, name, status, callbacks) values ('${id(3)}', '${id(1)}', 'damage_detection',
      'DONE', '[{"url": "https://example.com", "headers": {}, "params": {}, "events": ["STATUS_SET_TO_DONE"]}]');
    insert into images (id, inspection_id, file_key, mimetype, binary_size, width, height, rotation, fingerprint,
      compliance) values ('${id(4)}', '${id(1)}', 'key', 'image/jpeg', 1, 10, 10, 'NO_ROTATION', 'print',
      '{"issues": ["other"]}');
    insert into parts (id, inspection_id, part_type) values ('${id(5)}', '${id(1)}', 'hood');
    insert into damages (id, inspection_id, damage_type, part_type, created_by)
      values ('${id(6)}', '${id(1)}', 'dent', 'hood', 'anna');
    insert into damage_parts values ('${id(6)}', '${id(5)}');
    insert into views (id, inspection_id, image_id, damage_id, bounding_box, polygons, created_by)
      values ('${id(7)}', '${id(1)}', '${id(4)}', '${id(6)}', '{"xmin": 1, "ymin": 1, "width": 2, "height": 2}',
        '[[[1, 1], [3, 1], [3, 3]]]', 'anna');
    insert into severities (id, inspection_id, label, level, related_item_type, related_item_id, is_user_modified,
      created_by) values ('${id(8)}', '${id(1)}', 'hood', 2, 'part', '${id(5)}', true, 'anna');
    insert into reports (inspection_id, id, status, options) values ('${id(1)}', '${id(9)}', 'ready', '{}')`);
  await database.migrateUpTo('0022');
  const seen = {
    damages: [{ damage_type: 'dent', score: 0.2, part_type: 'hood', bounding_box: {}, polygons: [] }],
  };
  await pool.query(
    `insert into sightings (image_id, models, seen) values ($1, 'damage 1', $2), ($1, 'glance 1', '{}')`,
    [id(4), seen],
  );
  await database.migrateUpTo('0023');
  await pool.query(`insert into pricing_matrices values ('acme', 1, $1, now(), 'anna')`, [
    { ...DEFAULT_MATRIX.matrix, parts: olderParts },
  ]);
  await database.migrate();

  // The store checks each answer against its record.
  const store = createCheckedStore(pool, async () => {}, 'everything');
  const read = (await store.inspections.read(id(1), { deletedObjects: true }))!;
  expect(read.images[0]!.compliance).toEqual({ issues: ['other'], scores: {}, thresholds: {}, reasons: [] });
  expect(read).toMatchObject({
    privacy: { blur_plates: false, blur_faces: false },
    vehicle: { read_from: {} },
    parts: [{ created_by: 'algo' }],
    report: { source: 'service', made_at: null },
  });
  // A comparison with it still knows what was hardly seen.
  expect((await store.sightings.damagesOn([id(4)])).get(id(4))).toEqual(seen.damages);
  const matrix = (await store.priceMatrices.current('acme'))!.matrix;
  expect(matrix.parts.rear_spoiler).toEqual({
    operations: {},
    part_prices: null,
    flat_rates: [null, null, null],
  });
  expect(matrix.parts.hood).toEqual(DEFAULT_MATRIX.matrix.parts.hood);
});
