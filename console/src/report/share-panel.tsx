import type { Inspection, ShareLink } from '@walkaround/sdk';
import { type FormEvent, useState } from 'react';
import { type LanguageCode, useLanguage, useWords } from '../language.tsx';
import { useMessageOf } from '../shell/messages.tsx';
import { NewLink } from './new-link.tsx';
import { LanguageField, useReportLanguage } from './report-form.tsx';
import { ShareList } from './share-list.tsx';
import { useShare } from './use-share-links.ts';

const DAYS = [1, 3, 7, 30, 90];
const USUAL_DAYS = 7;

/** Links for people without an account. */
export const SharePanel = ({ inspection, hasCosts }: { inspection: Inspection; hasCosts: boolean }) => {
  const { report: say, contests } = useWords();
  const messageOf = useMessageOf();
  const { code } = useLanguage();
  const usual = useReportLanguage();
  const [language, setLanguage] = useState<LanguageCode | null>(null);
  const [made, setMade] = useState<ShareLink | null>(null);
  const { make } = useShare(inspection.id);
  const days = new Intl.NumberFormat(code, { style: 'unit', unit: 'day', unitDisplay: 'long' });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    make.mutate(
      {
        expiresInHours: Number(given.get('days')) * 24,
        costs: given.has('costs'),
        language: language ?? usual,
        allowContesting: given.has('contesting'),
      },
      { onSuccess: setMade },
    );
  };
  return (
    <section className="card stack" aria-labelledby="share">
      <h2 id="share">{say.share}</h2>
      <p className="soft">{say.shareHint}</p>
      <form className="stack" onSubmit={submit}>
        <div className="report-fields">
          <label className="field">
            {say.worksFor}
            <select name="days" defaultValue={USUAL_DAYS}>
              {DAYS.map((count) => (
                <option key={count} value={count}>
                  {days.format(count)}
                </option>
              ))}
            </select>
          </label>
          <LanguageField value={language ?? usual} onChange={setLanguage} />
        </div>
        {hasCosts && (
          <label className="check">
            <input type="checkbox" name="costs" />
            {say.costs}
          </label>
        )}
        <label className="check">
          <input type="checkbox" name="contesting" />
          {contests.allow}
        </label>
        {make.error && (
          <p className="alarm" role="alert">
            {messageOf(make.error)}
          </p>
        )}
        <button type="submit" className="button" disabled={make.isPending}>
          {say.makeLink}
        </button>
      </form>
      <ShareList inspection={inspection} />
      {made && <NewLink link={made} onClose={() => setMade(null)} />}
    </section>
  );
};
