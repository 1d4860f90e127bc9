import { capital, useWords } from '../language.tsx';

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
