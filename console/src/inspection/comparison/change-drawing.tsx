import type { Comparison, PartType } from '@walkaround/sdk';
import car from '../../../../vocabulary/car-drawing.json';
import { fill, nameIn, useNames, useWords } from '../../language.tsx';
import { CHANGES, type Change, SIGNS } from './changes.ts';

const OUTLINES = Object.entries(car.parts) as [PartType, { label: [number, number]; path: string }][];

type ChangedPart = { change: Change; counts: [Change, number][] };

/** By part: how many damages of each kind there are; the first kind colors it. */
const changedParts = ({ damages }: Comparison): Map<PartType, ChangedPart> =>
  new Map(
    [...Map.groupBy(damages, ({ partType }) => partType)].map(([part, own]) => {
      const counts = CHANGES.map((change): [Change, number] => [
        change,
        own.filter(({ status }) => status === change).length,
      ]).filter(([, count]) => count > 0);
      return [part, { change: counts[0]![0], counts }];
    }),
  );

/** The vehicle unfolded, its parts colored by what changed on them, with a sign for those who see no colors. */
export const ChangeDrawing = ({ comparison }: { comparison: Comparison }) => {
  const { inspection: say } = useWords();
  const names = useNames();
  const parts = changedParts(comparison);
  const drawn = OUTLINES.filter(([part]) => parts.has(part));
  const told = ([part, { counts }]: [PartType, ChangedPart]) =>
    `${nameIn(names.parts, part)}: ${counts.map(([change, count]) => `${say[`change_${change}`]} ${count}`).join(', ')}`;
  const undrawn = [...parts].filter(([part]) => !(part in car.parts));
  return (
    <div>
      <svg
        className="change-drawing"
        viewBox={car.view_box.join(' ')}
        role="img"
        aria-label={`${say.changeDrawing} ${[...parts].map(told).join('; ')}`}
      >
        {OUTLINES.map(([part, { path }]) => (
          <path
            key={part}
            className={parts.has(part) ? `change-${parts.get(part)!.change}` : undefined}
            d={path}
          >
            <title>{parts.has(part) ? told([part, parts.get(part)!]) : nameIn(names.parts, part)}</title>
          </path>
        ))}
        {drawn.map(([part, { label }]) => (
          <g key={part} className="drawing-count">
            <circle cx={label[0]} cy={label[1]} r={10} />
            <text x={label[0]} y={label[1]}>
              {SIGNS[parts.get(part)!.change]}
            </text>
          </g>
        ))}
      </svg>
      {undrawn.length > 0 && (
        <p className="soft facts">{fill(say.notDrawn, { parts: undrawn.map(told).join('; ') })}</p>
      )}
    </div>
  );
};
