import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const FOLDER = new URL('../../migrations/', import.meta.url);
/** Those before it were made when no two versions ran side by side yet. */
const FIRST = '0019';

/** What a version that runs beside it may still count on. Without comments, in which such words may stand. */
const takesAway = (sql: string) =>
  /\b(drop\s+(table|column|view|function|type)|rename\s+(to|column)|alter\s+column\s+\w+\s+(type|set\s+not\s+null|set\s+data))\b/i.test(
    sql.replaceAll(/--.*$/gm, ''),
  );

test('a migration that takes away what older versions use says which versions can live without it', async () => {
  const silent: string[] = [];
  for (const name of (await readdir(FOLDER)).filter((file) => file >= FIRST)) {
    const sql = await readFile(new URL(name, FOLDER), 'utf8');
    if (takesAway(sql) && !/^-- needs \d{4}\b/.test(sql)) silent.push(name);
  }
  expect(silent, 'CONTRIBUTING.md says what to do').toEqual([]);
});

test.each([
  ['alter table images drop column note', true],
  ['ALTER TABLE images\n  RENAME COLUMN a TO b', true],
  ['alter table images alter column note set not null', true],
  ['drop table notes', true],
  ['alter table images add column note text', false],
  ['drop index images_note', false],
  ['alter table images alter column note drop not null', false],
  ['-- later: drop table notes\ncreate table others ()', false],
])('%j takes something away: %s', (sql, expected) => {
  expect(takesAway(sql)).toBe(expected);
});
