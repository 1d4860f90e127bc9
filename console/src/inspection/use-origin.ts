import type { Damage } from '@walkaround/sdk';
import { useFormats } from '../formats/formats.ts';
import { fill, nameIn, useNames, useWords } from '../language.tsx';
import { useChanges, useWho } from './use-who.ts';

type Said = Pick<Damage, 'damageType' | 'partType'>;

/** Who says that there is this damage: a model, how sure it is; a person; or a person who saw something else in it. */
export const useOrigin = (damage: Damage): string => {
  const { inspection: say } = useWords();
  const names = useNames();
  const formats = useFormats();
  const who = useWho(damage.inspectionId);
  const changes = useChanges(damage.inspectionId).changes?.filter(
    ({ itemId, action }) => itemId === damage.id && action === 'changed',
  );
  const first = changes?.[0]?.before as Said | undefined;
  if (first && (first.damageType !== damage.damageType || first.partType !== damage.partType))
    return fill(say.changedFrom, {
      damage: `${nameIn(names.damages, first.damageType)}, ${nameIn(names.parts, first.partType)}`,
      who: who(changes!.at(-1)!.madeBy),
    });
  return damage.score === null
    ? fill(say.addedBy, { who: who(damage.createdBy) })
    : fill(say.certainty, { percent: formats.percent(damage.score) });
};
