import type { OrganizationSettings, UpdateOrganizationSettings } from '@walkaround/sdk';
import { type FormEvent, useState } from 'react';
import { useFormats } from '../formats/formats.ts';
import { NumberField } from '../formats/number-input.tsx';
import type { TypedNumber } from '../formats/typed-number.ts';
import { fill, useWords } from '../language.tsx';
import { Dialog } from '../shell/dialog.tsx';

type Props = {
  settings: OrganizationSettings;
  mayChange: boolean;
  save: (change: UpdateOrganizationSettings) => void;
};

const LIMITS = { min: 1, max: 36_500, decimals: 0 };

/** Not saved as it is typed, but asked about: what it erases does not come back. */
export const RetentionSection = ({ settings, mayChange, save }: Props) => {
  const { settings: say, shell } = useWords();
  const { number } = useFormats();
  const [days, setDays] = useState<TypedNumber>(settings.retentionDays);
  /** What is asked about. */
  const [sooner, setSooner] = useState<number | null>(null);
  const keep = (wanted: number | null) => {
    setSooner(null);
    save({ retentionDays: wanted });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The field keeps the form from being sent with anything else.
    const wanted = days as number | null;
    if (wanted !== null && wanted < (settings.retentionDays ?? Number.POSITIVE_INFINITY)) setSooner(wanted);
    else keep(wanted);
  };
  return (
    <section className="card stack" aria-labelledby="settings-retention">
      <h2 id="settings-retention">{say.retention}</h2>
      <form className="stack narrow" onSubmit={submit}>
        <NumberField
          name={say.retentionDays}
          hint={say.retentionHint}
          value={days}
          onChange={setDays}
          limits={LIMITS}
          readOnly={!mayChange}
        />
        {mayChange && days !== settings.retentionDays && (
          <div>
            <button type="submit" className="button primary">
              {shell.save}
            </button>
          </div>
        )}
      </form>
      {sooner !== null && (
        <Dialog title={say.retentionAsk} onClose={() => setSooner(null)}>
          <p>{fill(say.retentionWarning, { days: number(sooner) })}</p>
          <div className="row">
            <button type="button" className="button danger" onClick={() => keep(sooner)}>
              {say.retentionErase}
            </button>
            <button type="button" className="button" onClick={() => setSooner(null)}>
              {shell.cancel}
            </button>
          </div>
        </Dialog>
      )}
    </section>
  );
};
