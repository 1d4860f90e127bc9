import sql, { join, raw } from 'sql-template-tag';
import type { Erasures } from '../../inspections/ports/operations.ts';
import type { Database } from '../database.ts';

const IMAGES = 'select id from images where inspection_id = i.id';

/** What hangs on an inspection and goes with its row, by what it hangs on. */
const OWNED = {
  inspection_id: [
    'vehicles',
    'tasks',
    'damage_areas',
    'images',
    'parts',
    'damages',
    'views',
    'severities',
    'reports',
    'events',
    'event_chains',
    'evidence_packs',
    'restricted_packs',
    'deliveries',
    'rendered_outputs',
    'wheel_analyses',
    'documents',
    'estimates',
    'prices',
    'corrections',
    'share_links',
    'suspicions',
    'stated_readings',
    'comments',
    'contests',
    'inspection_words',
    'side_by_sides',
  ],
  image_id: ['image_tasks', 'sightings', 'suspicion_views'],
};

const countOf = (table: string, where: string) => raw(`(select count(*) from ${table} where ${where})`);

const ROWS = join(
  [
    ...OWNED.inspection_id.map((table) => countOf(table, 'inspection_id = i.id')),
    ...OWNED.image_id.map((table) => countOf(table, `image_id in (${IMAGES})`)),
    countOf('damage_parts', 'damage_id in (select id from damages where inspection_id = i.id)'),
  ],
  ' + ',
);

const ofErasure = (inspectionId: string) =>
  sql`inspection_id = ${inspectionId} and action = 'inspection.erased'`;

export const erasuresOn = (database: Database): Erasures => {
  const ids = async (rows: Promise<{ id: string }[]>) => (await rows).map(({ id }) => id);

  const countFor = (inspectionId: string) =>
    database.row<{ images: number; rows: number }>(sql`
      select (select count(*) from images where inspection_id = i.id) as images, 1 + ${ROWS} as rows
      from inspections i where i.id = ${inspectionId}`);

  const keepUsage = (inspectionId: string) =>
    database.run(sql`
      insert into erased_usage as u (organization_id, month, inspections, images, tasks)
      select i.organization_id, date_trunc('month', i.created_at at time zone 'UTC'), 1,
        (select count(*) from images m where m.inspection_id = i.id),
        coalesce((select jsonb_object_agg(t.name, 1) from tasks t
          where t.inspection_id = i.id and t.started_at is not null), '{}')
      from inspections i where i.id = ${inspectionId} and i.organization_id is not null
      on conflict (organization_id, month) do update set
        inspections = u.inspections + excluded.inspections, images = u.images + excluded.images,
        tasks = u.tasks || coalesce((select jsonb_object_agg(name, coalesce((u.tasks->>name)::bigint, 0) + 1)
          from jsonb_object_keys(excluded.tasks) name), '{}')`);

  return {
    due: (limit) =>
      ids(
        database.rows(sql`
          select i.id from organization_settings o
          cross join lateral (
            select i.id, i.created_at from inspections i
            where i.organization_id = o.organization_id
              and i.created_at < clock_timestamp() - make_interval(days => o.retention_days)
              and not exists (select from audit_log a
                where a.inspection_id = i.id and a.action = 'inspection.erased')
            order by i.created_at limit ${limit}) i
          where o.retention_days is not null order by i.created_at limit ${limit}`),
      ),

    unfinished: (limit) =>
      ids(
        database.rows(sql`
          select inspection_id as id from audit_log
          where completed_at is null and created_at < clock_timestamp() - interval '1 hour'
          order by created_at limit ${limit}`),
      ),

    removeRows: async (inspectionId) => {
      const counts = await countFor(inspectionId);
      if (counts === null) return;
      await keepUsage(inspectionId);
      // Receivers that were not reached yet shall still learn of it.
      await database.run(sql`
        update deliveries set inspection_id = null
        where inspection_id = ${inspectionId} and kind = 'webhook' and status = 'pending'
          and event_type = 'inspection.deleted'`);
      await database.run(
        sql`delete from idempotency_keys where coalesce(body->>'inspection_id', body->>'id') = ${inspectionId}`,
      );
      await database.run(sql`delete from inspections where id = ${inspectionId}`);
      await database.run(sql`
        update audit_log set details = details || ${JSON.stringify(counts)}::jsonb where ${ofErasure(inspectionId)}`);
    },

    noteFiles: async (inspectionId, files) => {
      await database.run(sql`
        update audit_log set details = jsonb_build_object('files', ${files}::integer) || details
        where ${ofErasure(inspectionId)}`);
    },

    complete: async (inspectionId) => {
      await database.run(sql`
        update audit_log set completed_at = clock_timestamp() where ${ofErasure(inspectionId)} and completed_at is null`);
    },
  };
};
