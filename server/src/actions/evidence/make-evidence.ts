/** The job that makes an evidence pack, and what happens when it fails. */
import type { Ports, ReportOptions } from '../../inspections/ports/ports.ts';
import type { Store } from '../../inspections/ports/store.ts';
import type { EvidencePack } from '../../inspections/records/evidence.ts';
import type { InspectionHead } from '../../inspections/records/inspection.ts';
import type { Report } from '../../inspections/records/report.ts';
import { reportLanguage } from '../organization/manage-organization.ts';
import { reportedData } from '../reports/reported-data.ts';
import { packEvidence } from './pack-evidence.ts';

type MakeEvidence = { inspection_id: string; pack_id: string; restricted?: boolean };

/** The request, unless it was made already, replaced by another one, or its inspection deleted. */
const stillWanted = async (
  { pack_id, restricted = false }: MakeEvidence,
  head: InspectionHead | null,
  store: Store,
): Promise<EvidencePack | null> => {
  if (head === null || head.deleted_at !== null) return null;
  const pack = await store.evidence.find(head.id, restricted);
  return pack?.id === pack_id && pack.status === 'requested' ? pack : null;
};

/** As the report that was asked for; without one, with the costs and in the language of the organization. */
const reportWish = async (
  { id, organization_id, report }: InspectionHead & { report: Report | null },
  store: Store,
): Promise<Pick<Report, 'inspection_id' | 'options'>> => {
  if (report?.source === 'service') return { inspection_id: id, options: report.options };
  const language = await reportLanguage(organization_id, store);
  const options: ReportOptions = { language, paper: 'a4', pricing: true, link: null, compare: false };
  return { inspection_id: id, options };
};

const write = async ({ id, include, inspection_id }: EvidencePack, ports: Ports, signal: AbortSignal) => {
  const { store, photos, evidenceSigner: signer } = ports;
  if (signer === null) throw new Error('This process has no key to sign evidence with.');
  // The end of the chain first: what the pack tells is at least as new.
  const end = await store.evidence.chainEnd(inspection_id);
  const { inspection } = await reportedData(inspection_id, store);
  const made_at = new Date().toISOString();
  const wish = await reportWish(inspection, store);
  const file_key = `inspections/${inspection_id}/evidence-${id}.zip`;
  const { pack, fingerprint, timestampedAt } = await packEvidence(
    { wish, inspection, include, made_at, end, signer },
    ports,
    signal,
  );
  await photos.writeStream(pack, file_key, 'application/zip');
  return {
    file_key,
    made_at,
    fingerprint: fingerprint(),
    key_id: signer.key_id,
    head: end.head,
    timestamped_at: timestampedAt(),
  };
};

export const makeEvidence = async (input: MakeEvidence, ports: Ports, signal: AbortSignal): Promise<void> => {
  const { store, photos } = ports;
  const { inspection_id } = input;
  const wanted = await stillWanted(input, await store.inspections.head(inspection_id), store);
  if (!wanted) return;
  const made = await write(wanted, ports, signal);
  const left = await store.transaction(async (tx) => {
    const now = await stillWanted(input, await tx.inspections.lock(inspection_id), tx);
    if (!now) return made.file_key;
    await tx.evidence.finish(now, made);
    return now.file_key;
  });
  // The file of an earlier pack, or this one if nobody wants it any more.
  if (left !== null) await photos.remove([left]);
};

/** The queue gave up on the pack: say so instead of leaving whoever waits for it waiting. */
export const giveUpEvidence = (input: MakeEvidence, { store }: Ports): Promise<void> =>
  store.transaction(async (tx) => {
    const wanted = await stillWanted(input, await tx.inspections.lock(input.inspection_id), tx);
    const error =
      'The evidence pack could not be made after several attempts. Ask for it again with POST on this path.';
    if (wanted) await tx.evidence.finish(wanted, { error });
  });
