import type { Actor } from '../inspections/access.ts';
import type { Ports, Store } from '../inspections/ports.ts';
import { pdfFailed, pdfInProgress, pdfNotRequested } from '../inspections/problem.ts';
import type { Json, Report } from '../inspections/records.ts';
import { inspectionToChange, inspectionToRead } from './reach-inspection.ts';
import { recordEvent } from './record-event.ts';

export const requestReport = (
  actor: Actor,
  input: { inspection_id: string; options: Json },
  { store }: Ports,
): Promise<Report> =>
  store.transaction(async (tx) => {
    const head = await inspectionToChange(actor, input.inspection_id, tx);
    const report = await tx.reports.request(head.id, input.options);
    await tx.jobs.send({ name: 'make-report', data: { inspection_id: head.id, report_id: report.id } });
    await recordEvent(tx, head, 'pdf.requested', { report_id: report.id });
    return report;
  });

export const getReport = async (
  actor: Actor,
  input: { inspection_id: string },
  { store }: Ports,
): Promise<Report & { file_key: string }> => {
  const head = await inspectionToRead(actor, input.inspection_id, store);
  const report = await store.reports.find(head.id);
  if (report === null) throw pdfNotRequested();
  if (report.status === 'requested') throw pdfInProgress();
  if (report.file_key === null) throw pdfFailed(report.error!);
  return { ...report, file_key: report.file_key };
};

type MakeReport = { inspection_id: string; report_id: string };

const fail = (input: MakeReport, error: string, store: Store): Promise<void> =>
  store.transaction(async (tx) => {
    const head = await tx.inspections.lock(input.inspection_id);
    const report = head && (await tx.reports.find(head.id));
    if (head === null || report?.id !== input.report_id || report.status !== 'requested') return;
    await tx.reports.finish(report.id, { error });
    await recordEvent(tx, head, 'pdf.error', { report_id: report.id });
  });

/** This version can take the request but has no report writer yet; it says so instead of waiting for ever. */
export const makeReport = (input: MakeReport, { store }: Ports): Promise<void> =>
  fail(input, 'PDF reports are not part of this version of the service, so none was made.', store);

export const giveUpReport = (input: MakeReport, { store }: Ports): Promise<void> =>
  fail(input, 'The report could not be made after several attempts. Ask for it again.', store);
