import pg from 'pg';
import type { Sql } from 'sql-template-tag';
import { databaseFull, databaseUnavailable } from '../inspections/problems/storage.ts';
import { failureOf } from './failure.ts';

/**
 * A statement with a name is planned once per connection, which for the larger ones costs more than running
 * them. For those that run often and whose best plan is the same for all values; one name, one text.
 */
export type Database = {
  rows<T>(query: Sql, name?: string): Promise<T[]>;
  row<T>(query: Sql, name?: string): Promise<T | null>;
  /** How many rows the statement touched. */
  run(query: Sql, name?: string): Promise<number>;
};

const TIMESTAMPTZ = 1184;
const INT8 = 20;
const NUMERIC = 1700;

/** The same ISO form that Postgres itself writes inside JSON, microseconds kept. */
const isoTime = (text: string) => `${text.replace(' ', 'T')}:00`;

const parsers: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === TIMESTAMPTZ) return isoTime;
    if (oid === INT8 || oid === NUMERIC) return Number;
    return pg.types.getTypeParser(oid, format as 'text');
  },
};

/**
 * `queryTimeoutMs`: after that time a database that has stopped answering counts as away. `everything`: its
 * connections reach all rows from the start; others are refused until they say whom they act for (reach.ts).
 */
export const createPool = (
  url: string,
  size: number,
  onError: (error: Error) => void,
  {
    queryTimeoutMs,
    connectTimeoutMs = 5000,
    everything = false,
  }: { queryTimeoutMs?: number; connectTimeoutMs?: number; everything?: boolean } = {},
) => {
  const settings: pg.PoolConfig & { pipeline: boolean } = {
    connectionString: url,
    max: size,
    types: parsers,
    // Statements of one transaction that do not need each other's answers go out together.
    pipeline: true,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: queryTimeoutMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    options: `-c timezone=UTC${everything ? ' -c walkaround.reach=everything' : ''}`,
  };
  const pool = new pg.Pool(settings);
  // A connection that breaks is replaced by the pool; unheard, its error would end the process.
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
};

/** A database that is full or away is no fault of the request; everything else stays as it is. */
const asProblem = (error: unknown): unknown => {
  const failure = failureOf(error);
  if (failure === null) return error;
  return failure === 'full' ? databaseFull(error) : databaseUnavailable(error);
};

export const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw asProblem(error);
  }
};

/** Needs a little room on the disk of the database, for a moment, and writes no row for that. */
const NEEDS_ROOM = `set local work_mem = '64kB'; select count(*) from generate_series(1, 8000)`;

/** Throws where the database does not answer or could not store anything. */
export const checkDatabase = (pool: pg.Pool): Promise<void> =>
  guarded(async () => void (await pool.query(NEEDS_ROOM)));

export type Queryable = { query(statement: pg.QueryConfig): Promise<pg.QueryResult> };

export const databaseOn = (client: Queryable): Database => {
  const query = ({ text, values }: Sql, name?: string) => guarded(() => client.query({ name, text, values }));
  return {
    rows: async <T>(sql: Sql, name?: string) => (await query(sql, name)).rows as T[],
    row: async <T>(sql: Sql, name?: string) => ((await query(sql, name)).rows[0] as T | undefined) ?? null,
    run: async (sql, name) => (await query(sql, name)).rowCount ?? 0,
  };
};
