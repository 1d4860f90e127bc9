import type { View } from '@walkaround/sdk';
import { type FormEvent, useState } from 'react';
import { damageName, partName } from '../inspection/damages/damage-name.ts';
import type { Findings, FoundDamage } from '../inspection/findings.ts';
import { fill, useNames, useWords } from '../language.tsx';
import { PlaceChoice } from './place-choice.tsx';
import { useCorrections } from './use-corrections.ts';
import type { Drawing } from './use-drawing.tsx';

type PlaceFormProps = {
  findings: Findings;
  drawing: Drawing;
  found: FoundDamage;
  /** The outline that is changed; null: the damage is seen on this photo, too. */
  view: View | null;
  onClose(): void;
};

/** Where a damage that is known is on this photo. */
export const PlaceForm = ({ findings, drawing, found, view, onClose }: PlaceFormProps) => {
  const { correcting: say, shell } = useWords();
  const names = useNames();
  const { make, addView, replaceView } = useCorrections(findings);
  const [isSaving, setSaving] = useState(false);
  const { damage } = found;
  const { place } = drawing;
  const name = `${damageName(names, damage)}, ${partName(names, damage)}`;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!place) return;
    setSaving(true);
    const changes = view ? replaceView(view, place) : [addView(damage.id, place)];
    if (await make(view ? say.saved : say.placeAdded, changes)) onClose();
    else setSaving(false);
  };
  return (
    <form className="add-damage" onSubmit={save}>
      <h2>{fill(view ? say.editOutlineOf : say.alsoHereOf, { damage: name })}</h2>
      <PlaceChoice drawing={drawing} />
      <div className="row">
        <button type="submit" className="button primary" disabled={isSaving || !place}>
          {shell.save}
        </button>
        <button type="button" className="button" onClick={onClose}>
          {shell.cancel}
        </button>
        {!place && <span className="soft facts">{say.drawFirst}</span>}
      </div>
    </form>
  );
};
