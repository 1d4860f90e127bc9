import type { DamageType, PartType } from '@walkaround/sdk';
import { useId, useState } from 'react';
import lookalikes from '../../../vocabulary/lookalikes.json';
import { useFormats } from '../formats/formats.ts';
import { NumberField } from '../formats/number-input.tsx';
import type { TypedNumber } from '../formats/typed-number.ts';
import { fill, nameIn, useLanguage, useNames, useWords } from '../language.tsx';
import { type Level, useLevelName } from '../shell/severity-badge.tsx';

/** Nobody corrects a photo by saying that it shows nothing; no part in particular has an entry of its own. */
const NOT_CHOSEN = ['background', 'ignore'];
/** Names for what looks like a damage and is none. */
const NO_DAMAGES = Object.keys(lookalikes);

const useSorted = (list: Record<string, string>, without: string[]) => {
  const { code } = useLanguage();
  return Object.keys(list)
    .filter((key) => !without.includes(key))
    .map((key): [string, string] => [key, nameIn(list, key)])
    .toSorted(([, a], [, b]) => a.localeCompare(b, code));
};

export const TypeChoice = ({
  value,
  onChange,
}: {
  value: DamageType | '';
  onChange(type: DamageType): void;
}) => {
  const { correcting: say } = useWords();
  const types = useSorted(useNames().damages, NO_DAMAGES);
  return (
    <label className="field">
      {say.type}
      <select required value={value} onChange={({ target }) => onChange(target.value as DamageType)}>
        {value === '' && <option value="">{say.choose}</option>}
        {types.map(([type, name]) => (
          <option key={type} value={type}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
};

const SIDES = ['left', 'right', 'front', 'back'] as const;

const sideOf = (part: string): (typeof SIDES)[number] | undefined => {
  if (part.includes('left')) return 'left';
  if (part.includes('right')) return 'right';
  if (/back|rear|trunk|tail/.test(part)) return 'back';
  return /front|hood|grill|header/.test(part) ? 'front' : undefined;
};

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Every word that was typed begins a word of the name, in any order. */
const found = (parts: [string, string][], sought: string) => {
  const words = plain(sought).split(/\s+/).filter(Boolean);
  return parts.filter(([, name]) => {
    const own = plain(name).split(/[\s-]+/);
    return words.every((word) => own.some((one) => one.startsWith(word)));
  });
};

export const PartChoice = ({ value, onChange }: { value: PartType | ''; onChange(part: PartType): void }) => {
  const { correcting: say } = useWords();
  const names = useNames();
  const all = useSorted(names.parts, NOT_CHOSEN);
  // Two parts of one name: the one that is chosen, else the first.
  const parts = all.filter(
    ([part, name]) =>
      part ===
      (all.find(([one, other]) => one === value && other === name) ??
        all.find(([, other]) => other === name))![0],
  );
  const [sought, setSought] = useState('');
  const matching = found(parts, sought);
  const seek = (text: string) => {
    setSought(text);
    const [first] = found(parts, text);
    if (text.trim() !== '' && first) onChange(first[0] as PartType);
  };
  return (
    <div className="part-choice">
      <label className="field">
        {say.part}
        <select required value={value} onChange={({ target }) => onChange(target.value as PartType)}>
          {value === '' && <option value="">{say.choose}</option>}
          <option value="ignore">{say.noPart}</option>
          {[...SIDES, undefined].map((side) => {
            const own = matching.filter(([part]) => sideOf(part) === side);
            return own.length === 0 ? null : (
              <optgroup key={side ?? ''} label={side ? nameIn(names.viewpoints, side) : say.otherParts}>
                {own.map(([part, name]) => (
                  <option key={part} value={part}>
                    {name}
                  </option>
                ))}
              </optgroup>
            );
          })}
        </select>
      </label>
      <label className="field">
        {say.findPart}
        <input type="search" value={sought} maxLength={60} onChange={({ target }) => seek(target.value)} />
        <span className="soft facts" role="status">
          {sought.trim() !== '' && matching.length === 0 && say.noSuchPart}
        </span>
      </label>
    </div>
  );
};

/** Longer than any part of a car. */
const SIZES = { min: 0.1, max: 1000, decimals: 1 };

/** As a person measured it. */
export const SizeField = (props: {
  value: TypedNumber;
  /** What the photos tell. */
  measured: number | null;
  onChange(size: TypedNumber): void;
}) => {
  const { correcting: say, inspection } = useWords();
  const { length } = useFormats();
  const { value, measured, onChange } = props;
  const hint =
    measured === null
      ? say.sizeHint
      : fill(say.sizeMeasured, { size: fill(inspection.sizeCm, { size: length(measured) }) });
  return <NumberField name={say.sizeIn} hint={hint} value={value} onChange={onChange} limits={SIZES} />;
};

export const NoteField = ({ value, onChange }: { value: string; onChange(note: string): void }) => {
  const { correcting: say } = useWords();
  return (
    <label className="field">
      {say.note}
      <textarea rows={2} maxLength={2000} value={value} onChange={({ target }) => onChange(target.value)} />
    </label>
  );
};

export const LevelChoice = ({ value, onChange }: { value: Level | null; onChange(level: Level): void }) => {
  const { inspection: say } = useWords();
  const levelName = useLevelName();
  const name = useId();
  return (
    <fieldset className="level-choice">
      <legend>{say.severity}</legend>
      {([1, 2, 3] as const).map((level) => (
        <label key={level} className="chip">
          <input type="radio" name={name} checked={value === level} onChange={() => onChange(level)} />
          {levelName(level)}
        </label>
      ))}
    </fieldset>
  );
};
