import { type Actor, tenantOf } from '../../inspections/access.ts';
import type { OpenedFile, Ports } from '../../inspections/ports/ports.ts';
import {
  evidenceFailed,
  evidenceInProgress,
  evidenceNotRequested,
} from '../../inspections/problems/evidence.ts';
import type { EvidenceKey, EvidencePack } from '../../inspections/records/evidence.ts';
import { inspectionToChange, inspectionToRead } from '../reach-inspection.ts';

export const requestEvidence = (
  actor: Actor,
  input: { inspection_id: string },
  { store }: Ports,
): Promise<EvidencePack> =>
  store.transaction(async (tx) => {
    const head = await inspectionToChange(actor, input.inspection_id, tx);
    const pack = await tx.evidence.request(head.id);
    const data = { inspection_id: head.id, pack_id: pack.id };
    await tx.jobs.send({ name: 'make-evidence', data, tenant: tenantOf(head) });
    return pack;
  });

type FinishedPack = { [K in keyof EvidencePack]: NonNullable<EvidencePack[K]> };

const finishedPack = async (
  actor: Actor,
  input: { inspection_id: string },
  { store }: Ports,
): Promise<FinishedPack> => {
  const head = await inspectionToRead(actor, input.inspection_id, store);
  const pack = await store.evidence.find(head.id);
  if (pack === null) throw evidenceNotRequested();
  if (pack.status === 'requested') throw evidenceInProgress();
  if (pack.status === 'error') throw evidenceFailed(pack.error!);
  return pack as FinishedPack;
};

/** `stale`: something happened to the inspection since. */
export const getEvidence = async (
  actor: Actor,
  input: { inspection_id: string },
  ports: Ports,
): Promise<FinishedPack & { stale: boolean }> => {
  const pack = await finishedPack(actor, input, ports);
  const { head } = await ports.store.evidence.chainEnd(pack.inspection_id);
  return { ...pack, stale: head !== pack.head };
};

export const openEvidence = async (
  actor: Actor,
  input: { inspection_id: string },
  ports: Ports,
): Promise<OpenedFile> => ports.photos.open((await finishedPack(actor, input, ports)).file_key);

/** For everybody: whoever is handed a pack has no account. */
export const publishedKeys = (_input: object, { store }: Pick<Ports, 'store'>): Promise<EvidenceKey[]> =>
  store.evidence.keys();
