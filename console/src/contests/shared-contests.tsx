import type { SharedContest, SharedInspection } from '@walkaround/sdk';
import { useState } from 'react';
import { useFormats } from '../formats/formats.ts';
import { fill, nameIn, useNames, useWords } from '../language.tsx';
import { Said, StateBadge } from './said.tsx';
import { useWithdraw } from './use-contests.ts';

export type SharedDamage = SharedInspection['damages'][number];

const isInTime = ({ contestUntil }: SharedInspection) =>
  contestUntil !== null && Date.parse(contestUntil) > Date.now();

/** On the card of a damage: what became of the last word against it, or the way to say one. */
export const ContestMark = (props: {
  shared: SharedInspection;
  damage: SharedDamage;
  name: string;
  onContest(damage: SharedDamage): void;
}) => {
  const { contests: say } = useWords();
  const last = props.shared.contests.findLast(({ damageId }) => damageId === props.damage.id);
  return (
    <>
      {last && <StateBadge state={last.state} />}
      {last?.state !== 'open' && isInTime(props.shared) && (
        <button
          type="button"
          className="button small contest-button"
          aria-label={`${say.contest}: ${props.name}`}
          onClick={() => props.onContest(props.damage)}
        >
          {say.contest}
        </button>
      )}
    </>
  );
};

const Outcome = ({ contest }: { contest: SharedContest }) => {
  const { contests: say } = useWords();
  const { time } = useFormats();
  if (contest.withdrawnAt !== null)
    return <p className="contest-outcome">{fill(say.withdrawnOn, { date: time(contest.withdrawnAt) })}</p>;
  if (contest.decidedAt === null) return null;
  return (
    <div className="contest-outcome">
      <p className="contest-text">
        {fill(say.decidedOn, { date: time(contest.decidedAt), reason: contest.decisionReason ?? '' })}
      </p>
      {contest.damageRemoved && <p>{say.removed}</p>}
    </div>
  );
};

/** Asked once more: whoever taps it by mistake loses nothing. */
const Withdrawal = ({ link, contest, name }: { link: string; contest: SharedContest; name: string }) => {
  const { contests: say, shell } = useWords();
  const [isAsked, setAsked] = useState(false);
  const withdraw = useWithdraw(link, contest.id);
  if (!isAsked)
    return (
      <button
        type="button"
        className="button small contest-button"
        aria-label={`${say.withdraw}: ${name}`}
        onClick={() => setAsked(true)}
      >
        {say.withdraw}
      </button>
    );
  return (
    <div className="stack contest-button">
      <p>{say.withdrawQuestion}</p>
      <div className="row">
        <button
          type="button"
          className="button primary"
          disabled={withdraw.isPending}
          onClick={() => withdraw.mutate()}
        >
          {say.withdraw}
        </button>
        <button type="button" className="button" onClick={() => setAsked(false)}>
          {shell.cancel}
        </button>
      </div>
    </div>
  );
};

/** All that was said through this link, and what was decided about it. */
export const SharedContests = ({ shared, link }: { shared: SharedInspection; link: string }) => {
  const { contests: say } = useWords();
  const names = useNames();
  const { time } = useFormats();
  const { contestUntil, contests } = shared;
  if (contestUntil === null) return null;
  return (
    <section className="stack" aria-labelledby="shared-contests">
      <h2 id="shared-contests">{say.contests}</h2>
      <p className="soft">{fill(isInTime(shared) ? say.until : say.over, { date: time(contestUntil) })}</p>
      {contests.length > 0 && (
        <ul className="shared-grid">
          {contests.map((contest) => {
            const name = `${nameIn(names.parts, contest.partType)}, ${nameIn(names.damages, contest.damageType)}`;
            return (
              <li key={contest.id} className="card shared-damage">
                <h3>{name}</h3>
                <StateBadge state={contest.state} />
                <Said contest={contest} />
                {contest.state === 'open' && <Withdrawal link={link} contest={contest} name={name} />}
                <Outcome contest={contest} />
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
};
