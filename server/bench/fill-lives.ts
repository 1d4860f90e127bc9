/** Inspections as they are after their life: with vehicles, tasks, photos, findings and what was told of them. */
import type pg from 'pg';
import type { Progress } from './figure.ts';
import { ORGANIZATION, OWNER } from './tenant.ts';
import { withoutIndexes } from './without-indexes.ts';

const BATCH = 20_000;

/** Eleven more organizations. The tenant that is looked at has half of everything, and its caller half of that. */
const TENANTS = `
  case when n % 2 = 0 then '${ORGANIZATION}' else 'organization-' || n % 11 end as organization_id,
  case when n % 4 = 0 then '${OWNER}' else 'user-' || n % 400 end as owner_id`;

const STATUSES = `(array['NOT_STARTED', 'IN_PROGRESS', 'DONE', 'DONE', 'DONE', 'VALIDATED', 'ERROR'])[1 + n % 7]`;

/** All of one kind of row for the inspections of a batch. Ages grow with n, so that what is filled in later is older. */
const STATEMENTS = [
  `create temp table batch on commit drop as
   select n, uuidv7(-age) as id, now() - age as created_at, ${STATUSES} as status, ${TENANTS}
   from generate_series($1::int, $2::int) n, lateral (select n * interval '1 minute' as age)`,

  `insert into inspections (id, owner_id, creator_id, organization_id, created_at, deleted_at, status, inspection_type)
   select id, owner_id, owner_id, organization_id, created_at, case when n % 10 = 4 then now() end, status,
     (array['claim', 'check_in', 'check_out'])[1 + n % 3] from batch`,

  `insert into vehicles (id, inspection_id, created_at, details)
   select uuidv7(created_at - now()), id, created_at, jsonb_build_object(
     'brand', (array['Renault', 'Peugeot', 'Volkswagen', 'Toyota', 'Fiat'])[1 + n % 5], 'model', 'M' || n % 60,
     'plate', upper(substr(md5(n::text), 1, 2)) || '-' || lpad((n % 997)::text, 3, '0') || '-' || upper(substr(md5(n::text), 3, 2)),
     'vin', 'VF' || upper(substr(md5('vin' || n), 1, 15))) from batch`,

  `insert into tasks (id, inspection_id, name, status, added_by_service, created_at, started_at, done_at)
   select uuidv7(created_at - now()), id, name, status, name = 'compliances', created_at, created_at, created_at
   from batch, unnest(array['damage_detection', 'wheel_analysis', 'compliances']) name`,

  `create temp table batch_images on commit drop as
   select uuidv7(created_at - now()) as image_id, photo, batch.* from batch, generate_series(1, 2) photo`,

  `insert into images (id, inspection_id, created_at, file_key, mimetype, binary_size, width, height, rotation, fingerprint,
     sight_id, additional_data, compliance, has_vehicle)
   select image_id, id, created_at, 'inspections/' || id || '/' || image_id || '.jpg', 'image/jpeg', 400000 + n % 9999,
     1600, 1200, 'NO_ROTATION', md5(image_id::text), 'sight-' || photo, jsonb_build_object('sight_id', 'sight-' || photo),
     '{"issues": [], "scores": {"blurriness": 0.93, "underexposure": 0.88}, "thresholds": {"blurriness": 0.5, "underexposure": 0.3}, "reasons": []}', true
   from batch_images`,

  `insert into image_tasks (task_id, image_id)
   select t.id, b.image_id from batch_images b join tasks t on t.inspection_id = b.id and t.name <> 'wheel_analysis'`,

  `create temp table batch_damages on commit drop as
   select uuidv7(created_at - now()) as damage_id, uuidv7(created_at - now()) as part_id,
     (array['hood', 'roof', 'trunk', 'bumper_front'])[1 + n % 4] as part_type, batch.* from batch where n % 3 > 0`,

  `insert into parts (id, inspection_id, part_type, created_at) select part_id, id, part_type, created_at from batch_damages`,

  `insert into damages (id, inspection_id, damage_type, part_type, created_at, created_by, task, score)
   select damage_id, id, 'scratch', part_type, created_at, 'service', 'damage_detection', 0.8 from batch_damages`,

  `insert into damage_parts (damage_id, part_id) select damage_id, part_id from batch_damages`,

  `insert into views (id, inspection_id, image_id, damage_id, bounding_box, polygons, created_at, created_by)
   select uuidv7(d.created_at - now()), d.id, m.image_id, d.damage_id,
     '{"xmin": 100, "ymin": 100, "width": 80, "height": 50}',
     '[[[100,100],[120,104],[150,110],[180,120],[176,150],[140,150],[110,140],[100,120]]]', d.created_at, 'service'
   from batch_damages d join batch_images m using (id)`,

  `insert into severities (id, inspection_id, label, level, related_item_type, related_item_id, is_user_modified, created_at, created_by)
   select uuidv7(created_at - now()), id, part_type, 1 + n % 4, 'damage', damage_id, false, created_at, 'service'
   from batch_damages`,

  // Those of the last month: older ones are cleaned up.
  `insert into events (inspection_id, organization_id, type, data, created_at)
   select id, organization_id, type, '{}', created_at from batch,
     unnest(array['inspection.created', 'image.added', 'image.added', 'task.started', 'task.done']) type
   where created_at > now() - interval '30 days'`,
];

/** From so many inspections to so many. */
export const fillLives = async (
  database: pg.Pool,
  { from, to }: { from: number; to: number },
  progress: Progress,
) => {
  const client = await database.connect();
  const fill = async () => {
    for (let first = from + 1; first <= to; first += BATCH) {
      progress(first - 1, to, `filling in ${to} inspections`);
      await client.query('begin');
      for (const statement of STATEMENTS)
        await client.query(
          statement,
          statement.includes('$1') ? [first, Math.min(first + BATCH - 1, to)] : [],
        );
      await client.query('commit');
    }
  };
  try {
    await withoutIndexes(client, fill, (done, of) => progress(done, of, 'indexes and references'));
    progress(1, 1, 'counting, as Postgres does by itself in time');
    await client.query('vacuum analyze');
  } finally {
    client.release();
  }
};
