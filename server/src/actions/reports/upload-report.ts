/** A report that the client made itself takes the place of one made here. */
import type { Readable } from 'node:stream';
import { v7 as uuid } from 'uuid';
import { type Actor, assertMayWrite } from '../../inspections/access.ts';
import type { Ports, ReceivedFile } from '../../inspections/ports/ports.ts';
import type { Report } from '../../inspections/records/report.ts';
import { recordEvent } from '../events/record-event.ts';
import { isLeftToSweep } from '../left-to-sweep.ts';
import { namingField } from '../photos/receive-photo.ts';
import { inspectionToChange, inspectionToRead } from '../reach-inspection.ts';
import { reportedData, reportKey } from './reported-data.ts';

/** What was received belongs to the caller, who discards it in the end. */
export const receiveReport = async (
  actor: Actor,
  input: { inspection_id: string; source: Readable },
  { store, photos }: Ports,
): Promise<ReceivedFile> => {
  assertMayWrite(actor, await inspectionToRead(actor, input.inspection_id, store));
  return namingField('pdf_data', photos.receivePdf(input.source, { limited: true }));
};

/** The file is kept first and the row second; when there is no row in the end, the file goes again. */
export const uploadReport = async (
  actor: Actor,
  input: { inspection_id: string; file: ReceivedFile },
  { store, photos }: Ports,
): Promise<Report> => {
  const id = uuid();
  const file_key = reportKey({ inspection_id: input.inspection_id, id });
  let unused: string | null = file_key;
  try {
    await photos.keep(input.file, file_key);
    return await store.transaction(async (tx) => {
      const head = await inspectionToChange(actor, input.inspection_id, tx);
      const earlier = await tx.reports.find(head.id);
      const { data_version } = await reportedData(head.id, tx, {});
      const report = await tx.reports.put(head.id, {
        id,
        source: 'client',
        options: {},
        file_key,
        data_version,
      });
      await recordEvent(tx, head, 'pdf.ready', { report_id: id });
      unused = earlier?.file_key ?? null;
      return report;
    });
  } catch (error) {
    unused = isLeftToSweep(error) ? null : file_key;
    throw error;
  } finally {
    if (unused !== null) await photos.remove([unused]);
  }
};
