/** Where the version of the damage model that looks along and the one that judges differ, in one organization. */
import { type Actor, assertManagesOrganization } from '../../inspections/access.ts';
import { type Page, pageRequest } from '../../inspections/paging.ts';
import type { Pair, ShownSideBySide, SideBySides } from '../../inspections/ports/models.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import type { PaginationOrder } from '../../inspections/vocabulary.ts';
import { type JudgedBoth, judgedBoth } from '../../inspections/watching/side-by-side.ts';
import { MOST_JUDGED } from '../../inspections/watching/tuning.ts';

type ModelPorts = Pick<Ports, 'store' | 'photoModels'>;

/** The pair that stands side by side now; null where nothing looks along, or what looks along judges already. */
const pairOf = async (organization_id: string, { store, photoModels }: ModelPorts) => {
  const [along, chosen] = await Promise.all([
    store.modelVersions.lookingAlong(),
    store.modelVersions.judging(organization_id),
  ]);
  const judging = chosen?.version ?? (await photoModels.models()).damage?.version;
  if (along === null || judging === undefined || judging === along.version) return null;
  return { organization_id, judging, along: along.version, share: along.share };
};

export type SideBySideSummary = {
  organization_id: string;
  compared:
    | (Pick<Pair, 'judging' | 'along'> & { share: number } & Awaited<ReturnType<SideBySides['totals']>> & {
          said: JudgedBoth;
          said_on_photos: number;
        })
    | null;
};

export const readSideBySide = async (
  actor: Actor,
  _input: object,
  ports: Ports,
): Promise<SideBySideSummary> => {
  const organization_id = assertManagesOrganization(actor);
  const pair = await pairOf(organization_id, ports);
  if (pair === null) return { organization_id, compared: null };
  const [totals, judged] = await Promise.all([
    ports.store.sideBySides.totals(pair),
    ports.store.sideBySides.judged(pair, MOST_JUDGED),
  ]);
  const { judging, along, share } = pair;
  return {
    organization_id,
    compared: { judging, along, share, ...totals, said: judgedBoth(judged), said_on_photos: judged.length },
  };
};

type ListDiffering = { limit: number; pagination_order: PaginationOrder; before?: string; after?: string };

export const listDiffering = async (
  actor: Actor,
  input: ListDiffering,
  ports: Ports,
): Promise<{ list: string; page: Page<ShownSideBySide> }> => {
  const organization_id = assertManagesOrganization(actor);
  const list = `side by side ${organization_id}`;
  const asked = pageRequest(list, input);
  const pair = await pairOf(organization_id, ports);
  if (pair === null) return { list, page: { rows: [], hasPrevious: false, hasNext: false } };
  return { list, page: await ports.store.sideBySides.differing(pair, asked) };
};
