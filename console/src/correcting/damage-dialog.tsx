import { type FormEvent, useState } from 'react';
import { useFormats } from '../formats/formats.ts';
import type { TypedNumber } from '../formats/typed-number.ts';
import { candidatesIn, damageName, partName } from '../inspection/damages/damage-name.ts';
import { DamageCrop } from '../inspection/damages/damage-row.tsx';
import { type Findings, type FoundDamage, levelOf } from '../inspection/findings.ts';
import { useOrigin } from '../inspection/use-origin.ts';
import { fill, useNames, useWords, wordIn } from '../language.tsx';
import { Dialog } from '../shell/dialog.tsx';
import { SaveRow } from '../shell/save-row.tsx';
import { LevelChoice, NoteField, PartChoice, SizeField, TypeChoice } from './choices.tsx';
import { HistorySection, ReadOnly } from './dialog-parts.tsx';
import { JoinAndSplit } from './join-and-split.tsx';
import { useReasons } from './use-reasons.ts';
import { useSaving } from './use-saving.ts';

type DamageDialogProps = { found: FoundDamage; findings: Findings; mayChange: boolean; onClose(): void };

/** Who says that there is a damage, how sure that is, and why it is as bad as it is. */
const Said = ({ found: { damage, severity } }: { found: FoundDamage }) => {
  const { correcting: say, inspection } = useWords();
  const formats = useFormats();
  const names = useNames();
  const candidates = candidatesIn(names, formats, damage);
  const origin = useOrigin(damage);
  const reasons = useReasons();
  const model = damage.model && `${wordIn(names.model_names, damage.model.name)} ${damage.model.version}`;
  return (
    <div>
      <p>
        {model
          ? fill(say.foundBy, { model, time: formats.time(damage.createdAt) })
          : formats.time(damage.createdAt)}
      </p>
      <p>{origin}</p>
      {candidates && <p>{fill(inspection.partCandidates, { parts: candidates })}</p>}
      {severity?.reasonDetails && <p className="soft facts">{reasons.ofSeverity(severity)}</p>}
    </div>
  );
};

export const DamageDialog = ({ found, findings, mayChange, onClose }: DamageDialogProps) => {
  const { correcting: say, shell } = useWords();
  const names = useNames();
  const { damage, severity } = found;
  const saving = useSaving(findings, onClose);
  const { corrections, isSaving, make } = saving;
  const said = severity?.value.customSeverity.comment ?? '';
  const [type, setType] = useState(damage.damageType);
  const [part, setPart] = useState(damage.partType);
  const [level, setLevel] = useState(levelOf(severity));
  const [note, setNote] = useState(said);
  const [size, setSize] = useState<TypedNumber>(damage.statedSizeCm);

  const save = (event: FormEvent) => {
    event.preventDefault();
    const sizeCm = size as number | null;
    const isRenamed =
      type !== damage.damageType || part !== damage.partType || sizeCm !== damage.statedSizeCm;
    const changes = [
      ...(isRenamed ? [corrections.changeDamage(damage, { damageType: type, partType: part, sizeCm })] : []),
      ...(level !== null && (level !== levelOf(severity) || note.trim() !== said)
        ? [corrections.rate({ label: part, damageId: damage.id }, { level, comment: note.trim() || null })]
        : []),
    ];
    make(say.saved, changes);
  };
  return (
    <Dialog title={`${damageName(names, damage)}, ${partName(names, damage)}`} onClose={onClose}>
      <form className="stack correcting" onSubmit={save}>
        <div className="said">
          <DamageCrop found={found} findings={findings} size={[192, 144]} />
          <Said found={found} />
        </div>
        {mayChange ? (
          <>
            <div className="fields">
              <TypeChoice value={type} onChange={setType} />
              <PartChoice value={part} onChange={setPart} />
            </div>
            <SizeField
              value={size}
              measured={damage.statedSizeCm === null ? damage.damageSizeCm : null}
              onChange={setSize}
            />
            <LevelChoice value={level} onChange={setLevel} />
            {level !== null && <NoteField value={note} onChange={setNote} />}
            <SaveRow isSaving={isSaving} onClose={onClose}>
              <button
                type="button"
                className="button danger"
                disabled={isSaving}
                onClick={() => make(say.damageRemoved, [corrections.removeDamage(damage.id)])}
              >
                {shell.delete}
              </button>
            </SaveRow>
            <JoinAndSplit found={found} findings={findings} saving={saving} />
          </>
        ) : (
          <>
            {said && <p>{said}</p>}
            <ReadOnly inspection={findings.inspection} />
          </>
        )}
        <HistorySection
          findings={findings}
          of={({ itemId }) => itemId === damage.id || itemId === severity?.id}
        />
      </form>
    </Dialog>
  );
};
