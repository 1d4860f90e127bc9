import type { ReportOptions } from '../../inspections/ports/ports.ts';
import type { Store } from '../../inspections/ports/store.ts';
import type { Report } from '../../inspections/records/report.ts';
import { comparisonOf, costOfNew } from '../inspections/compare-inspections.ts';
import { reportedData, withoutDeleted } from './reported-data.ts';

const openSuspicions = async (inspectionId: string, store: Store) =>
  (await store.suspicions.list(inspectionId)).filter(({ state }) => state === 'open');

/** What a report with these options is made from. */
export const reportSource = async (
  { inspection_id, options: asked }: Pick<Report, 'inspection_id' | 'options'>,
  made_at: string,
  store: Store,
) => {
  const options = asked as ReportOptions;
  const { inspection, related, contests, data_version } = await reportedData(inspection_id, store, options);
  const compared = options.compare ? related : null;
  const comparison = compared && (await comparisonOf(withoutDeleted(inspection), compared, store));
  return {
    inspection,
    comparison,
    cost_of_new: comparison && (await costOfNew(comparison, store)),
    corrections: await store.corrections.list(inspection.id),
    contests,
    suspicions: options.suspicions ? await openSuspicions(inspection.id, store) : [],
    options,
    made_at,
    data_version,
  };
};
