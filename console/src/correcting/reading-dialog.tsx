import { type FormEvent, type ReactNode, useState } from 'react';
import { WHEEL_LABELS, WHEEL_NAMES } from '../../../vocabulary/wheels.ts';
import type { Findings } from '../inspection/findings.ts';
import { useWords } from '../language.tsx';
import { Dialog } from '../shell/dialog.tsx';
import { SaveRow } from '../shell/save-row.tsx';
import { HistorySection, ReadOnly } from './dialog-parts.tsx';
import { isOfWheel, isReading, useReadingWords } from './reading-words.ts';
import type { ReadingOf } from './use-corrections.ts';
import { useSaving } from './use-saving.ts';

/** Of a wheel, field by field. */
const wordsFor = (field: string): readonly string[] =>
  field === 'wheel_name' ? WHEEL_NAMES : WHEEL_LABELS[field as keyof typeof WHEEL_LABELS];

export type ShownField = {
  field: string;
  /** As it is shown now. */
  value: string | number | null;
  /** A person has had their word on it. */
  isCorrected: boolean;
};

type ReadingDialogProps = {
  of: ReadingOf;
  fields: ShownField[];
  /** What a person looks at before they correct it. */
  picture: ReactNode;
  findings: Findings;
  mayChange: boolean;
  onClose(): void;
};

const asTyped = (before: string | number | null, typed: string): string | number =>
  typeof before === 'number' && /^\d+$/.test(typed) ? Number(typed) : typed;

/** What was seen of a wheel or read in a document: a person's word takes the place of the service's. */
export const ReadingDialog = ({ of, fields, picture, findings, mayChange, onClose }: ReadingDialogProps) => {
  const { correcting: say } = useWords();
  const { subject } = of;
  const words = useReadingWords();
  const { corrections, isSaving, make } = useSaving(findings, onClose);
  const [typed, setTyped] = useState<Record<string, string>>(
    Object.fromEntries(fields.map(({ field, value }) => [field, String(value ?? '')])),
  );
  const corrected = fields.filter(({ isCorrected }) => isCorrected);
  const statedOf = ({ value, isCorrected }: ShownField) => (isCorrected ? value : null);
  const save = (event: FormEvent) => {
    event.preventDefault();
    const changed = fields.filter(
      ({ field, value }) => typed[field]!.trim() !== '' && typed[field] !== String(value ?? ''),
    );
    const before = changed.map((one) => ({ field: one.field, value: statedOf(one) }));
    const after = changed.map(({ field, value }) => ({ field, value: asTyped(value, typed[field]!.trim()) }));
    make(say.saved, changed.length === 0 ? [] : [corrections.correctReading(of, before, after)]);
  };
  const takeBack = () => {
    const before = corrected.map((one) => ({ field: one.field, value: statedOf(one) }));
    const after = corrected.map(({ field }) => ({ field, value: null }));
    make(say.readingTakenBack, [corrections.correctReading(of, before, after)]);
  };
  const input = (field: string) => ({
    id: `reading-${field}`,
    value: typed[field],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setTyped({ ...typed, [field]: currentTarget.value }),
  });
  return (
    <Dialog title={words.subject(subject)} onClose={onClose}>
      <form className="stack correcting" onSubmit={save}>
        <div className="reading-picture">{picture}</div>
        {mayChange ? (
          <>
            <div className="fields">
              {fields.map(({ field, value }) => (
                <label className="field" key={field} htmlFor={`reading-${field}`}>
                  {words.field(subject, field)}
                  {isOfWheel(subject) ? (
                    <select {...input(field)}>
                      {!wordsFor(field).includes(String(value)) && (
                        <option value={String(value ?? '')}>{words.value(subject, value)}</option>
                      )}
                      {wordsFor(field).map((word) => (
                        <option key={word} value={word}>
                          {words.value(subject, word)}
                        </option>
                      ))}
                    </select>
                  ) : (
                    <input {...input(field)} maxLength={200} />
                  )}
                </label>
              ))}
            </div>
            <SaveRow isSaving={isSaving} onClose={onClose}>
              {corrected.length > 0 && (
                <button type="button" className="button" disabled={isSaving} onClick={takeBack}>
                  {say.takeReadingBack}
                </button>
              )}
            </SaveRow>
          </>
        ) : (
          <ReadOnly inspection={findings.inspection} />
        )}
        <HistorySection
          findings={findings}
          of={({ itemId, before, after }) => {
            const said = after ?? before;
            return isReading(said) && said.reading === subject && itemId === (of.itemId ?? itemId);
          }}
        />
      </form>
    </Dialog>
  );
};
