import type { RequestPdf } from '@walkaround/sdk';
import { type FormEvent, useState } from 'react';
import type { Findings } from '../inspection/findings.ts';
import { LANGUAGES, type LanguageCode, useLanguage, useWords } from '../language.tsx';
import { useMessageOf } from '../shell/messages.tsx';
import { useSettings } from '../shell/use-settings.ts';
import { type ReportState, useMakeReport } from './use-report.ts';

/** What the organization wants, else what whoever asks reads. */
export const useReportLanguage = (): LanguageCode => {
  const { code } = useLanguage();
  const { data } = useSettings();
  return data?.language ?? code;
};

export const LanguageField = (props: { value: LanguageCode; onChange(code: LanguageCode): void }) => {
  const { report: say } = useWords();
  return (
    <label className="field">
      {say.language}
      <select value={props.value} onChange={({ target }) => props.onChange(target.value as LanguageCode)}>
        {Object.entries(LANGUAGES).map(([code, { name }]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
};

const AS_GIVEN = ['clientName', 'customer', 'vin'] as const;

const wishIn = (form: HTMLFormElement, language: LanguageCode): RequestPdf => {
  const given = new FormData(form);
  const text = (name: string) => String(given.get(name) ?? '').trim() || undefined;
  return {
    language,
    paper: given.get('paper') as RequestPdf['paper'],
    pricing: given.has('pricing'),
    suspicions: given.has('suspicions'),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...Object.fromEntries(AS_GIVEN.map((name) => [name, text(name)])),
  };
};

export const ReportForm = ({ findings, report }: { findings: Findings; report?: ReportState }) => {
  const { report: say } = useWords();
  const usual = useReportLanguage();
  const messageOf = useMessageOf();
  const [language, setLanguage] = useState<LanguageCode | null>(null);
  const { mutate, isPending, error } = useMakeReport(findings.inspection.id);
  const isMaking = isPending || report?.state === 'making';
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    mutate(wishIn(event.currentTarget, language ?? usual));
  };
  return (
    <form className="card stack" onSubmit={submit} aria-labelledby="report-form">
      <h2 id="report-form">{report?.state === 'ready' ? say.makeAnew : say.make}</h2>
      <div className="report-fields">
        <LanguageField value={language ?? usual} onChange={setLanguage} />
        <label className="field">
          {say.paper}
          <select name="paper" defaultValue="a4">
            <option value="a4">A4</option>
            <option value="letter">{say.letter}</option>
          </select>
        </label>
      </div>
      <label className="check">
        <input type="checkbox" name="pricing" defaultChecked={findings.pricing !== null} />
        {say.costs}
      </label>
      {findings.suspicions.length > 0 && (
        <label className="check">
          <input type="checkbox" name="suspicions" />
          {say.suspicions}
        </label>
      )}
      <details>
        <summary>{say.printed}</summary>
        <div className="stack">
          {AS_GIVEN.map((name) => (
            <label className="field" key={name}>
              {say[name]}
              <input name={name} maxLength={500} />
            </label>
          ))}
        </div>
      </details>
      {error && (
        <p className="alarm" role="alert">
          {messageOf(error)}
        </p>
      )}
      <button type="submit" className="button primary" disabled={isMaking}>
        {report?.state === 'ready' ? say.makeAnew : say.make}
      </button>
    </form>
  );
};
