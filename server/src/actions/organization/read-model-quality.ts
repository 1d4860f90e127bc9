/** How models did in daily work, out of what people said of their finds. */
import { type Actor, assertManagesOrganization } from '../../inspections/access.ts';
import type { ModelTerms } from '../../inspections/model-terms.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import {
  type Distributions,
  type Fall,
  fallsIn,
  PHOTO_MODEL,
  versionKey,
  type Week,
  weeksOf,
} from '../../inspections/watching/model-quality.ts';
import { WEEKS_BEFORE } from '../../inspections/watching/tuning.ts';

type QualityPorts = Pick<Ports, 'store' | 'modelTerms'>;
type Watch = { weeks: Week[]; falls: Fall[] };

export type ModelQuality = Watch & { organization_id: string };

const distributionsOf = (terms: readonly ModelTerms[]): Distributions =>
  Object.fromEntries(
    terms.map(({ name, version, validation }) => [versionKey(name, version), validation ?? {}]),
  );

const watch = async (
  of: { organization_id: string | null; weeks: number; rolling: boolean },
  { store, modelTerms }: QualityPorts,
): Promise<Watch> => {
  // A few weeks more than are shown: the first of them is compared too.
  const [watched, terms] = await Promise.all([
    store.watching.weeks({ ...of, weeks: Math.max(of.weeks, WEEKS_BEFORE + 1) }),
    modelTerms(),
  ]);
  const photo = terms.find(({ name }) => name === PHOTO_MODEL)?.version ?? null;
  const weeks = weeksOf(watched, distributionsOf(terms), photo);
  return { weeks: weeks.slice(-of.weeks), falls: fallsIn(weeks) };
};

export const readModelQuality = async (
  actor: Actor,
  { weeks }: { weeks: number },
  ports: Ports,
): Promise<ModelQuality> => {
  const organization_id = assertManagesOrganization(actor);
  return { organization_id, ...(await watch({ organization_id, weeks, rolling: false }, ports)) };
};

/** Of the whole installation in the last seven days: for metrics, which name no organization. */
export const watchModels = async (ports: QualityPorts): Promise<{ last: Week | null; falls: Fall[] }> => {
  const { weeks, falls } = await watch({ organization_id: null, weeks: 1, rolling: true }, ports);
  return { last: weeks.at(-1) ?? null, falls };
};
