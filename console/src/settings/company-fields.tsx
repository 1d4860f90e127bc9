import type { OrganizationSettings, UpdateOrganizationSettings } from '@walkaround/sdk';
import { type FormEvent, useState } from 'react';
import { useWords } from '../language.tsx';

const TEXTS = ['companyName', 'companyAddress', 'companyContact'] as const;
type Texts = Record<(typeof TEXTS)[number], string>;

const LONGEST = { companyName: 100, companyAddress: 300, companyContact: 200 };
const ZONES = Intl.supportedValuesOf('timeZone');

const textsIn = (settings: OrganizationSettings): Texts => ({
  companyName: settings.companyName ?? '',
  companyAddress: settings.companyAddress ?? '',
  companyContact: settings.companyContact ?? '',
});

/** The head of reports: whose they are, and by which clock. */
export const CompanyFields = (props: {
  settings: OrganizationSettings;
  mayChange: boolean;
  save(change: UpdateOrganizationSettings): void;
}) => {
  const { settings: say, shell } = useWords();
  const { settings, mayChange, save } = props;
  const kept = textsIn(settings);
  const [texts, setTexts] = useState(kept);
  const changed = TEXTS.filter((name) => texts[name].trim() !== kept[name]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save(Object.fromEntries(changed.map((name) => [name, texts[name].trim() || null])));
  };
  return (
    <>
      <form className="stack narrow" onSubmit={submit}>
        {TEXTS.map((name) => {
          const field = {
            id: name,
            value: texts[name],
            maxLength: LONGEST[name],
            readOnly: !mayChange,
            onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
              setTexts({ ...texts, [name]: currentTarget.value }),
          };
          return (
            <label className="field" key={name} htmlFor={name}>
              {say[name]}
              {name === 'companyAddress' ? <textarea rows={3} {...field} /> : <input {...field} />}
            </label>
          );
        })}
        <span className="soft">{say.companyHint}</span>
        {mayChange && changed.length > 0 && (
          <div>
            <button type="submit" className="button primary">
              {shell.save}
            </button>
          </div>
        )}
      </form>
      <label className="field narrow">
        {say.timeZone}
        <select
          value={settings.timeZone ?? ''}
          disabled={!mayChange}
          onChange={({ target }) => save({ timeZone: target.value || null })}
        >
          <option value="">UTC</option>
          {ZONES.map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
        <span className="soft">{say.timeZoneHint}</span>
      </label>
    </>
  );
};
