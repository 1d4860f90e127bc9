/** Which family a damage lies on where the part itself cannot be told. */
import { type OpenFamily, readingsOf } from './open-families.ts';
import type { PartKind } from './part-facts.ts';
import { LEAST_IN_FAMILY, SURE_BY_BOTH_MODELS } from './tuning.ts';

/** What the model calls a rear bumper or a trunk on a close-up is as often another panel, so these tell nothing. */
const TOLD_BY: readonly OpenFamily[] = ['bumper', 'door', 'fender', 'head_light', 'tail_light'];
const TELLS_NOTHING: readonly string[] = ['bumper_back'];

const familyToldBy = (part: string): OpenFamily | undefined =>
  TELLS_NOTHING.includes(part)
    ? undefined
    : TOLD_BY.find((family) => readingsOf(family).some((reading) => reading === part));

/** By what a damage can lie on alone: a broken light lies on a light, a scratch on a panel, a missing piece anywhere. */
const familyOfKind = (kinds: readonly PartKind[], nearest: string | undefined): OpenFamily | null => {
  const [lamp, glass, body] = (['lamp', 'glass', 'body'] as const).map((kind) => kinds.includes(kind));
  if (Number(lamp) + Number(glass) + Number(body) !== 1 || nearest?.startsWith('mirror')) return null;
  return lamp ? 'light' : glass ? 'window' : 'panel';
};

type Candidate = { part_type: string; confidence: number; touches: boolean; is_probability?: true };

/** Probabilities of the readings add up to that of the family. */
const familyByChances = (candidates: readonly Candidate[]) =>
  TOLD_BY.find((family) => {
    const readings = candidates.filter(({ part_type }) =>
      readingsOf(family).some((one) => one === part_type),
    );
    return readings.reduce((sum, { confidence }) => sum + confidence, 0) >= SURE_BY_BOTH_MODELS;
  });

const isOnPanel = ({ part_type }: Candidate) => readingsOf('panel').some((one) => one === part_type);

/** `candidates`: the likeliest first. `kinds`: of the parts that such a damage can lie on; `usual`: what it mostly lies on. */
export const openFamilyOf = (
  candidates: readonly Candidate[],
  kinds: readonly PartKind[],
  usual: OpenFamily | null = null,
): OpenFamily | null => {
  const [best] = candidates;
  const told = best?.is_probability
    ? familyByChances(candidates)
    : best?.touches && best.confidence >= LEAST_IN_FAMILY && familyToldBy(best.part_type);
  return told || familyOfKind(kinds, best?.part_type) || (!best || isOnPanel(best) ? usual : null);
};
