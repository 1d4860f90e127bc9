import type { PartType } from '@walkaround/sdk';
import { type KeyboardEvent, memo } from 'react';
import car from '../../../../vocabulary/car-drawing.json';
import { nameIn, useCounted, useNames, useWords } from '../../language.tsx';
import { useLevelName } from '../../shell/severity-badge.tsx';
import { type FoundPart, levelOf } from '../findings.ts';
import { numbersInWords } from '../review/review-items.ts';
import './car-drawing.css';

const OUTLINES = Object.entries(car.parts) as [PartType, { label: [number, number]; path: string }][];
/** Small parts are hard to hit: a finger has at least this much, in units of the drawing. */
const FINGER = 17;

const surface = (part: string) =>
  /window|windshield/.test(part) ? 'glass' : part.startsWith('wheel') ? 'rubber' : 'paint';

/** Half the height of a mark. */
const MARK = 10;

type DrawingProps = {
  parts: FoundPart[];
  /** Of the damages, by their ids: those that table, photos and report have too. */
  numbers?: ReadonlyMap<string, number>;
  /** Of a part on which nothing was found. */
  nothing: string;
  selected: PartType | null;
  onSelect(part: PartType): void;
};

/** The vehicle unfolded, its parts colored by how bad they are. */
export const CarDrawing = memo(({ parts, numbers, nothing, selected, onSelect }: DrawingProps) => {
  const { inspection: say } = useWords();
  const counted = useCounted();
  const names = useNames();
  const levelName = useLevelName();
  const found = new Map(parts.map((part) => [part.type, part]));
  const nameOf = (type: PartType) => {
    const part = found.get(type);
    if (!part) return `${nameIn(names.parts, type)}: ${nothing}`;
    const count = part.damages.length;
    const damages = counted(say.damageCount, count);
    return `${nameIn(names.parts, type)}: ${levelName(levelOf(part.severity))}, ${damages}`;
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing has no element of its own for a group.
    <svg className="car-drawing" viewBox={car.view_box.join(' ')} role="group" aria-label={say.drawing}>
      {OUTLINES.map(([type, { label, path }]) => {
        const part = found.get(type);
        const isOffered = part !== undefined || selected === type;
        const look = part ? `level-${levelOf(part.severity) ?? 0}` : surface(type);
        return (
          // biome-ignore lint/a11y/useSemanticElements: buttons do not exist inside a drawing.
          <g
            key={type}
            role="button"
            aria-label={nameOf(type)}
            aria-pressed={selected === type}
            tabIndex={isOffered ? 0 : -1}
            className={selected === type ? `${look} selected` : look}
            onClick={() => onSelect(type)}
            onKeyDown={(event: KeyboardEvent) => {
              if (event.key !== 'Enter' && event.key !== ' ') return;
              event.preventDefault();
              onSelect(type);
            }}
          >
            {isOffered && <circle cx={label[0]} cy={label[1]} r={FINGER} />}
            <path d={path} />
            <title>{nameOf(type)}</title>
          </g>
        );
      })}
      {parts.map(({ type, damages }) => {
        const drawn = OUTLINES.find(([name]) => name === type);
        if (!drawn || damages.length === 0) return null;
        const [x, y] = drawn[1].label;
        const mark = numbersInWords(damages.flatMap(({ damage }) => numbers?.get(damage.id) ?? []));
        const width = Math.max(2 * MARK, 8 * mark.length + 8);
        return (
          // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus.
          <g key={type} className="drawing-count" aria-hidden="true">
            <rect x={x - width / 2} y={y - MARK} width={width} height={2 * MARK} rx={MARK} />
            <text x={x} y={y}>
              {mark}
            </text>
          </g>
        );
      })}
    </svg>
  );
});
