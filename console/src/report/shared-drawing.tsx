import type { PartType, SharedInspection } from '@walkaround/sdk';
import car from '../../../vocabulary/car-drawing.json';
import { FLAT_MARK } from '../../../vocabulary/wheels.ts';
import { useWords } from '../language.tsx';

export type Drawn = Pick<SharedInspection['parts'][number], 'partType' | 'level'>;

const OUTLINES = Object.entries(car.parts) as [PartType, { label: [number, number]; path: string }][];
const MARK = 11;

/**
 * The vehicle unfolded, its parts colored by how bad they are, the last word on each, and its flat tires marked. What it tells, the
 * lists below tell in words.
 */
export const SharedDrawing = ({ parts, flat }: { parts: Drawn[]; flat: PartType[] }) => {
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
      {OUTLINES.filter(([part]) => flat.includes(part)).map(
        ([
          part,
          {
            label: [x, y],
            path,
          },
        ]) => (
          <g key={part} className="flat">
            <path d={path} />
            <circle cx={x} cy={y} r={MARK} />
            <text x={x} y={y}>
              {FLAT_MARK}
            </text>
          </g>
        ),
      )}
    </svg>
  );
};
