import { type FormEvent, useState } from 'react';
import type { TypedNumber } from '../formats/typed-number.ts';
import type { Findings } from '../inspection/findings.ts';
import { useWords } from '../language.tsx';
import { Dialog } from '../shell/dialog.tsx';
import { SaveRow } from '../shell/save-row.tsx';
import { HistorySection, ReadOnly } from './dialog-parts.tsx';
import { newPrice, PriceField } from './price-field.tsx';
import { useSaving } from './use-saving.ts';

type TotalDialogProps = { findings: Findings; mayChange: boolean; onClose(): void };

/** One price for the whole repair, which takes the place of the sum. */
export const TotalDialog = ({ findings, mayChange, onClose }: TotalDialogProps) => {
  const { correcting: say } = useWords();
  const { corrections, isSaving, make } = useSaving(findings, onClose);
  const { totalPrice, details, currency } = findings.pricing!;
  const price = details.vehicle ?? null;
  const [typed, setTyped] = useState<TypedNumber>(totalPrice);
  const sum = Object.values(details).reduce((total, { estimated }) => total + (estimated ?? 0), 0);
  const save = (event: FormEvent) => {
    event.preventDefault();
    const amount = newPrice(typed, totalPrice);
    make(say.saved, amount === null ? [] : [corrections.setPrice(null, amount)]);
  };
  return (
    <Dialog title={say.wholeRepair} onClose={onClose}>
      <form className="stack correcting" onSubmit={save}>
        {mayChange ? (
          <>
            <p className="soft">{say.wholeRepairHow}</p>
            <PriceField value={typed} onChange={setTyped} estimated={sum || null} currency={currency} />
            <SaveRow isSaving={isSaving} onClose={onClose}>
              {price && (
                <button
                  type="button"
                  className="button"
                  disabled={isSaving}
                  onClick={() => make(say.priceWithdrawn, [corrections.setPrice(null, null)])}
                >
                  {say.backToSum}
                </button>
              )}
            </SaveRow>
          </>
        ) : (
          <ReadOnly inspection={findings.inspection} />
        )}
        <HistorySection
          findings={findings}
          of={({ partType, before, after }) => partType === null && 'pricing' in (after ?? before ?? {})}
        />
      </form>
    </Dialog>
  );
};
