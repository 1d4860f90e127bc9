import type { Box } from '@walkaround/sdk';
import { useId } from 'react';
import { fill, useWords } from '../language.tsx';
import type { Drawing, Shape } from './use-drawing.tsx';

const SIDES = ['xmin', 'ymin', 'width', 'height'] as const;
const NO_BOX: Box = { xmin: 0, ymin: 0, width: 0, height: 0 };

/** The same box in numbers, for those who do not draw. */
const BoxNumbers = ({ box, onChange }: { box: Box | null; onChange(box: Box): void }) => {
  const { correcting: say } = useWords();
  const labels = { xmin: say.left, ymin: say.top, width: say.width, height: say.height };
  return (
    <div className="box-numbers">
      {SIDES.map((side) => (
        <label key={side} className="field">
          {labels[side]}
          <input
            type="number"
            min={side === 'width' || side === 'height' ? 1 : 0}
            step={1}
            inputMode="numeric"
            value={box?.[side] ?? ''}
            onChange={({ target }) => onChange({ ...(box ?? NO_BOX), [side]: Number(target.value) })}
          />
        </label>
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
