import { useEffect, useState } from 'react';
import { useWords } from '../language.tsx';
import type { Session } from '../session.ts';
import { Dialog } from '../shell/dialog.tsx';

/** The page stays as it is, and what was about to be sent is sent after the new sign-in. */
export const SessionEnded = ({ session }: { session: Session }) => {
  const { shell } = useWords();
  const [ended, setEnded] = useState(false);
  const [isUnfinished, setUnfinished] = useState(false);
  useEffect(() => session.onEnded(setEnded), [session]);
  const signIn = () => {
    setUnfinished(false);
    session.signInAgain().catch(() => setUnfinished(true));
  };
  if (!ended) return null;
  return (
    <Dialog title={shell.sessionEnded}>
      <p>{shell.sessionEndedWhy}</p>
      {isUnfinished && (
        <p className="alarm" role="alert">
          {shell.notSignedIn}
        </p>
      )}
      <button type="button" className="button primary" onClick={signIn}>
        {shell.signInAgain}
      </button>
    </Dialog>
  );
};
