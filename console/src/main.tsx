import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { followBrokenPictures } from './frame/broken-pictures.ts';
import { NotSignedIn, NotStarted, WrongAddress } from './frame/not-started.tsx';
import { LanguageProvider, loadLanguage } from './language.tsx';
import { finishSignIn, startSession } from './session.ts';
import { NotLoaded } from './shell/messages.tsx';
import { askToStart, here, signsInAt } from './start.ts';
import './style/tokens.css';
import './style/base.css';

const place = document.getElementById('console')!;
followBrokenPictures();

const comeBack = () =>
  finishSignIn().then(
    () => null,
    () => <NotSignedIn />,
  );

const begin = async () => {
  const start = await askToStart();
  const place = signsInAt(start);
  if (place === 'nowhere') return <WrongAddress address={start.address!} />;
  if (place === 'here') return <App session={await startSession(start)} />;
  location.replace(start.address + here());
  // Nothing else may begin here: a sign-in would come back to the wrong address.
  return new Promise<never>(() => {});
};

// Before all else: a sign-in that cannot begin stops whatever the page is loading at that moment.
const language = await loadLanguage();
const page =
  location.pathname === '/callback'
    ? await comeBack()
    : await begin().catch((error) => <NotStarted error={error} />);
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
