import sql from 'sql-template-tag';
import type { WorkersSeen } from '../../inspections/capabilities.ts';
import type { Workers } from '../../inspections/ports/operations.ts';
import type { Database } from '../database.ts';

/** Longer than the pause between two reports, with room for a slow one. */
const PRESENT = sql`interval '2 minutes'`;

export const workersOn = (database: Database): Workers => ({
  report: async (id, { models, notes }) => {
    await database.run(sql`
      insert into workers (id, seen_at, models, notes)
      values (${id}::uuid, clock_timestamp(), ${JSON.stringify(models)}::jsonb, ${notes}::text[])
      on conflict (id) do update set seen_at = excluded.seen_at, models = excluded.models, notes = excluded.notes`);
    // Those that were killed, by this clock or by what it was before somebody set it.
    await database.run(sql`
      delete from workers where id <> ${id}::uuid
        and seen_at not between clock_timestamp() - interval '1 hour' and clock_timestamp() + interval '1 minute'`);
  },

  // After the clock of the database was set back, a report may be of later than now: that is just now.
  seen: async () => {
    const seen = await database.row<WorkersSeen>(sql`
      select greatest(0, extract(epoch from clock_timestamp() - max(seen_at)))::float as seconds_ago,
        coalesce(json_agg(models) filter (where seen_at > clock_timestamp() - ${PRESENT}), '[]') as models,
        coalesce(json_agg(notes) filter (where seen_at > clock_timestamp() - ${PRESENT}), '[]') as notes
      from workers`);
    return { ...seen!, notes: [...new Set(seen!.notes.flat())] };
  },
});
