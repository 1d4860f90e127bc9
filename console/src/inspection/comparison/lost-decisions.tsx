import type { Comparison } from '@walkaround/sdk';
import { useMembers } from '../../claim/use-members.ts';
import { useFormats } from '../../formats/formats.ts';
import { fill, nameIn, useNames, useWords } from '../../language.tsx';

/** What people decided of damages that are no longer there. */
export const LostDecisions = ({ lost }: { lost: Comparison['lostDecisions'] }) => {
  const { inspection: say } = useWords();
  const names = useNames();
  const { nameOf } = useMembers();
  const { time } = useFormats();
  if (lost.length === 0) return null;
  return (
    <section className="card alarm" aria-label={say.lostDecisions}>
      <p>{say.lostDecisions}</p>
      <ul>
        {lost.map(({ damageType, partType, status, decidedAt, decidedBy, decidedByName }) => (
          <li key={`${decidedAt} ${partType}`}>
            {nameIn(names.damages, damageType)}, {nameIn(names.parts, partType)}: {say[`change_${status}`]}{' '}
            <span className="soft">
              {fill(say.decidedBy, { who: decidedByName ?? nameOf(decidedBy), time: time(decidedAt) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
};
