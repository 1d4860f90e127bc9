import sql, { empty, type Sql } from 'sql-template-tag';
import type { InspectionCounts, InspectionFilter } from '../../../inspections/ports/store.ts';
import type { InspectionStatus } from '../../../inspections/vocabulary.ts';
import type { Database } from '../../database.ts';
import { counted } from './inspection-filter.ts';

/** A list as a whole is counted in an index. By a filter each hit has to be looked up, so counting ends there. */
const MOST_COUNTED = 10_000;

/** From the newest on. */
const listed = (rest: Sql, most: number | null) => sql`
  select i.status, count(*) from (
    select i.status from inspections i where ${rest}
    ${most === null ? empty : sql`order by i.created_at desc limit ${most}`}) i
  group by i.status`;

/** `offset 0` looks them up one by one: the planner would rather read all inspections. */
const lookedUp = (hits: Sql, rest: Sql, most: number) => sql`
  with hits as materialized (select h.id from (${hits}) h (id) limit ${most})
  select i.status, count(*) from (select distinct id from hits) h,
    lateral (select i.status from inspections i where i.id = h.id and ${rest} offset 0) i
  group by i.status
  union all select null, count(*) from hits`;

export const countInspections = async (
  database: Database,
  filter: InspectionFilter,
  most = MOST_COUNTED,
): Promise<InspectionCounts> => {
  const { hits, rest, isWhole } = counted(filter);
  const rows = await database.rows<{ status: InspectionStatus | null; count: number }>(
    hits ? lookedUp(hits, rest, most) : listed(rest, isWhole ? null : most),
  );
  const byStatus = rows.filter(({ status }) => status !== null);
  const total = byStatus.reduce((sum, { count }) => sum + count, 0);
  const looked = rows.find(({ status }) => status === null)?.count ?? total;
  return {
    total,
    sub_count: Object.fromEntries(byStatus.map(({ status, count }) => [status, count])),
    is_at_least: !isWhole && looked === most,
  };
};
