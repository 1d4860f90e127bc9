import type { Image } from '@walkaround/sdk';
import { nameIn, useNames, useWords } from '../language.tsx';
import { remarksOn } from './captured.ts';

/** What is wrong with a photo, and what to do about it. */
export const Verdict = ({ image }: { image: Image }) => {
  const { capture: say } = useWords();
  const { photo_issues, photo_cures } = useNames();
  const issues = remarksOn(image);
  if (issues === null) return <p className="badge">{say.checking}</p>;
  if (issues.length === 0) return <p className="badge good">{say.good}</p>;
  return (
    <ul className="verdict">
      {issues.map((issue) => (
        <li key={issue}>
          <strong className="alarm">{nameIn(photo_issues, issue)}</strong>{' '}
          {nameIn(photo_cures, Object.hasOwn(photo_cures, issue) ? issue : 'other')}
        </li>
      ))}
    </ul>
  );
};
