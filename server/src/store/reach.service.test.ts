import type pg from 'pg';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Reach } from '../inspections/access.ts';
import { createPool } from './database.ts';
import { actFor } from './reach.ts';
import { createCheckedStore as createStore } from './test-checked-store.ts';
import { insertTestImage, insertTestInspection, startTestDatabase } from './test-database.ts';

/** Tables that hold nothing of anybody. */
const OF_NOBODY = [
  'evidence_keys',
  'file_sweep',
  'model_versions',
  'request_counts',
  'schema_migrations',
  'shared_secrets',
  'workers',
];

const ANNA = { user_id: 'anna', organization_id: 'acme' };
const COLLEAGUE = { user_id: 'bert', organization_id: 'acme' };
const STRANGER = { user_id: 'eve', organization_id: 'other' };
const LONER = { user_id: 'eve', organization_id: null };

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let inspection: string;
let image: string;
let tables: string[];

const storeFor = (reach: Reach) => createStore(database.pool, async () => {}, reach);

/** What no other row brings with it: one row of Anna's in each table. */
const fillTheRest = async () => {
  const [damage, part, view, suspicion] = [uuid(), uuid(), uuid(), uuid()];
  await database.pool.query(`
    update vehicles set details = '{"plate": "A"}' where inspection_id = '${inspection}';
    insert into damage_areas values ('${inspection}', 'area', '{}');
    insert into parts (id, inspection_id, part_type) values ('${part}', '${inspection}', 'hood');
    insert into damages (id, inspection_id, damage_type, part_type, created_by)
      values ('${damage}', '${inspection}', 'dent', 'hood', 'anna');
    insert into damage_parts values ('${damage}', '${part}');
    insert into views (id, inspection_id, image_id, bounding_box, polygons, created_by)
      values ('${view}', '${inspection}', '${image}', '{}', '[]', 'anna');
    insert into severities (id, inspection_id, label, related_item_type, is_user_modified, created_by)
      values ('${uuid()}', '${inspection}', 'hood', 'part', true, 'anna');
    insert into reports (inspection_id, id, status, options) values ('${inspection}', '${uuid()}', 'ready', '{}');
    insert into evidence_packs (inspection_id, id, status) values ('${inspection}', '${uuid()}', 'ready');
    insert into restricted_packs (inspection_id, id, status, include) values ('${inspection}', '${uuid()}', 'ready', '{originals}');
    insert into events (inspection_id, type, data) values ('${inspection}', 'inspection.created', '{}');
    insert into webhooks (id, organization_id, url, secret, event_types)
      values ('${uuid()}', 'acme', 'https://example.com', 'secret', '{}');
    insert into deliveries (id, kind, inspection_id, organization_id, event_type, url, payload)
      values ('${uuid()}', 'callback', '${inspection}', 'acme', 'task', 'https://example.com', '{}');
    insert into idempotency_keys (user_id, key, request_hash) values ('anna', 'key', 'hash');
    insert into sightings (image_id, model, version, post_processing, seen)
      values ('${image}', 'damage', '1', 1, '[]');
    insert into rendered_outputs (id, inspection_id, image_id, task, description, file_key)
      values ('${uuid()}', '${inspection}', '${image}', 'damage_detection', 'all', 'key');
    insert into wheel_analyses (id, inspection_id, image_id, predictions, model)
      values ('${uuid()}', '${inspection}', '${image}', '{}', '{}');
    insert into documents (id, inspection_id, type, confidence, fields, evidence, model, task)
      values ('${uuid()}', '${inspection}', 'VIN', 1, '{}', '{}', '{}', 'images_ocr');
    insert into pricing_matrices values ('acme', 1, '{}', now(), 'anna');
    insert into estimates (id, inspection_id, methodology, matrix_version, currency, tax_percent, segment, total, low,
      high, parts, not_priced)
      values ('${uuid()}', '${inspection}', 'labor_cost', 0, 'EUR', 0, 'compact', 0, 0, 0, '[]', '[]');
    insert into prices (id, inspection_id, related_item_type, created_by)
      values ('${uuid()}', '${inspection}', 'vehicle', 'anna');
    insert into corrections (inspection_id, item_id, action, made_by)
      values ('${inspection}', '${damage}', 'created', 'anna');
    insert into suspicions (id, inspection_id, task, damage_type, score, model)
      values ('${suspicion}', '${inspection}', 'damage_detection', 'dent', 0.3, '{}');
    insert into suspicion_views (id, suspicion_id, image_id, bounding_box, polygons, score)
      values ('${uuid()}', '${suspicion}', '${image}', '{}', '[]', 0.3);
    insert into stated_readings (inspection_id, subject, field, value, made_by)
      values ('${inspection}', 'PLATE', 'plate', '"A"', 'anna');
    insert into share_links (id, inspection_id, secret_hash, costs, language, created_by, expires_at)
      values ('${uuid()}', '${inspection}', 'hash', true, 'en', 'anna', now() + interval '1 hour');
    insert into contests (id, inspection_id, damage_id, reason, text, photos, fingerprint)
      values ('${uuid()}', '${inspection}', '${damage}', 'other', 'Hello', '[]', 'same');
    insert into inspection_words values ('${inspection}', false, 'ANNA', 'anna', 'anna', 'acme');
    insert into comments (id, inspection_id, text, created_by) values ('${uuid()}', '${inspection}', 'Hello', 'anna');
    insert into members (organization_id, user_id) values ('acme', 'anna');
    insert into saved_filters (id, user_id, name, filter) values ('${uuid()}', 'anna', 'Mine', '{}');
    insert into organization_settings (organization_id, updated_by) values ('acme', 'anna');
    insert into audit_log (id, organization_id, action, actor_id) values ('${uuid()}', 'acme', 'retention.changed', 'anna');
    insert into side_by_sides (id, image_id, inspection_id, judging, along, places, agreed, only_judging, only_along)
      values ('${uuid()}', '${image}', '${inspection}', '1', '2', '[]', 0, 0, 0);
    insert into model_choices (purpose, organization_id, made_by) values ('judges', 'acme', 'anna');
    insert into labels_so_far (organization_id, labels, reviews_timed) values ('acme', '{}', 0);
    insert into erased_usage values ('acme', '2026-01-01', 1, 1, '{}');`);
};

