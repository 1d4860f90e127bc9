import type { OrganizationSettings, UpdateOrganizationSettings } from '@walkaround/sdk';
import { type FormEvent, useState } from 'react';
import { NumberField } from '../formats/number-input.tsx';
import type { TypedNumber } from '../formats/typed-number.ts';
import { useWords } from '../language.tsx';

const LIMITS = { min: 1, max: 365, decimals: 0 };

/** How long findings can be contested through a share link, and within which time that is to be decided. */
export const ContestSection = (props: {
  settings: OrganizationSettings;
  mayChange: boolean;
  save: (change: UpdateOrganizationSettings) => void;
}) => {
  const { settings: say, shell } = useWords();
  const { contestDays, contestDecisionDays } = props.settings;
  const [days, setDays] = useState<TypedNumber>(contestDays);
  const [decisionDays, setDecisionDays] = useState<TypedNumber>(contestDecisionDays);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The field keeps the form from being sent with anything else.
    props.save({
      contestDays: days as number | null,
      contestDecisionDays: decisionDays as number | null,
    });
  };
  return (
    <section className="card stack" aria-labelledby="settings-contests">
      <h2 id="settings-contests">{say.contests}</h2>
      <form className="stack narrow" onSubmit={submit}>
        <NumberField
          name={say.contestDays}
          hint={say.contestDaysHint}
          value={days}
          onChange={setDays}
          limits={LIMITS}
          readOnly={!props.mayChange}
        />
        <NumberField
          name={say.contestDecisionDays}
          hint={say.contestDecisionDaysHint}
          value={decisionDays}
          onChange={setDecisionDays}
          limits={LIMITS}
          readOnly={!props.mayChange}
        />
        {props.mayChange && (days !== contestDays || decisionDays !== contestDecisionDays) && (
          <div>
            <button type="submit" className="button primary">
              {shell.save}
            </button>
          </div>
        )}
      </form>
    </section>
  );
};
