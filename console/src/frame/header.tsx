import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { useWords } from '../language.tsx';
import type { Session } from '../session.ts';
import { Brand } from './brand.tsx';
import { LanguageChoice } from './language-choice.tsx';

/** A menu of the platform: closes by itself, and works with the keyboard and without a script of ours. */
const AccountMenu = ({ session }: { session: Session }) => {
  const { shell } = useWords();
  const menu = useRef<HTMLDetailsElement>(null);
  const [place] = useLocation();
  const close = () => menu.current?.removeAttribute('open');
  // biome-ignore lint/correctness/useExhaustiveDependencies: going to another page closes the menu.
  useEffect(close, [place]);
  return (
    <details className="menu" ref={menu} onKeyDown={({ key }) => key === 'Escape' && close()}>
      <summary className="button quiet" aria-label={shell.account}>
        <span aria-hidden="true">{session.person!.name.slice(0, 1).toUpperCase()}</span>
      </summary>
      <div className="menu-content card">
        <p className="soft">{session.person!.name}</p>
        <LanguageChoice />
        <Link href="/settings">{shell.settings}</Link>
        <a href="/docs">{shell.reference}</a>
        <Link href="/about">{shell.about}</Link>
        <button type="button" className="button" onClick={() => session.signOut()}>
          {shell.signOut}
        </button>
      </div>
    </details>
  );
};

export const Header = ({ session }: { session: Session }) => {
  const { shell } = useWords();
  return (
    <>
      <a className="skip" href="#content">
        {shell.skip}
      </a>
      <header className="top">
        <Link href="/" className="brand-link" aria-label={`Walkaround: ${shell.toInspections}`}>
          <Brand />
        </Link>
        <nav aria-label={shell.navigation}>
          <Link href="/new" className="button primary">
            {shell.newInspection}
          </Link>
          <AccountMenu session={session} />
        </nav>
      </header>
    </>
  );
};
