import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ports } from '../../inspections/ports/ports.ts';
import { storageUnavailable } from '../../inspections/problems/storage.ts';
import { createCheckedStore as createStore } from '../../store/test-checked-store.ts';
import { insertTestInspection, startTestDatabase } from '../../store/test-database.ts';
import { testPorts } from '../test-ports.ts';
import { getReport, requestReport } from './ask-for-report.ts';
import { giveUpReport, makeReport } from './make-report.ts';
import { testReportPorts } from './test-report-ports.ts';

const anna = { user_id: 'anna', organization_id: null, permissions: new Set<string>() };
const never = new AbortController().signal;
const options = { language: 'en', paper: 'a4', pricing: false, link: 'https://example.com' } as const;

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let reports: Awaited<ReturnType<typeof testReportPorts>>;
let ports: Ports;
/** What happens while the report is being written. */
let meanwhile: () => Promise<unknown> = async () => {};

beforeAll(async () => {
  database = await startTestDatabase();
  reports = await testReportPorts(() => meanwhile());
  ports = testPorts(
    createStore(database.pool, async () => {}, 'everything'),
    reports.ports,
  );
});
afterAll(async () => {
  await database.stop();
  await reports.remove();
});

const asked = async (inspection_id: string) => {
  const { id } = await requestReport(anna, { inspection_id, options }, ports);
  return { inspection_id, report_id: id };
};
const keysOf = (inspectionId: string) => reports.keysOf(inspectionId);

test('a job that is run twice makes the report once', async () => {
  const job = await asked(await insertTestInspection(ports.store));
  await makeReport(job, ports, never);
  const first = await getReport(anna, job, ports);
  await makeReport(job, ports, never);
  expect(await getReport(anna, job, ports)).toEqual(first);
  expect(await keysOf(job.inspection_id)).toEqual([first.file_key]);
});

test('a request that was replaced while its report was written leaves no file behind', async () => {
  const job = await asked(await insertTestInspection(ports.store));
  meanwhile = () => asked(job.inspection_id);
  await makeReport(job, ports, never);
  meanwhile = async () => {};
  await expect(getReport(anna, job, ports)).rejects.toMatchObject({ code: 'pdf_in_progress' });
  expect(await keysOf(job.inspection_id)).toEqual([]);
});

test('an inspection that is deleted while its report is written gets none', async () => {
  const job = await asked(await insertTestInspection(ports.store));
  meanwhile = () => ports.store.inspections.markDeleted(job.inspection_id);
  await makeReport(job, ports, never);
  meanwhile = async () => {};
  expect(await keysOf(job.inspection_id)).toEqual([]);
});

test('an inspection that changes while its report is written has a stale one', async () => {
  const job = await asked(await insertTestInspection(ports.store));
  meanwhile = () => ports.store.inspections.mergeAdditionalData(job.inspection_id, { note: 'new' });
  await makeReport(job, ports, never);
  meanwhile = async () => {};
  expect((await getReport(anna, job, ports)).stale).toBe(true);
});

test('what keeps a report from being made is tried again, and at last said to whoever waits', async () => {
  const job = await asked(await insertTestInspection(ports.store));
  meanwhile = async () => {
    throw storageUnavailable();
  };
  await expect(makeReport(job, ports, never)).rejects.toMatchObject({ code: 'storage_unavailable' });
  meanwhile = async () => {};
  await expect(getReport(anna, job, ports)).rejects.toMatchObject({ code: 'pdf_in_progress' });
  await giveUpReport(job, ports);
  await expect(getReport(anna, job, ports)).rejects.toMatchObject({ kind: 'ours', code: 'pdf_failed' });
  const again = await asked(job.inspection_id);
  await makeReport(again, ports, never);
  expect((await getReport(anna, again, ports)).stale).toBe(false);
});

test('a related inspection that the asker may not read is not compared with', async () => {
  const other = await insertTestInspection(ports.store, { owner_id: 'bob' });
  const own = await insertTestInspection(ports.store);
  await database.pool.query('update inspections set related_inspection_id = $1 where id = $2', [other, own]);
  const { options: kept } = await requestReport(anna, { inspection_id: own, options }, ports);
  expect(kept).toMatchObject({ compare: false });
});
