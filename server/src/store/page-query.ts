import sql, { type Sql } from 'sql-template-tag';
import type { Page, PageRequest, Position } from '../inspections/paging.ts';
import type { Database } from './database.ts';

const ASC = sql`asc`;
const DESC = sql`desc`;

/**
 * One page of `select … from … where …` ordered by (created_at, id) of the table alias given. Reading
 * backwards runs the order the other way round and turns the rows again, so both directions use the index.
 */
export const readPage = async <T extends Position>(
  database: Database,
  select: Sql,
  alias: Sql,
  page: PageRequest,
): Promise<Page<T>> => {
  const backwards = page.from?.direction === 'before';
  const descending = (page.order === 'desc') !== backwards;
  const beyond = page.from
    ? descending
      ? sql`and (${alias}.created_at, ${alias}.id) < (${page.from.position.created_at}::timestamptz, ${page.from.position.id}::uuid)`
      : sql`and (${alias}.created_at, ${alias}.id) > (${page.from.position.created_at}::timestamptz, ${page.from.position.id}::uuid)`
    : sql``;
  const direction = descending ? DESC : ASC;
  const rows = await database.rows<T>(
    sql`${select} ${beyond} order by ${alias}.created_at ${direction}, ${alias}.id ${direction} limit ${page.limit + 1}`,
  );
  const more = rows.length > page.limit;
  if (more) rows.pop();
  if (backwards) rows.reverse();
  return {
    rows,
    hasPrevious: backwards ? more : page.from !== null,
    hasNext: backwards ? true : more,
  };
};
