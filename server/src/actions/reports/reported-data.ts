import type { ReportOptions } from '../../inspections/ports/ports.ts';
import type { Store } from '../../inspections/ports/store.ts';
import { notFound } from '../../inspections/problems/access.ts';
import type { Contest } from '../../inspections/records/contest.ts';
import { dataVersion } from '../../inspections/records/data-version.ts';
import { isNotDeleted } from '../../inspections/records/deletion.ts';
import type { Inspection } from '../../inspections/records/inspection.ts';
import type { Report } from '../../inspections/records/report.ts';
import { REPORT_TASK } from '../../inspections/tasks/task-registry.ts';
import { inspectionStatus } from '../../inspections/tasks/tasks.ts';

export const reportKey = ({ inspection_id, id }: Pick<Report, 'inspection_id' | 'id'>) =>
  `inspections/${inspection_id}/report-${id}.pdf`;

export const withoutDeleted = (inspection: Inspection): Inspection => ({
  ...inspection,
  images: inspection.images.filter(isNotDeleted),
  views: inspection.views.filter(isNotDeleted),
  damages: inspection.damages.filter(isNotDeleted),
  severities: inspection.severities.filter(isNotDeleted),
});

/** The task that makes reports is no part of them: each would be out of date as soon as it is made. */
const withoutReportTask = (inspection: Inspection): Inspection => {
  const tasks = inspection.tasks.filter(({ name }) => name !== REPORT_TASK);
  return { ...inspection, tasks, status: inspectionStatus(tasks) };
};

/**
 * Everything that a report is made from, what was deleted in it too, and its version. `options`: of a report for people of the
 * organization, which tells of contests, and of the inspection that it is compared with.
 */
export const reportedData = async (
  inspectionId: string,
  store: Store,
  options?: Pick<ReportOptions, 'earlier_id'>,
): Promise<{
  inspection: Inspection;
  related: Inspection | null;
  contests: Contest[];
  data_version: string;
}> => {
  const whole = await store.inspections.read(inspectionId, { deletedObjects: true });
  if (whole === null) throw notFound('inspection');
  const inspection = withoutReportTask(whole);
  const id = options?.earlier_id === undefined ? inspection.related_inspection_id : options.earlier_id;
  const found = id === null ? null : await store.inspections.read(id, { deletedObjects: false });
  const related = found?.deleted_at === null ? withoutReportTask(found) : null;
  const contests = options ? await store.contests.list(inspection.id) : [];
  return { inspection, related, contests, data_version: dataVersion(inspection, related, contests) };
};
