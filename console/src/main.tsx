import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { LanguageProvider, loadLanguage } from './language.tsx';
import { finishSignIn, startSession } from './session.ts';
import { NotLoaded } from './shell/messages.tsx';
import { NotSignedIn, NotStarted } from './shell/not-started.tsx';
import './style/tokens.css';
import './style/base.css';

const place = document.getElementById('console')!;

/** What there is to show, begun before the words are there. */
const firstPage = (): Promise<ReactNode> =>
  location.pathname === '/callback'
    ? finishSignIn().then(
        () => null,
        () => <NotSignedIn />,
      )
    : startSession().then(
        (session) => <App session={session} />,
        (error) => <NotStarted error={error} />,
      );

const [page, language] = await Promise.all([firstPage(), loadLanguage()]);
const inLanguage = (shown: ReactNode) => (
  <StrictMode>
    <LanguageProvider first={language}>{shown}</LanguageProvider>
  </StrictMode>
);
// React takes a page that breaks away as a whole.
const onUncaughtError = (error: unknown) => {
  console.error(error);
  createRoot(place).render(inLanguage(<NotLoaded />));
};
createRoot(place, { onUncaughtError }).render(inLanguage(page));
