import { useWords } from '../language.tsx';
import type { Session } from '../session.ts';
import { useNotices } from '../shell/notices.tsx';
import { Brand } from './brand.tsx';
import { LanguageChoice } from './language-choice.tsx';

export const SignedOut = ({ session }: { session: Session }) => {
  const { shell } = useWords();
  const { tellError } = useNotices();
  return (
    <main className="alone card">
      <Brand />
      <h1>{shell.welcome}</h1>
      <p className="soft">{shell.welcomeText}</p>
      <button type="button" className="button primary wide" onClick={() => session.signIn().catch(tellError)}>
        {shell.signIn}
      </button>
      <LanguageChoice />
    </main>
  );
};
