/** What a person says of a damage that the photos leave undecided. It stands in the history of the later inspection. */
import { isSameKind } from '../damages/damage-kinds.ts';
import { iou } from '../geometry/boxes.ts';
import type { Correction } from '../records/findings/correction.ts';
import type { Damage } from '../records/findings/damage.ts';
import type { BoundingBox } from '../records/place.ts';
import {
  type ComparedDamage,
  type Comparison,
  type DecidedChange,
  type Decision,
  inOrder,
  type LostDecision,
} from './comparison.ts';
import { SAME_DECIDED_IOU } from './tuning.ts';

type DecidedPlace = { image_id: string; bounding_box: BoundingBox };

/** As it is recorded, under the id of the other inspection. `change` null: it was taken back. */
export type DecisionWords = {
  compared_damage_id: string;
  compared_damage_type: Damage['damage_type'];
  /** Where it was seen, so that it is known again after a new run; the first decisions did not tell. */
  compared_places?: DecidedPlace[];
  change: DecidedChange | null;
};

type Word = Omit<Decision, 'status'> & DecisionWords & Pick<Correction, 'part_type'>;

const isDecision = (words: unknown): words is DecisionWords =>
  typeof words === 'object' && words !== null && 'compared_damage_id' in words;

export const damageIn = ({ after, before }: ComparedDamage) => (after.damage ?? before.damage)!;

export const placesOf = ({ after, before }: ComparedDamage): DecidedPlace[] =>
  (after.damage ? after : before).shown.flatMap(({ image, outline }) =>
    outline?.bounding_box ? [{ image_id: image.id, bounding_box: outline.bounding_box }] : [],
  );

/** What can be said of it: a damage of the later inspection was there before or is new, one of the earlier is there still or gone. */
export const choicesFor = ({ after }: ComparedDamage): DecidedChange[] =>
  after.damage ? ['new', 'existing'] : ['gone', 'existing'];

/** The last word on each damage, by its id; the newest last. */
const lastWords = (corrections: readonly Correction[], otherId: string): Map<string, Word> => {
  const words = new Map<string, Word>();
  for (const { item_id, part_type, after, made_at, made_by, made_by_name } of corrections) {
    if (item_id !== otherId || !isDecision(after)) continue;
    words.delete(after.compared_damage_id);
    words.set(after.compared_damage_id, { ...after, part_type, made_at, made_by, made_by_name });
  }
  return words;
};

const isSameAgain = (word: Word, compared: ComparedDamage) => {
  const { damage_type, part_type } = damageIn(compared);
  const places = placesOf(compared);
  return (
    part_type === word.part_type &&
    isSameKind(damage_type, word.compared_damage_type) &&
    (word.compared_places ?? []).some((one) =>
      places.some(
        (other) =>
          one.image_id === other.image_id && iou(one.bounding_box, other.bounding_box) >= SAME_DECIDED_IOU,
      ),
    )
  );
};

const decidedBy = (word: Word | undefined): Decision | null => {
  if (!word || word.change === null) return null;
  const { change: status, made_at, made_by, made_by_name } = word;
  return { status, made_at, made_by, made_by_name };
};

/** Damages that a person deleted: nobody misses a decision on these. */
const deletedIn = (corrections: readonly Correction[]) =>
  new Set(corrections.filter(({ action }) => action === 'deleted').map(({ item_id }) => item_id));

/**
 * Only where the service cannot tell: what a better photo has settled since is not overruled by an older guess. A damage
 * that a new run found again takes the word on the former one with it.
 */
export const withDecisions = (
  comparison: Comparison,
  { after, before }: { after: readonly Correction[]; before: readonly Correction[] },
): Comparison => {
  const words = lastWords(after, comparison.before.id);
  const present = new Set([...comparison.before.damages, ...comparison.after.damages].map(({ id }) => id));
  const open = new Set([...words.values()].filter(({ compared_damage_id: id }) => !present.has(id)));
  const damages = comparison.damages.map((compared): ComparedDamage => {
    const same = [...open].filter((word) => isSameAgain(word, compared));
    for (const word of same) open.delete(word);
    const decision = decidedBy(words.get(damageIn(compared).id) ?? same.at(-1));
    if (compared.status !== 'unknown' || !decision || !choicesFor(compared).includes(decision.status))
      return compared;
    return { ...compared, status: decision.status, decision };
  });
  const deleted = deletedIn([...after, ...before]);
  const lost = [...open].flatMap((word): LostDecision[] => {
    const decision = decidedBy(word);
    if (!decision || word.part_type === null || deleted.has(word.compared_damage_id)) return [];
    return [{ ...decision, damage_type: word.compared_damage_type, part_type: word.part_type }];
  });
  return { ...comparison, damages: inOrder(damages), lost_decisions: lost };
};
