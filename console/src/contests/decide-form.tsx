import type { Contest, DecideContest } from '@walkaround/sdk';
import { type SubmitEvent, useState } from 'react';
import { useWords } from '../language.tsx';
import { useDecide } from './use-contests.ts';

const LONGEST = 2000;

/** What the service does where nobody chooses: it leaves damages of earlier days. */
const removes = ({ reason }: Contest) => reason === 'not_a_damage' || reason === 'not_my_vehicle';

export const DecideForm = ({ contest, isLocked }: { contest: Contest; isLocked: boolean }) => {
  const { contests: say } = useWords();
  const [isToGo, setToGo] = useState(removes(contest));
  const decide = useDecide(contest.inspectionId, contest.id);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reason = String(new FormData(event.currentTarget).get('reason')).trim();
    const state = (event.nativeEvent.submitter as HTMLButtonElement).value as DecideContest['state'];
    if (reason) decide.mutate({ state, reason, ...(state === 'accepted' && { removeDamage: isToGo }) });
  };
  return (
    <form className="stack contest-form" onSubmit={submit}>
      <label className="field">
        {say.reason}
        <textarea name="reason" rows={2} maxLength={LONGEST} required />
        <span className="soft">{say.reasonHint}</span>
      </label>
      {!contest.damageIsDeleted && (
        <label className="check">
          <input type="checkbox" checked={isToGo} onChange={({ target }) => setToGo(target.checked)} />
          {say.remove}
        </label>
      )}
      {isLocked && isToGo && <p className="soft">{say.withdraws}</p>}
      <div className="row">
        <button type="submit" className="button" value="accepted" disabled={decide.isPending}>
          {say.accept}
        </button>
        <button type="submit" className="button" value="rejected" disabled={decide.isPending}>
          {say.reject}
        </button>
      </div>
    </form>
  );
};
