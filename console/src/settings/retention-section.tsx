import type { OrganizationSettings, UpdateOrganizationSettings } from '@walkaround/sdk';
import { type FormEvent, useState } from 'react';
import { fill, useWords } from '../language.tsx';
import { Dialog } from '../shell/dialog.tsx';

type Props = {
  settings: OrganizationSettings;
  mayChange: boolean;
  save: (change: UpdateOrganizationSettings) => void;
};

/** Not saved as it is typed, but asked about: what it erases does not come back. */
export const RetentionSection = ({ settings, mayChange, save }: Props) => {
  const { settings: say, shell } = useWords();
  const [days, setDays] = useState(settings.retentionDays?.toString() ?? '');
  const [asking, setAsking] = useState(false);
  const wanted = days === '' ? null : Number(days);
  const isSooner = wanted !== null && wanted < (settings.retentionDays ?? Number.POSITIVE_INFINITY);
  const keep = () => {
    setAsking(false);
    save({ retentionDays: wanted });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSooner) setAsking(true);
    else keep();
  };
  return (
    <section className="card stack" aria-labelledby="settings-retention">
      <h2 id="settings-retention">{say.retention}</h2>
      <form className="stack" onSubmit={submit}>
        <label className="field narrow">
          {say.retentionDays}
          <input
            type="number"
            min="1"
            max="36500"
            step="1"
            value={days}
            disabled={!mayChange}
            onChange={({ target }) => setDays(target.value)}
          />
          <span className="soft">{say.retentionHint}</span>
        </label>
        {mayChange && wanted !== settings.retentionDays && (
          <div>
            <button type="submit" className="button primary">
              {shell.save}
            </button>
          </div>
        )}
      </form>
      {asking && (
        <Dialog title={say.retentionAsk} onClose={() => setAsking(false)}>
          <p>{fill(say.retentionWarning, { days })}</p>
          <div className="row">
            <button type="button" className="button danger" onClick={keep}>
              {say.retentionErase}
            </button>
            <button type="button" className="button" onClick={() => setAsking(false)}>
              {shell.cancel}
            </button>
          </div>
        </Dialog>
      )}
    </section>
  );
};