beforeAll(async () => {
  database = await startTestDatabase();
  inspection = await insertTestInspection(storeFor('everything'), { ...ANNA, owner_id: 'anna' });
  image = await insertTestImage(storeFor('everything'), inspection, 'photo');
  await fillTheRest();
  const { rows } = await database.pool.query(
    `select table_name as name from information_schema.tables where table_schema = 'public' order by name`,
  );
  tables = rows.map(({ name }) => name).filter((name) => !OF_NOBODY.includes(name));
});
afterAll(() => database.stop());

const as = async <T>(reach: Reach | 'nobody', work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
  const client = await database.pool.connect();
  try {
    if (reach === 'nobody') await client.query(`set walkaround.reach = ''`);
    else await actFor(client, reach);
    return await work(client);
  } finally {
    client.release(true);
  }
};

/** How many rows of each table that connection is shown. */
const shown = (reach: Reach | 'nobody') =>
  as(reach, async (client) => {
    const counts: Record<string, number> = {};
    for (const table of tables)
      counts[table] = (await client.query(`select count(*)::integer as n from ${table}`)).rows[0].n;
    return counts;
  });

const each = (count: number, except: Record<string, number> = {}) => ({
  ...Object.fromEntries(tables.map((table) => [table, count])),
  ...except,
});

test('there is a row of somebody in every table, and the service itself sees them all', async () => {
  expect(await shown('everything')).toEqual(each(1));
});

