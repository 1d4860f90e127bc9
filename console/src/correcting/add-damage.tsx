import type { DamageType, PartType } from '@walkaround/sdk';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Findings } from '../inspection/findings.ts';
import { useWords } from '../language.tsx';
import { PartChoice, TypeChoice } from './choices.tsx';
import { partAt } from './part-at.ts';
import { PlaceChoice } from './place-choice.tsx';
import { useCorrections } from './use-corrections.ts';
import type { Drawing } from './use-drawing.tsx';

type AddProps = {
  findings: Findings;
  drawing: Drawing;
  /** The part that was selected. */
  part: PartType | null;
  /** With the damage that was added, if one was. */
  onClose(added: string | null): void;
};

/** A damage that only a person saw: drawn on the photo, or only said. */
export const AddDamage = ({ findings, drawing, part: selected, onClose }: AddProps) => {
  const { correcting: say, shell } = useWords();
  const { make, addDamage } = useCorrections(findings);
  const [type, setType] = useState<DamageType | ''>('');
  const [chosenPart, setChosenPart] = useState<PartType | null>(null);
  const [isSaving, setSaving] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  const { place, shape } = drawing;
  // What was drawn tells the part, unless a person says otherwise.
  const part = chosenPart ?? (place && partAt(findings, place)) ?? selected ?? '';
  const isPlaced = shape === 'none' || place !== null;

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (type === '' || part === '' || !isPlaced) return;
    setSaving(true);
    let added: string | null = null;
    const adding = addDamage({ damageType: type, partType: part }, shape === 'none' ? null : place, (id) => {
      added = id;
    });
    if (await make(say.damageAdded, [adding])) onClose(added);
    else setSaving(false);
  };

  return (
    <form className="add-damage" onSubmit={save}>
      <h2 ref={heading} tabIndex={-1}>
        {say.addDamage}
      </h2>
      <PlaceChoice drawing={drawing} />
      <div className="fields">
        <TypeChoice value={type} onChange={setType} />
        <PartChoice value={part} onChange={setChosenPart} />
      </div>
      <div className="row">
        <button type="submit" className="button primary" disabled={isSaving || !isPlaced}>
          {say.add}
        </button>
        <button type="button" className="button" onClick={() => onClose(null)}>
          {shell.cancel}
        </button>
        {!isPlaced && <span className="soft facts">{say.drawFirst}</span>}
      </div>
    </form>
  );
};
