/** Which part a damage on a close-up lies on, by the two models that know parts: neither learned what the other did. */
import type { PartCandidate } from '../records/findings/damage.ts';
import { isPart, type PartType } from './parts.ts';
import { WORD_OF_PARTS_MODEL } from './tuning.ts';

/** `seen`: how much of the damage lies on each part that the parts model sees, times how sure it is; what is left over it does not know. */
export const withPartsModel = (
  chances: readonly PartCandidate[],
  seen: readonly { part_type: string; confidence: number; touches: boolean }[],
): PartCandidate[] => {
  const words = new Map<PartType, number>();
  for (const { part_type, confidence, touches } of seen)
    if (touches && isPart(part_type)) words.set(part_type, WORD_OF_PARTS_MODEL * confidence);
  const left = 1 - [...words.values()].reduce((sum, word) => sum + word, 0);
  const before = new Map(chances.map(({ part_type, probability }) => [part_type, probability]));
  return [...new Set([...before.keys(), ...words.keys()])]
    .map((part_type) => ({
      part_type,
      probability: left * (before.get(part_type) ?? 0) + (words.get(part_type) ?? 0),
    }))
    .toSorted((a, b) => b.probability - a.probability);
};
