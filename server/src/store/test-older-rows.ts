/** For tests of upgrades: rows in every table as they were after migration 0028, made inside Postgres. */
import type pg from 'pg';
import { withoutIndexes } from '../../bench/without-indexes.ts';

/** The state that the rows are for: two versions run side by side from there on. */
export const OLDER = '0029';

/** The tables that grow with the inspections have as many rows; of the others no more than this. */
const FEW = 20_000;

/** Ids grow with n, as those of the service grow with time: `damage(n)` is that of the damage of the n-th inspection. */
const KINDS = ['inspection', 'task', 'image', 'part', 'damage', 'seen', 'suspicion', 'row'] as const;
const ids = KINDS.map(
  (kind, index) => `
  create function pg_temp.${kind}(n bigint) returns uuid language sql immutable
    return ('0190000${index}-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid;`,
).join('');

const NAMED = new RegExp(`\\b(${KINDS.join('|')})\\(n\\)`, 'g');

const TWO_EVENTS = `, unnest('{inspection.created,task.done}'::text[]) type`;

const BOX = `'{"xmin": 1, "ymin": 1, "width": 2, "height": 2}', '[[[1, 1], [3, 1], [3, 3]]]'`;

const MODEL = `'{"name": "m", "version": "1"}'`;

const WHEEL = `(select jsonb_object_agg(about, '{"prediction": "UNKNOWN", "confidence": 0}'::jsonb) from
  unnest('{rim_condition,rim_material,rim_visual_aspect,hubcap_over_rim,hubcap_condition,hubcap_visual_aspect,tyre}'::text[]) about)`;

/** Each kind of row for the inspections `n`. Every tenth is deleted, every seventh belongs to nobody's organization. */
const OF_MANY = [
  `inspections (id, owner_id, creator_id, organization_id, created_at, deleted_at, status, inspection_type, additional_data, updated_at)
    select inspection(n), 'person' || n % 300, 'person' || n % 299, case when n % 7 > 0 then 'org' || n % 2 end,
      now() - n * interval '10 s', case when n % 10 = 0 then now() end,
      (array['NOT_STARTED', 'DONE', 'ERROR', 'VALIDATED'])[1 + n % 4], 'check_in', jsonb_build_object('number', n), now()`,
  `vehicles (id, inspection_id, details) select row(n), inspection(n), jsonb_strip_nulls(jsonb_build_object(
    'plate', case when n % 11 > 0 then upper(substr(md5(n::text), 1, 8)) end, 'brand', 'Renault', 'model', 'M' || n % 60,
    'vin', case when n % 5 = 0 then 'VF' || upper(substr(md5('vin' || n), 1, 15)) end))`,
  `tasks (id, inspection_id, name, status, callbacks, done_at)
    select task(n), inspection(n), 'damage_detection', 'DONE', '[]', now()`,
  `images (id, inspection_id, file_key, mimetype, binary_size, width, height, rotation, fingerprint, compliance)
    select image(n), inspection(n), 'inspections/' || inspection(n) || '/photo.jpg', 'image/jpeg', n, 640, 480, 'NO_ROTATION',
      md5(n::text), '{"issues": [], "scores": {}, "thresholds": {}, "reasons": []}'`,
  `image_tasks (task_id, image_id) select task(n), image(n)`,
  `parts (id, inspection_id, part_type) select part(n), inspection(n), 'hood'`,
  `damages (id, inspection_id, damage_type, part_type, created_by, task, score)
    select damage(n), inspection(n), 'dent', 'hood', 'service', 'damage_detection', 0.5`,
  `views (id, inspection_id, image_id, damage_id, bounding_box, polygons, created_by)
    select seen(n), inspection(n), image(n), damage(n), ${BOX}, 'service'`,
  `severities (id, inspection_id, label, level, related_item_type, related_item_id, is_user_modified, created_by)
    select row(n), inspection(n), 'hood', 1 + n % 4, 'damage', damage(n), false, 'service'`,
  `estimates (id, inspection_id, methodology, matrix_version, currency, tax_percent, segment, total, low, high, parts, not_priced)
    select row(n), inspection(n), 'labor_cost', 0, 'EUR', 0, 'compact', n, n, n, '[]', '[]'`,
  `corrections (inspection_id, item_id, action, made_by) select inspection(n), damage(n), 'changed', 'anna'`,
  `events (inspection_id, organization_id, type, data)
    select inspection(n), case when n % 7 > 0 then 'org' || n % 2 end, type, '{}'`,
];

