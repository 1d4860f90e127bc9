import type { Client, InspectionSummary } from '@walkaround/sdk';
import { useMembers } from '../claim/use-members.ts';
import { useClient } from '../client.ts';
import { useFormats } from '../formats/formats.ts';
import { nameIn, useNames, useWords } from '../language.tsx';
import { saveFile } from '../shell/save-file.ts';
import { type Level, useLevelName } from '../shell/severity-badge.tsx';
import { csvOf } from './csv.ts';
import { type Filters, wantedBy } from './use-list-place.ts';

const AT_ONCE = 100;
/** More than anybody reads; a program asks the service itself. */
const MOST_ROWS = 10_000;

/** All rows of a list, page after page. */
const readAll = async (client: Client, filters: Filters): Promise<InspectionSummary[]> => {
  const rows: InspectionSummary[] = [];
  let after: string | undefined;
  do {
    const page = await client.inspections.getSummaries({
      ...wantedBy(filters),
      showDeleted: false,
      limit: AT_ONCE,
      after,
    });
    rows.push(...page.result.map((id) => page.entities.inspections[id]!));
    after = page.paging.cursors.next?.after;
  } while (after !== undefined && rows.length < MOST_ROWS);
  return rows;
};

const download = (text: string, name: string) =>
  saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), name);

/** Writes rows of the list into a file, in the words of the person. */
export const useExport = () => {
  const client = useClient();
  const { inspections: say, inspection: words } = useWords();
  const { fields, inspection_types, reasons, task_status } = useNames();
  const { nameOf } = useMembers();
  const { time, decimalMark } = useFormats();
  const levelName = useLevelName();
  const columns: [string, (one: InspectionSummary) => string | number | null][] = [
    [fields.created_at, ({ createdAt }) => time(createdAt)],
    [fields.status, ({ status }) => nameIn(task_status, status)],
    [say.type, ({ inspectionType }) => inspectionType && nameIn(inspection_types, inspectionType)],
    [fields.reference, ({ reference }) => reference],
    [fields.customer, ({ customer }) => customer],
    [fields.date_of_loss, ({ dateOfLoss }) => dateOfLoss],
    [fields.assigned_to, ({ assignedTo }) => assignedTo && nameOf(assignedTo)],
    [fields.plate, ({ plate }) => plate],
    [fields.vin, ({ vin }) => vin],
    [fields.brand, ({ brand }) => brand],
    [fields.model, ({ model }) => model],
    [words.photos, ({ imagesCount }) => imagesCount],
    [words.damages, ({ analysed, damagesCount }) => (analysed ? damagesCount : null)],
    [
      say.severity,
      ({ worstSeverity, worstSeverityRaised }) =>
        worstSeverity &&
        `${levelName(worstSeverity as Level)}${worstSeverityRaised ? ` (${reasons.raised})` : ''}`,
    ],
    [words.condition, ({ conditionScore }) => conditionScore],
    [words.cost, ({ repairCost }) => repairCost],
    [say.currency, ({ currency }) => currency],
    [fields.inspection_id, ({ id }) => id],
  ];
  const save = (rows: readonly InspectionSummary[]) =>
    download(
      csvOf(
        [columns.map(([name]) => name), ...rows.map((row) => columns.map(([, of]) => of(row)))],
        decimalMark,
      ),
      `${say.fileName}-${new Date().toISOString().slice(0, 10)}.csv`,
    );
  return { save, saveAll: async (filters: Filters) => save(await readAll(client, filters)) };
};
