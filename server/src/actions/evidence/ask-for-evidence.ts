import { type Actor, assertMaySeeOriginals, tenantOf } from '../../inspections/access.ts';
import type { OpenedFile, Ports } from '../../inspections/ports/ports.ts';
import {
  evidenceFailed,
  evidenceInProgress,
  evidenceNotRequested,
} from '../../inspections/problems/evidence.ts';
import type { EvidenceKey, EvidencePack } from '../../inspections/records/evidence.ts';
import type { RestrictedContent } from '../../inspections/vocabulary.ts';
import { inspectionToChange, inspectionToRead } from '../reach-inspection.ts';

export const requestEvidence = (
  actor: Actor,
  input: { inspection_id: string; include: readonly RestrictedContent[] },
  { store }: Ports,
): Promise<EvidencePack> =>
  store.transaction(async (tx) => {
    const head = await inspectionToChange(actor, input.inspection_id, tx);
    const include = [...new Set(input.include)];
    const restricted = include.length > 0;
    if (restricted) {
      assertMaySeeOriginals(actor, head);
      const { organization_id } = head;
      const about = {
        organization_id,
        actor_id: actor.user_id,
        inspection_id: head.id,
        details: { include },
      };
      await tx.auditLog.record({ action: 'originals.requested', ...about, completed: true });
    }
    const pack = await tx.evidence.request(head.id, include);
    const data = { inspection_id: head.id, pack_id: pack.id, restricted };
    await tx.jobs.send({ name: 'make-evidence', data, tenant: tenantOf(head) });
    return pack;
  });

type FinishedPack = { [K in keyof EvidencePack]: NonNullable<EvidencePack[K]> } & Pick<
  EvidencePack,
  'timestamped_at'
>;

/** `restricted`: the one with what only a few may see. */
type Wanted = { inspection_id: string; restricted: boolean };

const finishedPack = async (
  actor: Actor,
  { inspection_id, restricted }: Wanted,
  { store }: Ports,
): Promise<FinishedPack> => {
  const head = await inspectionToRead(actor, inspection_id, store);
  if (restricted) assertMaySeeOriginals(actor, head);
  const pack = await store.evidence.find(head.id, restricted);
  if (pack === null) throw evidenceNotRequested();
  if (pack.status === 'requested') throw evidenceInProgress();
  if (pack.status === 'error') throw evidenceFailed(pack.error!);
  return pack as FinishedPack;
};

/** `stale`: something happened to the inspection since. */
export const getEvidence = async (
  actor: Actor,
  input: Wanted,
  ports: Ports,
): Promise<FinishedPack & { stale: boolean }> => {
  const pack = await finishedPack(actor, input, ports);
  const { head } = await ports.store.evidence.chainEnd(pack.inspection_id);
  return { ...pack, stale: head !== pack.head };
};

export const openEvidence = async (actor: Actor, input: Wanted, ports: Ports): Promise<OpenedFile> =>
  ports.photos.open((await finishedPack(actor, input, ports)).file_key);

/** For everybody: whoever is handed a pack has no account. */
export const publishedKeys = (_input: object, { store }: Pick<Ports, 'store'>): Promise<EvidenceKey[]> =>
  store.evidence.keys();
