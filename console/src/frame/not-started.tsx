import { fill, useWords } from '../language.tsx';
import { useMessageOf } from '../shell/messages.tsx';
import { Brand } from './brand.tsx';

const Halt = ({ message, why, onAgain }: { message: string; why?: string; onAgain: () => void }) => {
  const { shell } = useWords();
  return (
    <main className="alone card" role="alert">
      <Brand />
      <h1>{message}</h1>
      {why && <p className="soft">{why}</p>}
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

/** Canceled, or come back to after it was used. */
export const NotSignedIn = () => (
  <Halt message={useWords().shell.notSignedIn} onAgain={() => location.replace('/')} />
);

/** `address`: the one that the identity provider knows, on the machine of the service. */
export const WrongAddress = ({ address }: { address: string }) => {
  const { shell } = useWords();
  const why = fill(shell.wrongAddressWhy, { address, here: location.origin });
  return <Halt message={shell.wrongAddress} why={why} onAgain={() => location.reload()} />;
};
