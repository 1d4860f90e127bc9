/** The job that makes the report of a share link: only with what the link shows. */
import { v7 as uuid } from 'uuid';
import type { Ports } from '../../inspections/ports/ports.ts';
import type { Store } from '../../inspections/ports/store.ts';
import type { ShareLink } from '../../inspections/records/report.ts';
import { sharedInspection } from '../../inspections/sharing/shared-view.ts';
import { printReport } from '../reports/print-report.ts';
import { reportedData, withoutDeleted } from '../reports/reported-data.ts';

type MakeSharedReport = { share_link_id: string };

const stillWanted = async (id: string, store: Store): Promise<ShareLink | null> => {
  const link = await store.shareLinks.living(id);
  return link?.report_status === 'requested' ? link : null;
};

const print = async (link: ShareLink, ports: Ports, signal: AbortSignal) => {
  const made_at = new Date().toISOString();
  const { inspection, data_version } = await reportedData(link.inspection_id, ports.store);
  const file_key = `inspections/${link.inspection_id}/shared-${link.id}-${uuid()}.pdf`;
  const source = {
    inspection: sharedInspection(withoutDeleted(inspection), link),
    comparison: null,
    corrections: [],
    suspicions: [],
    options: {
      language: link.language,
      paper: 'a4' as const,
      pricing: link.costs,
      link: null,
      compare: false,
    },
    made_at,
    data_version,
  };
  await printReport(source, file_key, ports, signal);
  return { file_key, made_at, data_version };
};

export const makeSharedReport = async (
  { share_link_id }: MakeSharedReport,
  ports: Ports,
  signal: AbortSignal,
): Promise<void> => {
  const { store, photos } = ports;
  const wanted = await stillWanted(share_link_id, store);
  if (!wanted) return;
  const made = await print(wanted, ports, signal);
  const left = await store.transaction(async (tx) => {
    await tx.inspections.lock(wanted.inspection_id);
    const now = await stillWanted(share_link_id, tx);
    if (!now) return made.file_key;
    await tx.shareLinks.finishReport(now.id, made);
    return now.report_key;
  });
  // The file of an earlier one, or this one if nobody wants it any more.
  if (left !== null) await photos.remove([left]);
};

export const giveUpSharedReport = async (
  { share_link_id }: MakeSharedReport,
  { store }: Ports,
): Promise<void> => store.shareLinks.finishReport(share_link_id, { error: true });
