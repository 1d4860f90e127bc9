/** The job that makes a report, and what happens when it fails. */
import type { Ports } from '../../inspections/ports/ports.ts';
import type { Store } from '../../inspections/ports/store.ts';
import type { InspectionHead } from '../../inspections/records/inspection.ts';
import type { Report } from '../../inspections/records/report.ts';
import { reviewOf } from '../../inspections/tasks/validation.ts';
import { recordEvent } from '../events/record-event.ts';
import { type PrintPorts, printReport } from './print-report.ts';
import { reportSource } from './report-source.ts';
import { reportKey } from './reported-data.ts';

type MakeReport = { inspection_id: string; report_id: string };

/** The request, unless it was made already, replaced by another one, or its inspection deleted. */
const stillWanted = async (
  input: MakeReport,
  head: InspectionHead | null,
  store: Store,
): Promise<{ head: InspectionHead; report: Report } | null> => {
  if (head === null || head.deleted_at !== null) return null;
  const report = await store.reports.find(head.id);
  return report?.id === input.report_id && report.status === 'requested' ? { head, report } : null;
};

export const writeReport = async (
  report: Pick<Report, 'id' | 'inspection_id' | 'options'>,
  ports: PrintPorts,
  signal: AbortSignal,
) => {
  const made_at = new Date().toISOString();
  // The end of the chain first: what the report tells is at least as new.
  const events = await ports.store.evidence.chainEnd(report.inspection_id);
  const source = await reportSource(report, made_at, ports.store);
  const file_key = reportKey(report);
  const proof = reviewOf(source.inspection).approved && events.count > 0 ? { events } : {};
  await printReport({ ...source, ...proof }, file_key, ports, signal);
  return { file_key, made_at, data_version: source.data_version };
};

export const makeReport = async (input: MakeReport, ports: Ports, signal: AbortSignal): Promise<void> => {
  const { store, photos } = ports;
  const wanted = await stillWanted(input, await store.inspections.head(input.inspection_id), store);
  if (!wanted) return;
  const made = await writeReport(wanted.report, ports, signal);
  const left = await store.transaction(async (tx) => {
    const now = await stillWanted(input, await tx.inspections.lock(input.inspection_id), tx);
    if (!now) return made.file_key;
    await tx.reports.finish(now.report.id, made);
    await recordEvent(tx, now.head, 'pdf.ready', { report_id: now.report.id });
    return now.report.file_key;
  });
  // The file of an earlier report, or this one if nobody wants it any more.
  if (left !== null) await photos.remove([left]);
};

/** The queue gave up on the report: say so instead of leaving whoever waits for it waiting. */
export const giveUpReport = (input: MakeReport, { store }: Ports): Promise<void> =>
  store.transaction(async (tx) => {
    const wanted = await stillWanted(input, await tx.inspections.lock(input.inspection_id), tx);
    if (!wanted) return;
    const error =
      'The report could not be made after several attempts. Ask for it again with POST on this path.';
    await tx.reports.finish(wanted.report.id, { error });
    await recordEvent(tx, wanted.head, 'pdf.error', { report_id: wanted.report.id });
  });
