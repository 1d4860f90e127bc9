import type { Box } from '@walkaround/sdk';
import { useId } from 'react';
import { NumberField } from '../formats/number-input.tsx';
import { fill, useWords } from '../language.tsx';
import type { Drawing, Shape } from './use-drawing.tsx';

const SIDES = ['xmin', 'ymin', 'width', 'height'] as const;
/** Of the longest side of a photo. */
const MOST_PIXELS = 65_535;
const NO_BOX: Box = { xmin: 0, ymin: 0, width: 0, height: 0 };

/** The same box in numbers, for those who do not draw. */
const BoxNumbers = ({ box, onChange }: { box: Box | null; onChange(box: Box): void }) => {
  const { correcting: say } = useWords();
  const labels = { xmin: say.left, ymin: say.top, width: say.width, height: say.height };
  return (
    <div className="box-numbers">
      {SIDES.map((side) => (
        <NumberField
          key={side}
          name={labels[side]}
          value={box?.[side] ?? null}
          onChange={(value) => typeof value === 'number' && onChange({ ...(box ?? NO_BOX), [side]: value })}
          limits={{ min: side === 'width' || side === 'height' ? 1 : 0, max: MOST_PIXELS, decimals: 0 }}
          required
        />
      ))}
    </div>
  );
};

/** Where on the photo: drawn, typed, or nowhere. */
export const PlaceChoice = ({ drawing }: { drawing: Drawing }) => {
  const { correcting: say } = useWords();
  const name = useId();
  const { shape, setShape, box, setBox, points, removePoint } = drawing;
  const shapes: [Shape, string][] = [
    ['box', say.box],
    ['polygon', say.polygon],
    ['none', say.noPlace],
  ];
  return (
    <>
      <fieldset className="level-choice">
        <legend>{say.place}</legend>
        {shapes.map(([value, label]) => (
          <label key={value} className="chip">
            <input type="radio" name={name} checked={shape === value} onChange={() => setShape(value)} />
            {label}
          </label>
        ))}
      </fieldset>
      {shape === 'box' && (
        <>
          <p className="soft facts">{say.boxHow}</p>
          <BoxNumbers box={box} onChange={setBox} />
        </>
      )}
      {shape === 'polygon' && (
        <p className="soft facts">
          {say.polygonHow} {fill(say.points, { count: points.length })}{' '}
          {points.length > 0 && (
            <button type="button" className="button small" onClick={removePoint}>
              {say.removePoint}
            </button>
          )}
        </p>
      )}
    </>
  );
};
