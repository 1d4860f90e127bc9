import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Ports } from '../../inspections/ports/ports.ts';
import { createCheckedStore as createStore } from '../../store/test-checked-store.ts';
import { insertTestInspection, startTestDatabase } from '../../store/test-database.ts';
import { testReportPorts } from '../reports/test-report-ports.ts';
import { testPorts } from '../test-ports.ts';
import { cleanUp } from '../upkeep/clean-up.ts';
import { giveUpSharedReport, makeSharedReport } from './make-shared-report.ts';
import { openShared } from './open-shared.ts';
import { revokeShareLink, shareInspection } from './share-inspection.ts';

const anna = { user_id: 'anna', organization_id: null, permissions: new Set<string>() };
const never = new AbortController().signal;

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let reports: Awaited<ReturnType<typeof testReportPorts>>;
let ports: Ports;
/** What happens while the report is being written. */
let meanwhile: () => Promise<unknown>;
let jobs: string[] = [];

beforeAll(async () => {
  database = await startTestDatabase();
  reports = await testReportPorts(() => meanwhile());
  const store = createStore(database.pool, async (_, { name }) => void jobs.push(name), 'everything');
  ports = testPorts(store, reports.ports);
});
beforeEach(() => {
  meanwhile = async () => {};
});
afterAll(async () => {
  await database.stop();
  await reports.remove();
});

const shared = async (expires_in_hours = 1) => {
  const inspection_id = await insertTestInspection(ports.store);
  jobs = [];
  const { link, secret } = await shareInspection(
    anna,
    { inspection_id, costs: false, allow_contesting: false, expires_in_hours },
    ports,
  );
  return { inspection_id, secret, share_link_id: link.id };
};
const filesOf = (inspectionId: string) => reports.keysOf(inspectionId);

test('a job that is run twice makes the report once', async () => {
  const link = await shared();
  expect(jobs).toEqual(['make-shared-report']);
  await makeSharedReport(link, ports, never);
  const first = await openShared(link, ports);
  expect(first).toMatchObject({ stale: false, link: { report_status: 'ready' } });
  await makeSharedReport(link, ports, never);
  expect((await openShared(link, ports)).link).toMatchObject({ report_key: first.link.report_key });
  expect(jobs).toEqual(['make-shared-report']);
  expect(await filesOf(link.inspection_id)).toEqual([first.link.report_key]);
});

test('a link that is taken back while its report is written leaves no file behind', async () => {
  const link = await shared();
  meanwhile = () => revokeShareLink(anna, link, ports);
  await makeSharedReport(link, ports, never);
  expect(await filesOf(link.inspection_id)).toEqual([]);
});

test('after a change the first reader causes a new report, and the old file is removed when the new one exists', async () => {
  const link = await shared();
  await makeSharedReport(link, ports, never);
  const [old] = await filesOf(link.inspection_id);
  await ports.store.inspections.mergeAdditionalData(link.inspection_id, { note: 'new' });
  const seen = await Promise.all([1, 2, 3].map(() => openShared(link, ports)));
  expect(seen.map(({ stale }) => stale)).toContain(true);
  expect(jobs).toEqual(['make-shared-report', 'make-shared-report']);
  await makeSharedReport(link, ports, never);
  expect((await openShared(link, ports)).stale).toBe(false);
  const now = await filesOf(link.inspection_id);
  expect(now).toHaveLength(1);
  expect(now).not.toContain(old);
});

test('one that cannot be made is said to be so, and tried again only when something has changed', async () => {
  const link = await shared();
  await makeSharedReport(link, ports, never);
  await ports.store.inspections.mergeAdditionalData(link.inspection_id, { note: 'new' });
  await openShared(link, ports);
  await giveUpSharedReport(link, ports);
  expect((await openShared(link, ports)).link.report_status).toBe('error');
  expect(jobs).toHaveLength(2);
  await ports.store.inspections.mergeAdditionalData(link.inspection_id, { note: 'newer' });
  expect((await openShared(link, ports)).link.report_status).toBe('requested');
  expect(jobs).toHaveLength(3);
});

test('the reports of ended links are cleaned away, those of living ones are not', async () => {
  const [living, revoked, deleted] = [await shared(), await shared(), await shared()];
  for (const link of [living, revoked, deleted]) await makeSharedReport(link, ports, never);
  await revokeShareLink(anna, revoked, ports);
  await ports.store.inspections.markDeleted(deleted.inspection_id);
  expect(await cleanUp(ports)).toMatchObject({ shared_reports: 2 });
  expect(await filesOf(living.inspection_id)).toHaveLength(1);
  for (const link of [revoked, deleted]) expect(await filesOf(link.inspection_id)).toEqual([]);
  expect(await cleanUp(ports)).toMatchObject({ shared_reports: 0 });
});
