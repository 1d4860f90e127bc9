import type { DamageType } from '@walkaround/sdk';
import { useFormats } from '../../formats/formats.ts';
import { fill, nameIn, useNames, useWords } from '../../language.tsx';
import type { Findings } from '../findings.ts';
import type { Filter } from './outlines.tsx';

/** Which outlines are drawn on the photos. */
export const OutlineFilter = (props: {
  findings: Findings;
  filter: Filter;
  onChange(filter: Filter): void;
}) => {
  const { inspection: say } = useWords();
  const names = useNames();
  const { percent } = useFormats();
  const { findings, filter, onChange } = props;
  const counts = new Map<DamageType, number>();
  for (const { damage } of findings.damages)
    counts.set(damage.damageType, (counts.get(damage.damageType) ?? 0) + 1);
  const toggle = (type: DamageType) => {
    const hidden = new Set(filter.hidden);
    if (!hidden.delete(type)) hidden.add(type);
    onChange({ ...filter, hidden });
  };
  return (
    <fieldset className="outline-filter">
      <legend className="visually-hidden">{say.outlines}</legend>
      <label className="chip">
        <input
          type="checkbox"
          checked={filter.parts}
          onChange={({ target }) => onChange({ ...filter, parts: target.checked })}
        />
        {say.parts}
      </label>
      {[...counts].map(([type, count]) => (
        <label className="chip" key={type}>
          <input type="checkbox" checked={!filter.hidden.has(type)} onChange={() => toggle(type)} />
          {nameIn(names.damages, type)} <span className="soft">{count}</span>
        </label>
      ))}
      <label className="score-filter">
        <span>{fill(say.certaintyFrom, { percent: percent(filter.score) })}</span>
        <input
          type="range"
          min={0}
          max={100}
          step={5}
          value={Math.round(filter.score * 100)}
          onChange={({ target }) => onChange({ ...filter, score: Number(target.value) / 100 })}
        />
      </label>
    </fieldset>
  );
};
