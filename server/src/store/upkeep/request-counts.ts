import sql from 'sql-template-tag';
import type { RequestCounts } from '../../inspections/ports/operations.ts';
import type { Database } from '../database.ts';

export const requestCountsOn = (database: Database): RequestCounts => ({
  // In the order of the callers, so that two processes never wait for each other. A minute that ends later than a minute
  // from now was begun before the clock of the database was set back, and counts as over.
  add: async (counts) =>
    database.rows(sql`
      with ended as (
        delete from request_counts where caller in (
          select caller from request_counts
          where ends_at < clock_timestamp() - interval '1 minute'
            and caller <> all(${counts.map(({ caller }) => caller)}::text[])
          for update skip locked))
      insert into request_counts as r (caller, count, ends_at)
      select caller, count, clock_timestamp() + left_ms * interval '1 ms'
      from unnest(${counts.map(({ caller }) => caller)}::text[], ${counts.map(({ count }) => count)}::int[],
        ${counts.map(({ leftMs }) => leftMs)}::float[]) as new (caller, count, left_ms)
      order by caller
      on conflict (caller) do update set
        count = case when r.ends_at between clock_timestamp() and clock_timestamp() + interval '1 minute'
          then r.count else 0 end + excluded.count,
        ends_at = case when r.ends_at between clock_timestamp() and clock_timestamp() + interval '1 minute'
          then r.ends_at else excluded.ends_at end
      returning caller, count, 1000 * extract(epoch from ends_at - clock_timestamp())::float as "leftMs"`),
});
