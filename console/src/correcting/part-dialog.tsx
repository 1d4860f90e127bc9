import { type FormEvent, useState } from 'react';
import type { TypedNumber } from '../formats/typed-number.ts';
import type { Findings, FoundPart } from '../inspection/findings.ts';
import { nameIn, useNames, useWords } from '../language.tsx';
import { Dialog } from '../shell/dialog.tsx';
import { SaveRow } from '../shell/save-row.tsx';
import { LevelChoice } from './choices.tsx';
import { HistorySection, ReadOnly } from './dialog-parts.tsx';
import { EstimateLines } from './estimate-lines.tsx';
import { newPrice, PriceField } from './price-field.tsx';
import type { Rating } from './use-corrections.ts';
import { useReasons } from './use-reasons.ts';
import { useSaving } from './use-saving.ts';

type PartDialogProps = { found: FoundPart; findings: Findings; mayChange: boolean; onClose(): void };

const OPERATIONS = ['repair', 'replace'] as const;

/** How bad a part is, what is done to it and what that costs. */
export const PartDialog = ({ found, findings, mayChange, onClose }: PartDialogProps) => {
  const { correcting: say, inspection: look } = useWords();
  const names = useNames();
  const reasons = useReasons();
  const { corrections, isSaving, make } = useSaving(findings, onClose);
  const { type, part, severity, price } = found;
  const [level, setLevel] = useState(found.level);
  const [operation, setOperation] = useState((severity?.operation ?? '') as 'repair' | 'replace' | '');
  const [typed, setTyped] = useState<TypedNumber>(price?.pricing ?? null);
  const item = { label: type };
  const currency = findings.pricing?.currency ?? null;
  // What came with a severity, or stands under the estimate's own id, cannot be taken back by itself.
  const isOwnPrice =
    price?.isUserModified === true &&
    price.id !== part?.partOperation?.id &&
    !findings.inspection.severityResults.some(({ id }) => id === price.id);
  const isOwnRating = severity?.isUserModified === true && severity.createdBy !== 'algo';

  const save = (event: FormEvent) => {
    event.preventDefault();
    const rating: Rating = {
      ...(level !== found.level && { level }),
      ...(operation !== (severity?.operation ?? '') && { repairOperation: operation || null }),
    };
    const amount = newPrice(typed, price?.pricing ?? null);
    // A first word on a part says all of it.
    const first = severity?.isUserModified ? {} : { level };
    const changes = [
      ...(Object.keys(rating).length > 0 ? [corrections.rate(item, { ...first, ...rating })] : []),
      ...(amount === null ? [] : [corrections.setPrice(type, amount)]),
    ];
    make(say.saved, changes);
  };
  return (
    <Dialog title={nameIn(names.parts, type)} onClose={onClose}>
      <form className="stack correcting" onSubmit={save}>
        {severity?.reasonDetails && <p className="soft facts">{reasons.ofSeverity(severity)}</p>}
        {mayChange && type !== 'ignore' && (
          <>
            <LevelChoice value={level} onChange={setLevel} />
            <div className="fields">
              <label className="field">
                {look.operation}
                <select
                  value={operation}
                  onChange={({ target }) => setOperation(target.value as typeof operation)}
                >
                  <option value="">{say.cheaper}</option>
                  {OPERATIONS.map((one) => (
                    <option key={one} value={one}>
                      {nameIn(names.operations, one)}
                    </option>
                  ))}
                </select>
              </label>
              <PriceField
                value={typed}
                onChange={setTyped}
                estimated={price?.estimated ?? null}
                currency={currency}
              />
            </div>
            <SaveRow isSaving={isSaving} onClose={onClose}>
              {isOwnRating && (
                <button
                  type="button"
                  className="button"
                  disabled={isSaving}
                  onClick={() => make(say.ratingWithdrawn, [corrections.rate(item, null)])}
                >
                  {say.withdrawRating}
                </button>
              )}
              {isOwnPrice && (
                <button
                  type="button"
                  className="button"
                  disabled={isSaving}
                  onClick={() => make(say.priceWithdrawn, [corrections.setPrice(type, null)])}
                >
                  {say.withdrawPrice}
                </button>
              )}
            </SaveRow>
          </>
        )}
        {!mayChange && <ReadOnly inspection={findings.inspection} />}
        {/* The estimate's lines are those of the part on all vehicles together. */}
        {part?.partOperation && findings.vehicles.length === 0 && (
          <EstimateLines operation={part.partOperation} />
        )}
        <HistorySection findings={findings} of={({ partType }) => partType === type} />
      </form>
    </Dialog>
  );
};
