import { type FieldError, WalkaroundError } from '@walkaround/sdk';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { fill, nameIn, useLanguage, useNames, useWords } from '../language.tsx';

export const Waiting = () => {
  const { shell } = useWords();
  return (
    <p className="waiting" role="status">
      <span className="visually-hidden">{shell.waiting}</span>
    </p>
  );
};

const InsteadOfPage = ({ title, why, children }: { title: string; why: string; children: ReactNode }) => (
  <section className="alone" role="alert">
    <title>{`${title} · Walkaround`}</title>
    <h1>{title}</h1>
    <p className="soft">{why}</p>
    <p>{children}</p>
  </section>
);

/** Never there, of somebody else, or deleted meanwhile; or an address that no page has. */
export const Missing = ({ isAddress = false }: { isAddress?: boolean }) => {
  const { shell } = useWords();
  return (
    <InsteadOfPage title={shell.missing} why={isAddress ? shell.noSuchAddress : shell.missingWhy}>
      <Link href="/" className="button">
        {shell.toInspections}
      </Link>
    </InsteadOfPage>
  );
};

/** In the place of a page whose code did not come, or broke. */
export const NotLoaded = () => {
  const { shell } = useWords();
  return (
    <InsteadOfPage title={shell.notLoaded} why={shell.notLoadedWhy}>
      <button type="button" className="button" onClick={() => location.reload()}>
        {shell.reload}
      </button>
    </InsteadOfPage>
  );
};

const isUnanswered = (error: unknown) =>
  error instanceof WalkaroundError && ['network_error', 'timeout'].includes(error.code);

/** What is wrong, by its code: in English the service's own sentence, elsewhere the one that the language has for it. */
export const useProblem = () => {
  const { problems } = useLanguage();
  const names = useNames();
  return ({ code, message, errors = [] }: { code: string; message: string; errors?: FieldError[] }) => {
    if (!problems) return message;
    const fields = errors.map(({ path }) => nameIn(names.fields, path.split('.').at(-1)!)).join(', ');
    return fill(isIn(problems, code) ? problems[code] : problems.unknown, { fields });
  };
};

const isIn = <Table extends object>(table: Table, key: string): key is keyof Table & string =>
  Object.hasOwn(table, key);

export const useMessageOf = () => {
  const { shell } = useWords();
  const problem = useProblem();
  return (error: unknown): string => {
    if (isUnanswered(error)) return shell.unreachable;
    if (error instanceof WalkaroundError) return problem(error);
    return problem({ code: 'unknown', message: error instanceof Error ? error.message : String(error) });
  };
};

export const isMissing = (error: unknown) => error instanceof WalkaroundError && error.status === 404;

/** A read that failed, with the way to try it again. */
export const Failed = ({ error, again }: { error: unknown; again?: () => void }) => {
  const { shell } = useWords();
  const messageOf = useMessageOf();
  if (isMissing(error)) return <Missing />;
  return (
    <div className="alarm" role="alert">
      <p>{messageOf(error)}</p>
      {again && (
        <button type="button" className="button" onClick={again}>
          {shell.tryAgain}
        </button>
      )}
    </div>
  );
};
