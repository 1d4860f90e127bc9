import type { PartType, SharedInspection } from '@walkaround/sdk';
import car from '../../../vocabulary/car-drawing.json';
import { useWords } from '../language.tsx';

export type Drawn = Pick<SharedInspection['parts'][number], 'partType' | 'level'>;

const OUTLINES = Object.entries(car.parts) as [PartType, { path: string }][];

/** The vehicle unfolded, its parts colored by how bad they are, the last word on each. What it tells, the list below tells in words. */
export const SharedDrawing = ({ parts }: { parts: Drawn[] }) => {
  const { report: say } = useWords();
  const levels = new Map(parts.map(({ partType, level }) => [partType, level]));
  const lookOf = (part: PartType) => {
    const level = levels.get(part);
    if (level !== undefined) return `level-${level}`;
    return /window|windshield/.test(part) ? 'glass' : undefined;
  };
  return (
    <svg className="shared-drawing" viewBox={car.view_box.join(' ')} role="img" aria-label={say.drawing}>
      {OUTLINES.map(([part, { path }]) => (
        <path key={part} className={lookOf(part)} d={path} />
      ))}
    </svg>
  );
};