const OF_FEW = [
  `damage_areas select inspection(n), 'area', '{hood}'`,
  `damage_parts select damage(n), part(n)`,
  `reports (inspection_id, id, status, options, file_key) select inspection(n), row(n), 'ready', '{}', 'report' || n`,
  `webhooks (id, organization_id, url, secret, event_types)
    select row(n), 'org' || n % 2, 'https://example.com/' || n, md5(n::text), '{}'`,
  `deliveries (id, kind, inspection_id, organization_id, event_type, url, payload)
    select row(n), 'callback', inspection(n), 'org' || n % 2, 'task', 'https://example.com', jsonb_build_object('n', n)`,
  `idempotency_keys (user_id, key, request_hash, status, body) select 'person' || n % 3, 'key' || n, 'hash', 201, '{"a": 1}'`,
  `shared_secrets (name, value) select 'secret' || n, md5(n::text)`,
  `sightings (image_id, model, version, post_processing, seen) select image(n), 'damage', '1', 1, '{"damages": []}'`,
  `rendered_outputs (id, inspection_id, image_id, task, description, file_key)
    select row(n), inspection(n), image(n), 'damage_detection', 'all', 'output' || n`,
  `wheel_analyses (id, inspection_id, image_id, wheel_name, predictions, model)
    select row(n), inspection(n), image(n), 'wheel_front_left', ${WHEEL}, ${MODEL}`,
  `documents (id, inspection_id, type, confidence, fields, evidence, model, task)
    select row(n), inspection(n), 'VIN', 1, '[]', '{"photos_agreeing": 1, "photos_asked": 1}', ${MODEL}, 'images_ocr'`,
  `pricing_matrices select 'org' || n, 1, '{}', now(), 'anna'`,
  `prices (id, inspection_id, related_item_type, pricing, created_by) select row(n), inspection(n), 'vehicle', n, 'anna'`,
  `suspicions (id, inspection_id, task, damage_type, score, model)
    select suspicion(n), inspection(n), 'damage_detection', 'dent', 0.3, ${MODEL}`,
  `suspicion_views (id, suspicion_id, image_id, bounding_box, polygons, score)
    select row(n), suspicion(n), image(n), ${BOX}, 0.3`,
  `share_links (id, inspection_id, secret_hash, costs, language, created_by, expires_at)
    select row(n), inspection(n), 'hash' || n, true, 'en', 'anna', now() + interval '1 hour'`,
  `organization_settings (organization_id, updated_by, retention_days) select 'org' || n, 'anna', 365`,
  `audit_log (id, organization_id, action, actor_id) select row(n), 'org' || n % 2, 'retention.changed', 'anna'`,
  `erased_usage select 'org' || n, '2026-01-01', n, n, '{}'`,
  `request_counts (caller, count, ends_at) select 'person' || n, n, now() + interval '1 hour'`,
];

/** `progress` is told what is filled in next. */
export const fillOlderTables = async (pool: pg.Pool, rows: number, progress = (_what: string) => {}) => {
  const client = await pool.connect();
  const insert = async (statement: string, count: number) => {
    const named = statement.replaceAll(NAMED, 'pg_temp.$1(n)');
    const each = statement.startsWith('events') ? TWO_EVENTS : '';
    await client.query(`insert into ${named} from generate_series(1, $1::bigint) n${each}`, [count]);
  };
  const fill = async () => {
    for (const statement of OF_MANY) {
      progress(statement.split(' ')[0]!);
      await insert(statement, rows);
    }
    for (const statement of OF_FEW) await insert(statement, Math.min(rows, FEW));
    progress('indexes');
  };
  try {
    await client.query(ids);
    await withoutIndexes(client, fill);
  } finally {
    client.release(true);
  }
  await pool.query('vacuum analyze');
};

/** All tables of the service, without what says how far its schema is. */
export const tablesOf = async (pool: pg.Pool): Promise<string[]> => {
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_name <> 'schema_migrations' order by 1`,
  );
  return rows.map(({ name }) => name);
};

type Contents = Record<string, { columns: string[]; rows: number; sum: string }>;

/** How many rows each table has, and one sum over all that stands in its columns. */
export const contentsOf = async (pool: pg.Pool, of?: Contents): Promise<Contents> => {
  const contents: Contents = {};
  for (const table of of ? Object.keys(of) : await tablesOf(pool)) {
    const columns =
      of?.[table]?.columns ??
      (
        await pool.query<{ name: string }>(
          `select column_name as name from information_schema.columns
           where table_schema = 'public' and table_name = $1 order by ordinal_position`,
          [table],
        )
      ).rows.map(({ name }) => name);
    const { rows } = await pool.query<{ rows: number; sum: string }>(
      `select count(*)::int as rows, coalesce(sum(hashtextextended(row(${columns.join(', ')})::text, 0)::numeric), 0)::text as sum
       from ${table}`,
    );
    contents[table] = { columns, ...rows[0]! };
  }
  return contents;
};
