import { useFormats } from '../formats/formats.ts';
import { fill, useWords } from '../language.tsx';
import { useMessageOf } from '../shell/messages.tsx';
import type { ReportState } from './use-report.ts';

/** What there is, and whether it still holds. */
export const ReportStatus = ({ report }: { report: ReportState }) => {
  const { report: say } = useWords();
  const formats = useFormats();
  const messageOf = useMessageOf();
  if (report.state === 'none')
    return (
      <div className="report-none">
        <p>
          <strong>{say.none}</strong>
        </p>
        <p className="soft">{say.noneHint}</p>
      </div>
    );
  if (report.state === 'making')
    return (
      <div role="status">
        <p>{say.making}</p>
        <p className="waiting" />
        <p className="soft">{say.makingHint}</p>
      </div>
    );
  if (report.state === 'failed')
    return (
      <div className="alarm" role="alert">
        <p>{messageOf(report.error)}</p>
      </div>
    );
  const { stale, madeAt, dataVersion, source } = report.report;
  return (
    <div role="status">
      <p className="row">
        <span className={stale ? 'badge alarm' : 'badge good'}>{stale ? say.stale : say.upToDate}</span>
        <span>{fill(source === 'client' ? say.uploadedAt : say.madeAt, { date: formats.time(madeAt) })}</span>
        <span className="soft">{fill(say.version, { version: dataVersion })}</span>
      </p>
      {stale && <p className="report-stale">{say.staleWhy}</p>}
    </div>
  );
};
