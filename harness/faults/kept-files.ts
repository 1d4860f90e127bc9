import type pg from 'pg';
import { until } from '../clients/client.ts';

/** Longer than the sweep leaves a file alone that has no row. */
export const A_DAY_AND_MORE_HOURS = 25;

/** The keys of all files that rows name, in order. */
export const filesOfRows = async (database: pg.Pool): Promise<string[]> => {
  const { rows } = await database.query(
    `select file_key as key from images union select shown_key from images where shown_key is not null
     union select file_key from rendered_outputs union select file_key from reports where file_key is not null`,
  );
  return rows.map(({ key }) => key).toSorted();
};

/** The daily sweep, now: how many files nobody owned. */
export const sweepFiles = async (database: pg.Pool): Promise<number> => {
  await database.query('update file_sweep set finished_at = null');
  await database.query(`insert into pgboss.job (name) values ('sweep-files')`);
  const swept = () => database.query('select files_removed, finished_at from file_sweep');
  const { rows } = await until(swept, (found) => found.rows[0].finished_at !== null, 60_000);
  return Number(rows[0].files_removed);
};