test('the owner sees all of it, and colleagues all but what is told to one person', async () => {
  expect(await shown(ANNA)).toEqual(each(1));
  expect(await shown(COLLEAGUE)).toEqual(each(1, { idempotency_keys: 0, saved_filters: 0 }));
});

test('the owner sees it from another organization too, and what follows from changing it', async () => {
  const moved = { user_id: 'anna', organization_id: 'other' };
  expect(await shown(moved)).toEqual(each(1));
});

test.for([
  ['somebody of another organization', STRANGER],
  ['somebody without an organization', LONER],
  ['a connection that acts for nobody', 'nobody'],
] as const)('%s sees no row of any table', async ([, reach]) => {
  expect(await shown(reach)).toEqual(each(0));
});

test('a connection that did not say for whom it acts is refused, not told that there is nothing', async () => {
  const pool = createPool(database.url, 1, () => {});
  const refused = expect.objectContaining({ code: '42704' });
  for (const table of tables) await expect(pool.query(`select from ${table}`)).rejects.toEqual(refused);
  await pool.end();
});

test('strangers neither change nor delete a row of any table', async () => {
  const { rows: columns } = await database.pool.query(
    `select table_name as name, min(column_name) as some from information_schema.columns
     where table_schema = 'public' and is_generated = 'NEVER' and identity_generation is null group by table_name`,
  );
  const someOf = new Map<string, string>(columns.map(({ name, some }) => [name, some]));
  const touched = await as(STRANGER, async (client) => {
    const counts: Record<string, number> = {};
    for (const table of tables) {
      const same = `update ${table} set ${someOf.get(table)} = ${someOf.get(table)}`;
      const [changed, deleted] = [await client.query(same), await client.query(`delete from ${table}`)];
      counts[table] = changed.rowCount! + deleted.rowCount!;
    }
    return counts;
  });
  expect(touched).toEqual(each(0));
});

test('two people without an organization see nothing of each other', async () => {
  const id = await insertTestInspection(storeFor('everything'), { owner_id: 'otto' });
  const seen = async (user_id: string) =>
    (await storeFor({ user_id, organization_id: null }).inspections.head(id)) !== null;
  expect([await seen('otto'), await seen('eve')]).toEqual([true, false]);
  await database.pool.query('delete from inspections where id = $1', [id]);
});

test('strangers add nothing to an inspection, and nobody gives a row away', async () => {
  const refused = { code: '42501' };
  const damage = `insert into damages (id, inspection_id, damage_type, part_type, created_by)
    values ('${uuid()}', '${inspection}', 'dent', 'hood', 'eve')`;
  await expect(as(STRANGER, (client) => client.query(damage))).rejects.toMatchObject(refused);
  const away = `update inspections set owner_id = 'eve', creator_id = 'eve', organization_id = 'other'`;
  await expect(as(ANNA, (client) => client.query(away))).rejects.toMatchObject(refused);
});

test('many people on the same few connections see what is theirs, whatever fails in between', async () => {
  const people = [ANNA, STRANGER, COLLEAGUE, LONER];
  const looksRight = async (index: number) => {
    const person = people[index % people.length]!;
    const store = storeFor(person);
    if (index % 7 === 0)
      await store
        .transaction(async (tx) => {
          await tx.inspections.head(inspection);
          throw new Error('rolled back');
        })
        .catch(() => {});
    const head =
      index % 3 === 0
        ? await store.transaction((tx) => tx.inspections.lock(inspection))
        : await store.inspections.head(inspection);
    return (head !== null) === (person.organization_id === 'acme');
  };
  // Fifty at a time: on a busy machine, the last of more would wait too long for a connection.
  for (let first = 0; first < 400; first += 50) {
    const round = Array.from({ length: 50 }, (_, index) => looksRight(first + index));
    expect((await Promise.all(round)).filter((right) => !right)).toEqual([]);
  }
});
