import { expect, test } from 'vitest';
import { damage, emptyInspection, task } from '../../report/test-inspection.ts';
import { dataVersion } from './data-version.ts';
import type { Report } from './report.ts';

const inspection = () => ({
  ...emptyInspection(),
  damages: [{ ...damage('dent', 'hood'), id: 'd', part_ids: ['a', 'b'] }],
});

test('the version is the same as long as nothing changes, in whatever order the database tells it', () => {
  const again = inspection();
  again.damages[0]!.part_ids.reverse();
  expect(dataVersion(again, null)).toBe(dataVersion(inspection(), null));
  expect(dataVersion(inspection(), null)).toMatch(/^[0-9a-f]{12}$/);
});

test('a report does not make itself stale', () => {
  const reported = { ...inspection(), report: { id: 'r', status: 'ready' } as Report };
  expect(dataVersion(reported, null)).toBe(dataVersion(inspection(), null));
});

test('a place that was checked makes a report stale, which tells how many are left', () => {
  const version = (open_suspicions: string[][], damages = inspection().damages) =>
    dataVersion({ ...inspection(), damages, open_suspicions }, null);
  expect(version([[]])).not.toBe(version([]));
  expect(version([[]], [])).not.toBe(version([], []));
});

test('any change gives another version: of the inspection, of a deletion, of the one it is compared with', () => {
  const deleted = inspection();
  deleted.damages[0]!.deleted_at = deleted.created_at;
  const versions = [
    dataVersion(inspection(), null),
    dataVersion(deleted, null),
    dataVersion({ ...inspection(), additional_data: { pdf_data: { comment: 'x' } } }, null),
    dataVersion(inspection(), inspection()),
    dataVersion(inspection(), { ...inspection(), tasks: [{ ...task('images_ocr', 'DONE'), id: 't' }] }),
  ];
  expect(new Set(versions).size).toBe(versions.length);
});
