import sql from 'sql-template-tag';
import type { FileSweep } from '../../inspections/ports/operations.ts';
import { tasksThat } from '../../inspections/tasks/task-registry.ts';
import type { Database } from '../database.ts';

/** They write no files. */
const OF_PERSONS = tasksThat(({ done_by }) => done_by === 'person');

export const fileSweepOn = (database: Database): FileSweep => ({
  place: async () =>
    (
      await database.row<{ after_key: string | null }>(sql`
        select after_key from file_sweep where after_key is not null or finished_at is null
          or finished_at < clock_timestamp() - interval '23 hours'`)
    )?.after_key,

  // Files come before their row, and a task or report that is tried again writes its files under the same names:
  // while one is under way nothing of its inspection is taken for left behind.
  unowned: async (files) => {
    const keys = files.map(({ key }) => key);
    const ids = files.map(({ inspection_id }) => inspection_id);
    return database.rows(sql`
      select f.key, f.inspection_id, f.inspection_id is not null
        and not exists (select from inspections i where i.id = f.inspection_id) as stranger
      from unnest(${keys}::text[], ${ids}::uuid[]) f (key, inspection_id)
      where not exists (select from images m
          where m.inspection_id = f.inspection_id and f.key in (m.file_key, m.shown_key))
        and not exists (select from rendered_outputs r
          where r.inspection_id = f.inspection_id and r.file_key = f.key)
        and not exists (select from reports r
          where r.inspection_id = f.inspection_id and (r.file_key = f.key or r.status = 'requested'))
        and not exists (select from evidence_packs e
          where e.inspection_id = f.inspection_id and (e.file_key = f.key or e.status = 'requested'))
        and not exists (select from restricted_packs e
          where e.inspection_id = f.inspection_id and (e.file_key = f.key or e.status = 'requested'))
        and not exists (select from share_links l
          where l.inspection_id = f.inspection_id and l.report_key = f.key)
        and not exists (select from contests c, jsonb_array_elements(c.photos) p
          where c.inspection_id = f.inspection_id and f.key in (p->>'file_key', p->>'shown_key'))
        and not exists (select from tasks t where t.inspection_id = f.inspection_id
          and t.status in ('TODO', 'IN_PROGRESS') and t.name <> all(${OF_PERSONS}))
        and not exists (select from organization_settings o where o.logo_key = f.key)`);
  },

  note: async ({ after_key, files, bytes }) => {
    await database.run(sql`
      update file_sweep set after_key = ${after_key}, files_removed = files_removed + ${files},
        bytes_removed = bytes_removed + ${bytes},
        finished_at = case when ${after_key}::text is null then clock_timestamp() else finished_at end`);
  },

  totals: async () =>
    (await database.row<Awaited<ReturnType<FileSweep['totals']>>>(
      sql`select files_removed, bytes_removed, finished_at from file_sweep`,
    ))!,
});
