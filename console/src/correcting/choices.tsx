import type { DamageType, PartType } from '@walkaround/sdk';
import { useId } from 'react';
import lookalikes from '../../../vocabulary/lookalikes.json';
import { nameIn, useLanguage, useNames, useWords } from '../language.tsx';
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
  return (
    <label className="field">
      {say.part}
      <select required value={value} onChange={({ target }) => onChange(target.value as PartType)}>
        {value === '' && <option value="">{say.choose}</option>}
        <option value="ignore">{say.noPart}</option>
        {[...SIDES, undefined].map((side) => (
          <optgroup key={side ?? ''} label={side ? nameIn(names.viewpoints, side) : say.otherParts}>
            {parts
              .filter(([part]) => sideOf(part) === side)
              .map(([part, name]) => (
                <option key={part} value={part}>
                  {name}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
    </label>
  );
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
