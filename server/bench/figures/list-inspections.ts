import type pg from 'pg';
import { encodeCursor } from '../../src/inspections/paging.ts';
import { type Figure, ratioLine, valueLine } from '../figure.ts';
import { fill } from '../fill.ts';
import { mostRowsRead } from '../list-plans.ts';
import { takeTurns } from '../rounds.ts';
import { allIn } from '../tenant.ts';
import { openService, withCleanup } from '../test-bed.ts';

const FEW = 2_000;
const MANY = 200_000;
const PAGE = 100;
const POSITIONS = 20;

/** Cursors spread over the inner four fifths of the list, a different one in every round. */
const deepCursors = async (database: pg.Pool, inspections: number) => {
  const { rows } = await database.query<{ created_at: string; id: string }>(
    `select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"+00:00"') as created_at, id
     from (select *, row_number() over (order by created_at desc, id desc) as place from inspections) i
     where place = any ($1)`,
    [Array.from({ length: POSITIONS }, (_, n) => Math.round(inspections * (0.1 + (0.8 * n) / POSITIONS)))],
  );
  const filter = allIn('own_resources');
  return rows.map((row) => encodeCursor(`inspections ${JSON.stringify([filter, 'created_at'])}`, row));
};

export const listInspections: Figure = {
  name: 'list_inspections',
  about: `a page of ${PAGE} inspections, the first and one deep inside, of ${MANY} against the same of ${FEW}; and the most rows that any way of listing reads for a page`,
  rounds: 100,
  measure: (rounds, progress) =>
    withCleanup(async (opened) => {
      const few = await openService(opened);
      const many = await openService(opened);
      progress(0, rounds, `filling in ${FEW} and ${MANY} inspections`);
      await fill(few.database, FEW);
      await fill(many.database, MANY);
      const side = ({ connection, authorization }: typeof few, path: (round: number) => string) =>
        connection.timed((round) => ({ path: path(round), headers: authorization }));

      const firstPage = () => `/v1/inspections?limit=${PAGE}`;
      const first = await takeTurns(
        { floor: side(few, firstPage), ours: side(many, firstPage) },
        rounds,
        20,
        progress,
      );

      const pages = async ({ database }: typeof few, inspections: number) => {
        const cursors = await deepCursors(database, inspections);
        return (round: number) => `${firstPage()}&after=${cursors[Math.abs(round) % cursors.length]}`;
      };
      const deep = await takeTurns(
        { floor: side(few, await pages(few, FEW)), ours: side(many, await pages(many, MANY)) },
        rounds,
        20,
        progress,
      );

      progress(0, 1, 'looking at the plans of every way of listing');
      const { rows, variants } = await mostRowsRead(many.databaseUrl, PAGE);
      return [
        ratioLine('list_first_page', 1.5, first),
        ratioLine('list_deep_page', 1.5, deep),
        valueLine('list_rows_read', PAGE + 1, rows, 'rows', variants),
      ];
    }),
};
