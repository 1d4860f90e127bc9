import sql from 'sql-template-tag';
import type { MonthOfUsage, Usage } from '../../inspections/ports/operations.ts';
import type { Database } from '../database.ts';

/** What is there, and what was there and is erased, by the month of the inspection. */
export const usageOn = (database: Database): Usage => ({
  months: (organizationId, from, to) =>
    database.rows<MonthOfUsage>(sql`
      with chosen as (
        select i.id, to_char(i.created_at at time zone 'UTC', 'YYYY-MM') as month from inspections i
        where i.organization_id = ${organizationId} and i.created_at >= ${`${from}-01`}::timestamptz
          and i.created_at < (${`${to}-01`}::timestamp + interval '1 month') at time zone 'UTC'),
      erased as (
        select to_char(month, 'YYYY-MM') as month, inspections, images, tasks from erased_usage
        where organization_id = ${organizationId} and month between ${`${from}-01`}::date and ${`${to}-01`}::date),
      counted as (
        select month, count(*) as inspections, 0 as images, 0 as bytes from chosen group by month
        union all
        select c.month, 0, count(*), sum(m.binary_size) from chosen c join images m on m.inspection_id = c.id
        group by c.month
        union all
        select month, inspections, images, 0 from erased),
      started as (
        select c.month, t.name, count(*) as count from chosen c join tasks t on t.inspection_id = c.id
        where t.started_at is not null group by c.month, t.name
        union all
        select e.month, t.key, t.value::bigint from erased e cross join jsonb_each_text(e.tasks) t),
      by_name as (select month, name, sum(count) as count from started group by month, name)
      select c.month, sum(c.inspections) as inspections, sum(c.images) as images, sum(c.bytes) as bytes_stored,
        coalesce((select json_agg(json_build_object('name', b.name, 'count', b.count) order by b.name)
          from by_name b where b.month = c.month), '[]') as tasks
      from counted c group by c.month order by c.month`),
});
