/** The task `inspection_pdf`: the report, made when everything that was started before it has ended. */
import { v5 as idFrom } from 'uuid';
import type { Analyzer, ReportOptions } from '../../inspections/ports/ports.ts';
import type { VehicleScope } from '../../inspections/ports/vehicles.ts';
import type { InspectionHead } from '../../inspections/records/inspection.ts';
import { nearestLanguage } from '../../inspections/tasks/report-language.ts';
import { recordEvent } from '../events/record-event.ts';
import { relatedIdOf } from '../inspections/compare-inspections.ts';
import { reportLanguage } from '../organization/manage-organization.ts';
import { writeReport } from '../reports/make-report.ts';
import type { PrintPorts } from '../reports/print-report.ts';
import { reportedData } from '../reports/reported-data.ts';

/** There is no caller here whose rights could be checked, so the other inspection must belong to the same owner. */
const sharesOwner = (one: InspectionHead, other: InspectionHead) =>
  one.organization_id === other.organization_id &&
  (one.organization_id !== null || one.owner_id === other.owner_id);

const scopeOfOwner = ({ owner_id: user_id, organization_id }: InspectionHead): VehicleScope => ({
  scope: organization_id === null ? 'own_and_assigned' : 'organization_and_own',
  user_id,
  organization_id,
});

/** What the client wished for when it declared or started the task, complete but for the language. */
type Wishes = Pick<ReportOptions, 'paper' | 'pricing'> &
  Partial<Omit<ReportOptions, 'language'>> & { language?: string };

export const reportAnalyzer =
  (ports: PrintPorts, publicUrl: string | null): Analyzer =>
  async ({ inspection, task }, { signal, step }) => {
    const earlier_id = await relatedIdOf(scopeOfOwner(inspection), inspection, ports.store);
    const { related, data_version } = await reportedData(inspection.id, ports.store, { earlier_id });
    const { language, ...wishes } = task.arguments as Wishes;
    const options: ReportOptions = {
      ...wishes,
      language:
        language === undefined
          ? await reportLanguage(inspection.organization_id, ports.store)
          : nearestLanguage(language),
      link: publicUrl && `${publicUrl}/inspection/${inspection.id}`,
      compare: related !== null && sharesOwner(inspection, related),
      earlier_id,
    };
    // Of what is in it: a worker that takes over writes the same file.
    const id = idFrom(`${data_version} ${JSON.stringify(options)}`, task.id);
    const report = { id, inspection_id: inspection.id, options };
    const made = await step(() => writeReport(report, ports, signal));
    let replaced: string | null = null;
    return {
      save: async (tx) => {
        replaced = (await tx.reports.find(inspection.id))?.file_key ?? null;
        await tx.reports.put(inspection.id, { id, source: 'service', options, ...made });
        await recordEvent(tx, inspection, 'pdf.ready', { report_id: id });
      },
      tidyUp: async () => {
        if (replaced !== null && replaced !== made.file_key) await ports.photos.remove([replaced]);
      },
      discard: () => ports.photos.remove([made.file_key]),
    };
  };
