import { fill, useWords } from '../language.tsx';
import { Brand } from './brand.tsx';
import { useMessageOf } from './messages.tsx';

const Halt = ({ message, onAgain }: { message: string; onAgain: () => void }) => {
  const { shell } = useWords();
  return (
    <main className="alone card" role="alert">
      <Brand />
      <h1>{message}</h1>
      <button type="button" className="button primary" onClick={onAgain}>
        {shell.tryAgain}
      </button>
    </main>
  );
};

/** The service did not say how to sign in. */
export const NotStarted = ({ error }: { error: unknown }) => (
  <Halt message={useMessageOf()(error)} onAgain={() => location.reload()} />
);

/** Cancelled, or come back to after it was used. */
export const NotSignedIn = () => (
  <Halt message={useWords().shell.notSignedIn} onAgain={() => location.replace('/')} />
);

/** `address`: the one that the identity provider knows, on the machine of the service. */
export const WrongAddress = ({ address }: { address: string }) => (
  <Halt
    message={fill(useWords().shell.wrongAddress, { address, here: location.origin })}
    onAgain={() => location.reload()}
  />
);
