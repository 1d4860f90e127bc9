import type { OrganizationSettings, UpdateOrganizationSettings } from '@walkaround/sdk';
import { useFormats } from '../formats/formats.ts';
import { fill, LANGUAGES, useWords } from '../language.tsx';
import { useChangeSettings } from '../shell/use-settings.ts';
import { CompanyFields } from './company-fields.tsx';
import { ContestSection } from './contest-section.tsx';
import { LogoField } from './logo-field.tsx';
import { RetentionSection } from './retention-section.tsx';
import { TrainingSection } from './training-section.tsx';
import { useMember } from './use-member.ts';

type Props = { settings: OrganizationSettings; mayChange: boolean };
type Save = (change: UpdateOrganizationSettings) => void;

const SAID = { true: true, false: false } as const;

const BlurChoice = ({
  what,
  label,
  settings,
  mayChange,
  save,
}: Props & {
  what: 'blurPlates' | 'blurFaces';
  label: string;
  save: Save;
}) => {
  const { settings: say } = useWords();
  const usual = settings.defaults[what] ? say.blurred : say.shown;
  return (
    <label className="field">
      {label}
      <select
        value={String(settings[what])}
        disabled={!mayChange}
        onChange={({ target }) => save({ [what]: SAID[target.value as keyof typeof SAID] ?? null })}
      >
        <option value="null">{fill(say.asSetUp, { value: usual })}</option>
        <option value="true">{say.blurred}</option>
        <option value="false">{say.shown}</option>
      </select>
    </label>
  );
};

/** Each choice is saved as it is made. */
export const GeneralSection = (props: Props) => {
  const { settings: say } = useWords();
  const formats = useFormats();
  const who = useMember();
  const { settings, mayChange } = props;
  const { mutate: save } = useChangeSettings((organization, change: UpdateOrganizationSettings) =>
    organization.updateSettings(change),
  );
  return (
    <>
      <section className="card stack" aria-labelledby="settings-reports">
        <h2 id="settings-reports">{say.reports}</h2>
        <label className="field narrow">
          {say.reportLanguage}
          <select
            value={settings.language ?? ''}
            disabled={!mayChange}
            onChange={({ target }) =>
              save({ language: (target.value || null) as OrganizationSettings['language'] })
            }
          >
            <option value="">
              {fill(say.asSetUp, { value: LANGUAGES[settings.defaults.language].name })}
            </option>
            {Object.entries(LANGUAGES).map(([code, { name }]) => (
              <option key={code} value={code} lang={code}>
                {name}
              </option>
            ))}
          </select>
          <span className="soft">{say.reportLanguageHint}</span>
        </label>
        <CompanyFields settings={settings} mayChange={mayChange} save={save} />
        <LogoField logoUrl={settings.logoUrl} mayChange={mayChange} />
      </section>
      <section className="card stack" aria-labelledby="settings-blurring">
        <h2 id="settings-blurring">{say.blurring}</h2>
        <p className="soft">{say.blurringHint}</p>
        <div className="settings-fields wide">
          <BlurChoice {...props} what="blurPlates" label={say.plates} save={save} />
          <BlurChoice {...props} what="blurFaces" label={say.faces} save={save} />
        </div>
      </section>
      <section className="card stack" aria-labelledby="settings-approval">
        <h2 id="settings-approval">{say.approval}</h2>
        <label className="check">
          <input
            type="checkbox"
            checked={settings.requireApproval}
            disabled={!mayChange}
            onChange={({ target }) => save({ requireApproval: target.checked })}
          />
          {say.requireApproval}
        </label>
        <p className="soft">{say.requireApprovalHint}</p>
      </section>
      <section className="card stack" aria-labelledby="settings-originals">
        <h2 id="settings-originals">{say.originals}</h2>
        <label className="check">
          <input
            type="checkbox"
            checked={settings.keepOriginals}
            disabled={!mayChange}
            onChange={({ target }) => save({ keepOriginals: target.checked })}
          />
          {say.keepOriginals}
        </label>
        <p className="soft">{say.keepOriginalsHint}</p>
      </section>
      <ContestSection {...props} save={save} />
      <RetentionSection {...props} save={save} />
      <TrainingSection {...props} save={save} />
      {settings.updatedBy !== null && settings.updatedAt !== null && (
        <p className="soft">
          {fill(say.changedBy, { who: who(settings.updatedBy), date: formats.time(settings.updatedAt) })}
        </p>
      )}
    </>
  );
};
