/**
 * What is known of a part whose side or end cannot be told: a door, but not which one. On a close-up the parts model knows
 * that far more often than left from right and front from back.
 */
import type { PartKind } from './part-facts.ts';
import type { PartType } from './parts.ts';
import { LEAST_IN_FAMILY, SURE_BY_CLOSE_UP_NET } from './tuning.ts';

/** Each with the parts that may be meant. */
const READINGS = {
  bumper: ['bumper_front', 'bumper_back'],
  door: ['door_front_left', 'door_front_right', 'door_back_left', 'door_back_right'],
  fender: ['fender_front_left', 'fender_front_right', 'fender_back_left', 'fender_back_right'],
  head_light: ['head_light_left', 'head_light_right'],
  tail_light: ['tail_light_left', 'tail_light_right'],
  light: ['head_light_left', 'head_light_right', 'tail_light_left', 'tail_light_right'],
  window: [
    'windshield_front',
    'windshield_back',
    'window_front_left',
    'window_front_right',
    'window_back_left',
    'window_back_right',
  ],
  panel: [
    'bumper_front',
    'bumper_back',
    'door_front_left',
    'door_front_right',
    'door_back_left',
    'door_back_right',
    'fender_front_left',
    'fender_front_right',
    'fender_back_left',
    'fender_back_right',
    'hood',
    'trunk',
    'roof',
    'rocker_panel_left',
    'rocker_panel_right',
  ],
} as const satisfies Record<string, readonly PartType[]>;

export type OpenFamily = keyof typeof READINGS;
export const OPEN_FAMILIES = Object.keys(READINGS) as [OpenFamily, ...OpenFamily[]];

export const readingsOf = (family: OpenFamily): readonly PartType[] => READINGS[family];

const differIn = (parts: readonly PartType[], words: RegExp) =>
  new Set(parts.map((part) => words.exec(part)?.[0])).size > 1;

/** What a person has to say for the part to be known. */
export const openIn = (family: OpenFamily): ('side' | 'end')[] => {
  const parts = readingsOf(family);
  return [
    ...(differIn(parts, /(left|right)$/) ? ['side' as const] : []),
    ...(differIn(parts, /front|back|head|tail/) ? ['end' as const] : []),
  ];
};

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
    return readings.reduce((sum, { confidence }) => sum + confidence, 0) >= SURE_BY_CLOSE_UP_NET;
  });

/** `candidates`: the likeliest first. `kinds`: of the parts that such a damage can lie on. */
export const openFamilyOf = (
  candidates: readonly Candidate[],
  kinds: readonly PartKind[],
): OpenFamily | null => {
  const [best] = candidates;
  const told = best?.is_probability
    ? familyByChances(candidates)
    : best?.touches && best.confidence >= LEAST_IN_FAMILY && familyToldBy(best.part_type);
  return told || familyOfKind(kinds, best?.part_type);
};
