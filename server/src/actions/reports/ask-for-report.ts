import { type Actor, mayRead, tenantOf } from '../../inspections/access.ts';
import type { OpenedFile, Ports, ReportOptions } from '../../inspections/ports/ports.ts';
import { pdfFailed, pdfInProgress, pdfNotRequested } from '../../inspections/problems/tasks.ts';
import type { Report } from '../../inspections/records/report.ts';
import { nearestLanguage } from '../../inspections/tasks/report-language.ts';
import { type Review, reviewOf } from '../../inspections/tasks/validation.ts';
import { recordEvent } from '../events/record-event.ts';
import { relatedIdOf } from '../inspections/compare-inspections.ts';
import { reportLanguage } from '../organization/manage-organization.ts';
import { inspectionToChange, inspectionToRead } from '../reach-inspection.ts';
import { scopeOf } from '../vehicles/read-vehicles.ts';
import { reportedData } from './reported-data.ts';

export const requestReport = (
  actor: Actor,
  input: {
    inspection_id: string;
    options: Omit<ReportOptions, 'compare' | 'earlier_id' | 'language'> & { language?: string };
  },
  { store }: Ports,
): Promise<Report> =>
  store.transaction(async (tx) => {
    const head = await inspectionToChange(actor, input.inspection_id, tx);
    const other = await relatedIdOf(scopeOf(actor), head, tx);
    const related = other === null || other === head.id ? null : await tx.inspections.head(other);
    const compare = related !== null && related.deleted_at === null && mayRead(actor, related);
    const earlier_id = compare ? related.id : null;
    const { language: asked } = input.options;
    const language =
      asked === undefined ? await reportLanguage(head.organization_id, tx) : nearestLanguage(asked);
    const report = await tx.reports.request(head.id, { ...input.options, language, compare, earlier_id });
    const data = { inspection_id: head.id, report_id: report.id };
    await tx.jobs.send({ name: 'make-report', data, tenant: tenantOf(head) });
    await recordEvent(tx, head, 'pdf.requested', { report_id: report.id });
    return report;
  });

type FinishedReport = Report & { file_key: string; made_at: string };

const finishedReport = async (
  actor: Actor,
  input: { inspection_id: string },
  { store }: Ports,
): Promise<FinishedReport> => {
  const head = await inspectionToRead(actor, input.inspection_id, store);
  const report = await store.reports.find(head.id);
  if (report === null) throw pdfNotRequested();
  if (report.status === 'requested') throw pdfInProgress();
  if (report.status === 'error') throw pdfFailed(report.error!);
  return report as FinishedReport;
};

/** `stale`: the inspection has changed since; the report tells what was true before. */
export const getReport = async (
  actor: Actor,
  input: { inspection_id: string },
  ports: Ports,
): Promise<FinishedReport & { stale: boolean; review: Review }> => {
  const report = await finishedReport(actor, input, ports);
  const { inspection, data_version } = await reportedData(
    report.inspection_id,
    ports.store,
    report.options as Partial<ReportOptions>,
  );
  return { ...report, stale: data_version !== report.data_version, review: reviewOf(inspection) };
};

export const openReport = async (
  actor: Actor,
  input: { inspection_id: string },
  ports: Ports,
): Promise<OpenedFile> => ports.photos.open((await finishedReport(actor, input, ports)).file_key);
