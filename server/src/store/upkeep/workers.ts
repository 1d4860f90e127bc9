import sql from 'sql-template-tag';
import type { WorkersSeen } from '../../inspections/capabilities.ts';
import type { Workers } from '../../inspections/ports/operations.ts';
import type { Worker } from '../../inspections/records/worker.ts';
import type { Database } from '../database.ts';

/** Longer than the pause between two reports, with room for a slow one. */
const PRESENT = sql`interval '2 minutes'`;
/** A worker speaks every few seconds. */
const SILENT = sql`interval '45 seconds'`;

export const workersOn = (database: Database): Workers => ({
  report: async ({ id, host, pid, models, notes, loaded, problem }) => {
    await database.run(sql`
      insert into workers (id, host, pid, seen_at, models, notes, loaded, problem)
      values (${id}::uuid, ${host}, ${pid}, clock_timestamp(), ${JSON.stringify(models)}::jsonb, ${notes}::text[],
        ${loaded}::text[], ${problem})
      on conflict (id) do update set seen_at = excluded.seen_at, models = excluded.models, notes = excluded.notes,
        loaded = excluded.loaded, problem = excluded.problem`);
    // Those that were killed, by this clock or by what it was before somebody set it.
    await database.run(sql`
      delete from workers where id <> ${id}::uuid
        and seen_at not between clock_timestamp() - interval '1 hour' and clock_timestamp() + interval '1 minute'`);
  },

  end: async (id) => {
    await database.run(sql`
      update workers set has_ended = true, seen_at = clock_timestamp(), models = '{}', notes = '{}', loaded = '{}', problem = null
      where id = ${id}::uuid`);
  },

  // A report of later than now was made before the clock of the database was set back. From here on it counts as of now:
  // else a worker that died then would be taken for one that is there until the clock has made up for it.
  seen: async () => {
    await database.run(sql`
      update workers set seen_at = clock_timestamp() where seen_at > clock_timestamp() + interval '1 minute'`);
    const seen = await database.row<WorkersSeen>(sql`
      select greatest(0, extract(epoch from clock_timestamp() - max(seen_at)))::float as seconds_ago,
        coalesce(json_agg(models) filter (where seen_at > clock_timestamp() - ${PRESENT}), '[]') as models,
        coalesce(json_agg(notes) filter (where seen_at > clock_timestamp() - ${PRESENT}), '[]') as notes
      from workers`);
    return { ...seen!, notes: [...new Set(seen!.notes.flat())] };
  },

  list: () =>
    database.rows<Worker>(sql`
      select id, host, pid, loaded, problem from workers
      where not has_ended and seen_at > clock_timestamp() - ${SILENT} order by host, pid`),
});
