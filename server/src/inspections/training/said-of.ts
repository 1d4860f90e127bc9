/** How people stand behind what was found: who said what last, and when. */
import type { TaughtDamage, TaughtView, TrainingInspection } from '../records/training.ts';
import type { Label, Said } from './photo-labels.ts';

type Words = { before: object; after: object };
type Standing = Pick<Label, 'source' | 'model' | 'score'> & Said;

const isAnother = (name: string, { before, after }: Words) =>
  name in before && Reflect.get(before, name) !== Reflect.get(after, name);

const isCorrection = (words: Words) => isAnother('damage_type', words) || isAnother('part_type', words);

export const saidOf = (
  { corrections, suspicions, approved_by, approved_at }: TrainingInspection,
  damage: TaughtDamage,
  view: TaughtView,
): Standing => {
  const lastThat = (says: (words: Words) => boolean) =>
    corrections.findLast(
      ({ item_id, before, after }) =>
        item_id === damage.id && says({ before: before ?? {}, after: after ?? {} }),
    );
  const found = { model: view.model ?? damage.model, score: view.score };
  const changed = lastThat(isCorrection);
  if (changed) return { source: 'corrected', said_by: changed.made_by, said_at: changed.made_at, ...found };
  const suspicion = suspicions.find(
    ({ state, damage_id }) => state === 'confirmed' && damage_id === damage.id,
  );
  if (suspicion) {
    const said = { said_by: suspicion.decided_by, said_at: suspicion.decided_at };
    const seen = suspicion.views.find(({ image_id }) => image_id === view.image_id);
    return { source: 'confirmed', ...said, model: suspicion.model, score: seen?.score ?? null };
  }
  const drawn = { said_by: view.created_by, said_at: view.created_at };
  if (damage.model === null) return { source: 'added', ...drawn, model: null, score: null };
  if (view.model === null) return { source: 'corrected', ...drawn, ...found };
  if (damage.confirmed_by === null)
    return { source: 'approved', said_by: approved_by, said_at: approved_at, ...found };
  const said_at = lastThat(({ after }) => 'is_confirmed' in after)?.made_at ?? null;
  return { source: 'confirmed', said_by: damage.confirmed_by, said_at, ...found };
};
