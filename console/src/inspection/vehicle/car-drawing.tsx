import type { PartType } from '@walkaround/sdk';
import { type KeyboardEvent, memo } from 'react';
import car from '../../../../vocabulary/car-drawing.json';
import { FLAT_MARK } from '../../../../vocabulary/wheels.ts';
import { nameIn, useCounted, useNames, useWords } from '../../language.tsx';
import { useLevelName } from '../../shell/severity-badge.tsx';
import type { FoundPart } from '../findings.ts';
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
  /** The wheels whose tire is flat. */
  flat?: readonly PartType[];
  /** Of a part on which nothing was found. */
  nothing: string;
  selected: PartType | null;
  onSelect(part: PartType): void;
};

/** The vehicle unfolded, its parts colored by how bad they are, its flat tires marked. */
export const CarDrawing = memo(({ parts, numbers, flat = [], nothing, selected, onSelect }: DrawingProps) => {
  const { inspection: say } = useWords();
  const counted = useCounted();
  const names = useNames();
  const levelName = useLevelName();
  const found = new Map(parts.map((part) => [part.type, part]));
  const nameOf = (type: PartType) => {
    const part = found.get(type);
    const said = [
      flat.includes(type) && names.not_priced.wheels.flat_tire,
      part && levelName(part.level),
      part && counted(say.damageCount, part.damages.length),
    ].filter(Boolean);
    return `${nameIn(names.parts, type)}: ${said.join(', ') || nothing}`;
  };
  const marks = parts.flatMap(({ type, damages }): [PartType, string][] =>
    damages.length === 0
      ? []
      : [[type, numbersInWords(damages.flatMap(({ damage }) => numbers?.get(damage.id) ?? []))]],
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing has no element of its own for a group.
    <svg className="car-drawing" viewBox={car.view_box.join(' ')} role="group" aria-label={say.drawing}>
      {OUTLINES.map(([type, { label, path }]) => {
        const part = found.get(type);
        const isFlat = flat.includes(type);
        const isOffered = part !== undefined || isFlat || selected === type;
        const rated = part ? `level-${part.level ?? 0}` : surface(type);
        const look = isFlat ? `${rated} flat` : rated;
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
      {[...flat.map((type) => [type, FLAT_MARK] as const), ...marks].map(([type, mark]) => {
        const drawn = OUTLINES.find(([name]) => name === type);
        if (!drawn) return null;
        const [x, y] = drawn[1].label;
        const width = Math.max(2 * MARK, 8 * mark.length + 8);
        return (
          // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus.
          <g
            key={`${type} ${mark}`}
            className={mark === FLAT_MARK ? 'drawing-count flat' : 'drawing-count'}
            aria-hidden="true"
          >
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
