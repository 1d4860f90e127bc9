/** What a person says of a damage that the photos leave undecided. It stands in the history of the later inspection. */
import type { Correction } from '../records/correction.ts';
import {
  type ComparedDamage,
  type Comparison,
  type DecidedChange,
  type Decision,
  inOrder,
} from './comparison.ts';

/** As it is recorded, under the id of the other inspection. `change` null: it was taken back. */
export type DecisionWords = {
  compared_damage_id: string;
  compared_damage_type: string;
  change: DecidedChange | null;
};

const isDecision = (words: unknown): words is DecisionWords =>
  typeof words === 'object' && words !== null && 'compared_damage_id' in words;

export const damageIn = ({ after, before }: ComparedDamage) => (after.damage ?? before.damage)!;

/** What can be said of it: a damage of the later inspection was there before or is new, one of the earlier is there still or gone. */
export const choicesFor = ({ after }: ComparedDamage): DecidedChange[] =>
  after.damage ? ['new', 'existing'] : ['gone', 'existing'];

/** The last word on each damage, by its id. */
const lastWords = (corrections: readonly Correction[], otherId: string): Map<string, Decision> => {
  const decisions = new Map<string, Decision>();
  for (const { item_id, after, made_at, made_by, made_by_name } of corrections) {
    if (item_id !== otherId || !isDecision(after)) continue;
    const { compared_damage_id: id, change } = after;
    if (change === null) decisions.delete(id);
    else decisions.set(id, { status: change, made_at, made_by, made_by_name });
  }
  return decisions;
};

/** Only where the service cannot tell: what a better photo has settled since is not overruled by an older guess. */
export const withDecisions = (comparison: Comparison, corrections: readonly Correction[]): Comparison => {
  const decisions = lastWords(corrections, comparison.before.id);
  const damages = comparison.damages.map((compared): ComparedDamage => {
    const decision = decisions.get(damageIn(compared).id);
    if (compared.status !== 'unknown' || !decision || !choicesFor(compared).includes(decision.status))
      return compared;
    return { ...compared, status: decision.status, decision };
  });
  return { ...comparison, damages: inOrder(damages) };
};
