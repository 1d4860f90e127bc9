import sql, { empty, raw, type Sql } from 'sql-template-tag';
import type { Page, PageRequest, Position, RowNamed } from '../inspections/paging.ts';
import { invalidField } from '../inspections/problems/requests.ts';
import type { Database } from './database.ts';

/** Making a much larger answer would hold up everybody else's. */
const MOST_BYTES = 5 * 1024 * 1024;

const ASC = sql`asc`;
const DESC = sql`desc`;

type Options = {
  /** The rows that a cursor may name, where some may have left the list since the client saw them there. */
  table?: Sql;
  /** About how many bytes of the answer a row makes. A page ends early when it is full; it always has one row. */
  weight?: Sql;
  /** Makes more of the rows of the page, in the same order. */
  complete?(rows: Sql, order: Sql): Sql;
  /**
   * A column with one and the same value all over the list. The order names it, so that only the index
   * that has it will do: left to itself the planner may choose another one and pass over the rows with
   * other values, trusting that they are spread evenly over time, which statuses never are.
   */
  within?: { column: Sql; value: string };
  /**
   * What the list is sorted by before time. A cursor names a row and its time only, so the key of that row
   * is looked up again, in `table`.
   */
  by?(alias: Sql): Sql;
  /** The time and the id under other names, where these are the columns that an index has beside the key. */
  place?: { created_at: Sql; id: Sql };
};

const PLACE = { created_at: raw('created_at'), id: raw('id') };

const CURSOR = raw('at_cursor');

/** Where the row of a cursor stands. */
const standing = async (
  database: Database,
  table: Sql,
  { direction, position: { created_at, id } }: { direction: string; position: Position | RowNamed },
): Promise<Position> => {
  if (created_at !== null) return { created_at, id };
  const row = await database.row<Position>(
    sql`select ${CURSOR}.created_at, ${CURSOR}.id from ${table} ${CURSOR} where ${CURSOR}.id = ${id}::uuid`,
  );
  if (row === null)
    throw invalidField(
      direction,
      'This list has no row with that id. Use that of a row you have seen in it, or a cursor from its paging.',
    );
  return row;
};

/** Those of the rows that fit into a page, and how many there were. */
const fitting = (rows: Sql, alias: Sql, order: Sql, weight: Sql) => sql`
  select * from (
    select ${alias}.*, count(*) over () as page_rows,
      sum(${weight}) over (${order} rows between unbounded preceding and 1 preceding) as bytes_before
    from (${rows}) ${alias}) ${alias}
  where coalesce(${alias}.bytes_before, 0) < ${MOST_BYTES} ${order}`;

/**
 * One page of `select … from … where …` ordered by (created_at, id) of the table alias given, or by a key before those. Reading
 * backwards runs the order the other way round and turns the rows again, so both directions use the index.
 */
export const readPage = async <T extends Position>(
  database: Database,
  select: Sql,
  alias: Sql,
  page: PageRequest,
  { table = sql`(${select})`, complete = (rows) => rows, weight, within, by, place = PLACE }: Options = {},
): Promise<Page<T>> => {
  const backwards = page.from?.direction === 'before';
  const descending = (page.order === 'desc') !== backwards;
  const direction = descending ? DESC : ASC;
  const fixed = within
    ? sql`and ${within.column} >= ${within.value} and ${within.column} <= ${within.value}`
    : empty;
  const leading = (text: Sql | undefined) => (text ? sql`${text}, ` : empty);
  const columns = sql`${leading(within?.column)}${leading(by?.(alias))}${alias}.${place.created_at}, ${alias}.${place.id}`;
  const keyOf = ({ id }: Position) =>
    by && sql`(select ${by(CURSOR)} from ${table} ${CURSOR} where ${CURSOR}.id = ${id}::uuid)`;
  const position = (from: Position) =>
    sql`${leading(within && sql`${within.value}`)}${leading(keyOf(from))}${from.created_at}::timestamptz, ${from.id}::uuid`;
  const beyond = page.from
    ? sql`and (${columns}) ${descending ? sql`<` : sql`>`} (${position(await standing(database, table, page.from))})`
    : empty;
  const order = sql`order by ${leading(within && sql`${within.column} ${direction}`)}
    ${leading(by && sql`${by(alias)} ${direction}`)}${alias}.${place.created_at} ${direction},
    ${alias}.${place.id} ${direction}`;
  const wanted = sql`${select} ${fixed} ${beyond} ${order} limit ${page.limit + 1}`;
  const rows = await database.rows<T & { page_rows?: number }>(
    complete(weight ? fitting(wanted, alias, order, weight) : wanted, order),
  );
  const isFull = rows.length > page.limit;
  if (isFull) rows.pop();
  const more = isFull || rows.length < (rows[0]?.page_rows ?? 0);
  if (backwards) rows.reverse();
  return {
    rows,
    hasPrevious: backwards ? more : page.from !== null,
    hasNext: backwards ? true : more,
  };
};
