import type { Contest } from '@walkaround/sdk';
import { useMembers } from '../claim/use-members.ts';
import { useFormats } from '../formats/formats.ts';
import { DamageCrop } from '../inspection/damages/damage-row.tsx';
import type { Findings } from '../inspection/findings.ts';
import { isLocked } from '../inspection/validation-lock.tsx';
import { fill, nameIn, useCounted, useNames, useWords } from '../language.tsx';
import { Failed } from '../shell/messages.tsx';
import { DecideForm } from './decide-form.tsx';
import { Said, StateBadge } from './said.tsx';
import { useContests } from './use-contests.ts';
import './contests.css';

type Props = { findings: Findings; mayChange: boolean };

const CROP: [number, number] = [320, 220];

const Decision = ({ contest }: { contest: Contest }) => {
  const { contests: say } = useWords();
  const { time } = useFormats();
  const { nameOf } = useMembers();
  const who = contest.decidedByName ?? nameOf(contest.decidedBy!);
  const told = { who, date: time(contest.decidedAt!), reason: contest.decisionReason ?? '' };
  return (
    <div className="contest-outcome">
      <p className="contest-text">{fill(say.decidedBy, told)}</p>
      {contest.damageRemoved && <p>{say.removed}</p>}
    </div>
  );
};

/** Both sides beside each other. */
const One = ({ contest, findings, mayChange }: Props & { contest: Contest }) => {
  const { contests: say } = useWords();
  const names = useNames();
  const { time } = useFormats();
  const found = findings.damages.find(({ damage }) => damage.id === contest.damageId);
  return (
    <li className="contest">
      <h3>
        {nameIn(names.damages, contest.damageType)}, {nameIn(names.parts, contest.partType)}{' '}
        <StateBadge state={contest.state} />{' '}
        {contest.isOverdue && <span className="badge alarm">{say.overdue}</span>}
      </h3>
      {contest.state === 'open' && contest.decideUntil !== null && (
        <p className="soft contest-due">{fill(say.decideUntil, { date: time(contest.decideUntil) })}</p>
      )}
      <div className="contest-sides">
        <div>
          <h4>{say.ours}</h4>
          {found ? (
            <DamageCrop found={found} findings={findings} size={CROP} />
          ) : (
            <p className="soft">{say.gone}</p>
          )}
        </div>
        <div>
          <h4>{say.theirs}</h4>
          <Said contest={contest} />
        </div>
      </div>
      {contest.withdrawnAt !== null && <p>{fill(say.withdrawnOn, { date: time(contest.withdrawnAt) })}</p>}
      {contest.decidedAt !== null && <Decision contest={contest} />}
      {contest.state === 'open' && mayChange && (
        <DecideForm contest={contest} isLocked={isLocked(findings.inspection)} />
      )}
    </li>
  );
};

/** What people with a share link say against findings. Nothing of it is shown where nobody said anything. */
export const ContestPanel = (props: Props) => {
  const { contests: say } = useWords();
  const counted = useCounted();
  const { contests, error, refetch } = useContests(props.findings.inspection.id);
  // What is overdue comes first.
  const inOrder = contests.toSorted((a, b) => Number(b.isOverdue) - Number(a.isOverdue));
  const { open = [], decided = [] } = Object.groupBy(inOrder, ({ state }) =>
    state === 'open' ? 'open' : 'decided',
  );
  if (error) return <Failed error={error} again={refetch} />;
  if (contests.length === 0) return null;
  const list = (some: Contest[]) => (
    <ul className="contests">
      {some.map((contest) => (
        <One key={contest.id} contest={contest} {...props} />
      ))}
    </ul>
  );
  return (
    <section className="card stack" aria-labelledby="contests">
      <h2 id="contests">{open.length > 0 ? counted(say.openCount, open.length) : say.contests}</h2>
      {open.length > 0 && list(open)}
      {decided.length > 0 && (
        <details>
          <summary>{fill(say.decided, { count: decided.length })}</summary>
          {list(decided)}
        </details>
      )}
    </section>
  );
};
