/** Asks Postgres how it finds the rows of a page, for every way in which a client can ask for one. */
import type { Sql } from 'sql-template-tag';
import { INSPECTION_STATUSES, OWNERSHIP_FILTERS, PAGINATION_ORDERS } from '../src/inspections/vocabulary.ts';
import { createPool } from '../src/store/database.ts';
import { inspectionsOn } from '../src/store/inspections/inspections.ts';
import { allIn } from './tenant.ts';

type Plan = {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
};

/** Rows of the inspections that were looked at, whether or not they were wanted. */
const rowsRead = (plan: Plan): number => {
  const own =
    plan['Actual Loops'] *
    (plan['Actual Rows'] +
      (plan['Rows Removed by Filter'] ?? 0) +
      (plan['Rows Removed by Index Recheck'] ?? 0));
  const inner = (plan.Plans ?? []).reduce((sum, child) => sum + rowsRead(child), 0);
  return inner + (plan['Relation Name'] === 'inspections' ? own : 0);
};

const everyWay = () =>
  OWNERSHIP_FILTERS.flatMap((scope) =>
    [null, ...INSPECTION_STATUSES].flatMap((status) =>
      [true, false].flatMap((show_deleted) =>
        PAGINATION_ORDERS.flatMap((order) =>
          ([null, 'before', 'after'] as const).map((direction) => {
            return { filter: { ...allIn(scope), status, show_deleted }, order, direction };
          }),
        ),
      ),
    ),
  );

export const mostRowsRead = async (databaseUrl: string, limit: number) => {
  const pool = createPool(databaseUrl, 1, () => {}, { everything: true });
  let most = 0;
  const explain = async (query: Sql) => {
    const { rows } = await pool.query(`explain (analyze, format json) ${query.text}`, query.values);
    most = Math.max(most, rowsRead(rows[0]['QUERY PLAN'][0].Plan));
    return [];
  };
  const inspections = inspectionsOn({ rows: explain, row: async () => null, run: async () => 0 });
  try {
    const { rows } = await pool.query(
      'select created_at, id from inspections order by created_at desc offset (select count(*) / 2 from inspections) limit 1',
    );
    const ways = everyWay();
    for (const { filter, order, direction } of ways)
      await inspections.list(filter, 'created_at', {
        limit,
        order,
        from: direction && { direction, position: rows[0] },
      });
    return { rows: most, variants: ways.length };
  } finally {
    await pool.end();
  }
};
