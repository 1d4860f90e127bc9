import type { Damage } from '@walkaround/sdk';
import { useFormats } from '../formats/formats.ts';
import { fill, nameIn, useNames, useWords } from '../language.tsx';
import { useChanges, useWho } from './use-who.ts';

type Said = Pick<Damage, 'damageType' | 'partType'>;
/** What a person made a damage of. */
type Confirmed = { suspicionId?: string; score: number };

/** Who says that there is this damage: a model, how sure it is; a person, who may have confirmed a place to check; or a person who saw something else in it. */
export const useOrigin = (damage: Damage): string => {
  const { inspection: say } = useWords();
  const names = useNames();
  const formats = useFormats();
  const who = useWho(damage.inspectionId);
  const said = useChanges(damage.inspectionId).changes?.filter(({ itemId }) => itemId === damage.id);
  const changes = said?.filter(({ action }) => action === 'changed');
  const first = changes?.[0]?.before as Said | undefined;
  if (first && (first.damageType !== damage.damageType || first.partType !== damage.partType))
    return fill(say.changedFrom, {
      damage: `${nameIn(names.damages, first.damageType)}, ${nameIn(names.parts, first.partType)}`,
      who: who(changes!.at(-1)!.madeBy),
    });
  const confirmed = said?.map(({ after }) => after as Confirmed | null).find((after) => after?.suspicionId);
  if (confirmed)
    return fill(say.confirmedBy, { percent: formats.percent(confirmed.score), who: who(damage.createdBy) });
  return damage.score === null
    ? fill(say.addedBy, { who: who(damage.createdBy) })
    : fill(say.certainty, { percent: formats.percent(damage.score) });
};
