import sql, { empty, type Sql } from 'sql-template-tag';
import type { Page, PageRequest, Position } from '../inspections/paging.ts';
import type { Database } from './database.ts';

const ASC = sql`asc`;
const DESC = sql`desc`;

type Options = {
  /** Makes more of the rows of the page, in the same order. */
  complete?(rows: Sql, order: Sql): Sql;
  /**
   * A column with one and the same value all over the list. The order names it, so that only the index
   * that has it will do: left to itself the planner may choose another one and pass over the rows with
   * other values, trusting that they are spread evenly over time, which statuses never are.
   */
  within?: { column: Sql; value: string };
};

/**
 * One page of `select … from … where …` ordered by (created_at, id) of the table alias given. Reading
 * backwards runs the order the other way round and turns the rows again, so both directions use the index.
 */
export const readPage = async <T extends Position>(
  database: Database,
  select: Sql,
  alias: Sql,
  page: PageRequest,
  { complete = (rows) => rows, within }: Options = {},
): Promise<Page<T>> => {
  const backwards = page.from?.direction === 'before';
  const descending = (page.order === 'desc') !== backwards;
  const direction = descending ? DESC : ASC;
  const fixed = within
    ? sql`and ${within.column} >= ${within.value} and ${within.column} <= ${within.value}`
    : empty;
  const columns = sql`${within ? sql`${within.column}, ` : empty}${alias}.created_at, ${alias}.id`;
  const position = (from: Position) =>
    sql`${within ? sql`${within.value}, ` : empty}${from.created_at}::timestamptz, ${from.id}::uuid`;
  const beyond = page.from
    ? sql`and (${columns}) ${descending ? sql`<` : sql`>`} (${position(page.from.position)})`
    : empty;
  const order = sql`order by ${within ? sql`${within.column} ${direction}, ` : empty}
    ${alias}.created_at ${direction}, ${alias}.id ${direction}`;
  const rows = await database.rows<T>(
    complete(sql`${select} ${fixed} ${beyond} ${order} limit ${page.limit + 1}`, order),
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
