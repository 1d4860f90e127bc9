import type { DamageType, PartType } from '@walkaround/sdk';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { TypedNumber } from '../formats/typed-number.ts';
import type { Findings, FoundPart } from '../inspection/findings.ts';
import { CarDrawing } from '../inspection/vehicle/car-drawing.tsx';
import { useWords } from '../language.tsx';
import type { Level } from '../shell/severity-badge.tsx';
import { LevelChoice, NoteField, PartChoice, SizeField, TypeChoice } from './choices.tsx';
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

/** On the drawing from which a part is picked nothing is marked but that. */
const NO_PARTS: FoundPart[] = [];

/** A damage that only a person saw: drawn on the photo, or only said. */
export const AddDamage = ({ findings, drawing, part: selected, onClose }: AddProps) => {
  const { correcting: say, inspection, shell } = useWords();
  const { make, addDamage } = useCorrections(findings);
  const [type, setType] = useState<DamageType | ''>('');
  const [chosenPart, setChosenPart] = useState<PartType | null>(null);
  const [level, setLevel] = useState<Level | null>(null);
  const [note, setNote] = useState('');
  const [size, setSize] = useState<TypedNumber>(null);
  const [isSaving, setSaving] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);

  const { place, shape } = drawing;
  // What was drawn tells the part, unless a person says otherwise.
  const part = chosenPart ?? (place && partAt(findings, place)) ?? selected ?? '';
  const isPlaced = shape === 'none' || place !== null;
  const comment = note.trim() || null;
  // A note is kept with a severity of the person, which takes the place of the service's.
  const lacksLevel = comment !== null && level === null;

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (type === '' || part === '' || !isPlaced || lacksLevel) return;
    setSaving(true);
    let added: string | null = null;
    // The field keeps the form from being sent with anything else.
    const what = { damageType: type, partType: part, sizeCm: size as number | null };
    const adding = addDamage(what, shape === 'none' ? null : place, { level, comment }, (id) => {
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
      <details>
        <summary>{say.pickOnDrawing}</summary>
        <CarDrawing
          parts={NO_PARTS}
          nothing={inspection.noDamageHere}
          selected={part || null}
          onSelect={setChosenPart}
        />
      </details>
      <LevelChoice value={level} onChange={setLevel} />
      <SizeField value={size} measured={null} onChange={setSize} />
      <NoteField value={note} onChange={setNote} />
      <div className="row">
        <button type="submit" className="button primary" disabled={isSaving || !isPlaced || lacksLevel}>
          {say.add}
        </button>
        <button type="button" className="button" onClick={() => onClose(null)}>
          {shell.cancel}
        </button>
        {!isPlaced && <span className="soft facts">{say.drawFirst}</span>}
        {isPlaced && lacksLevel && <span className="soft facts">{say.noteNeedsLevel}</span>}
      </div>
    </form>
  );
};
