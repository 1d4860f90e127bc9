import { type FormEvent, useState } from 'react';
import { NumberField } from '../formats/number-input.tsx';
import type { TypedNumber } from '../formats/typed-number.ts';
import type { Findings } from '../inspection/findings.ts';
import { capital, useNames, useWords } from '../language.tsx';
import { Dialog } from '../shell/dialog.tsx';
import { SaveRow } from '../shell/save-row.tsx';
import { HistorySection, ReadOnly } from './dialog-parts.tsx';
import { isReading } from './reading-words.ts';
import type { VehicleWords } from './use-corrections.ts';
import { useSaving } from './use-saving.ts';

const TEXTS = ['brand', 'model', 'plate', 'vin'] as const;
const MILEAGE = { min: 0, max: 10_000_000, decimals: 0 };
const UNITS = ['km', 'mi'];

type VehicleDialogProps = { findings: Findings; mayChange: boolean; onClose(): void };

/** Which vehicle it is: a person's word over what was read on photos. */
export const VehicleDialog = ({ findings, mayChange, onClose }: VehicleDialogProps) => {
  const { correcting: say } = useWords();
  const names = useNames();
  const { vehicle } = findings;
  const { corrections, isSaving, make } = useSaving(findings, onClose);
  const [texts, setTexts] = useState(() =>
    Object.fromEntries(TEXTS.map((name) => [name, vehicle?.[name] ?? ''])),
  );
  const [mileage, setMileage] = useState<TypedNumber>(vehicle?.mileageValue ?? null);
  const [unit, setUnit] = useState(vehicle?.mileageUnit ?? 'km');
  const save = (event: FormEvent) => {
    event.preventDefault();
    const [before, after]: [VehicleWords, VehicleWords] = [{}, {}];
    for (const name of TEXTS) {
      if (texts[name]!.trim() === (vehicle?.[name] ?? '')) continue;
      before[name] = vehicle?.[name] ?? null;
      after[name] = texts[name]!.trim() || null;
    }
    const [kept, value] = [vehicle?.mileageValue ?? null, mileage as number | null];
    if (value !== kept || (value !== null && unit !== (vehicle?.mileageUnit ?? 'km'))) {
      before.mileage = kept === null ? null : { value: kept, unit: vehicle?.mileageUnit ?? 'km' };
      after.mileage = value === null ? null : { value, unit };
    }
    make(say.saved, Object.keys(after).length === 0 ? [] : [corrections.changeVehicle(before, after)]);
  };
  return (
    <Dialog title={say.vehicle} onClose={onClose}>
      <form className="stack correcting" onSubmit={save}>
        {mayChange ? (
          <>
            <div className="fields">
              {TEXTS.map((name) => (
                <label className="field" key={name}>
                  {names.fields[name]}
                  <input
                    value={texts[name]}
                    maxLength={100}
                    onChange={({ target }) => setTexts({ ...texts, [name]: target.value })}
                  />
                </label>
              ))}
              <NumberField
                name={names.fields.mileage}
                value={mileage}
                onChange={setMileage}
                limits={MILEAGE}
              />
              <label className="field">
                {capital(names.document_fields.unit)}
                <select value={unit} onChange={({ target }) => setUnit(target.value)}>
                  {[...new Set([unit, ...UNITS])].map((one) => (
                    <option key={one}>{one}</option>
                  ))}
                </select>
              </label>
            </div>
            <SaveRow isSaving={isSaving} onClose={onClose} />
          </>
        ) : (
          <ReadOnly inspection={findings.inspection} />
        )}
        <HistorySection
          findings={findings}
          of={({ before, after }) => {
            const said = after ?? before;
            return isReading(said) && said.reading === 'vehicle';
          }}
        />
      </form>
    </Dialog>
  );
};
