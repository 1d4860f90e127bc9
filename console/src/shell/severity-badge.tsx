import { capital, fill, useWords } from '../language.tsx';

export type Level = 1 | 2 | 3;

export const useLevelName = () => {
  const { inspection: say } = useWords();
  return (level: Level | null) => say[`level${level ?? 0}`];
};

/** How bad something is, in words and color. */
export const SeverityBadge = ({ level }: { level: Level | null }) => {
  const levelName = useLevelName();
  return <span className={`badge level-${level ?? 0}`}>{capital(levelName(level))}</span>;
};

/** Where the state of the vehicle does not stand beside it: a part may be worse than the vehicle as a whole. */
export const WorstPartBadge = ({ level }: { level: Level }) => {
  const { inspection: say } = useWords();
  const levelName = useLevelName();
  return (
    <span className={`badge worst-part level-${level}`}>
      {fill(say.worstPart, { level: levelName(level) })}
    </span>
  );
};
