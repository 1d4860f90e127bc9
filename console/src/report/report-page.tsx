import { Link } from 'wouter';
import type { Findings } from '../inspection/findings.ts';
import { titleOf } from '../inspection/inspection-head.tsx';
import { useInspection } from '../inspection/use-inspection.ts';
import { useMayChange } from '../inspection/use-may-change.ts';
import { useWords } from '../language.tsx';
import { Failed, Waiting } from '../shell/messages.tsx';
import { ReportForm } from './report-form.tsx';
import { ReportPreview } from './report-preview.tsx';
import { ReportStatus } from './report-status.tsx';
import { SharePanel } from './share-panel.tsx';
import { useReport } from './use-report.ts';
import './report.css';

const Report = ({ findings, readAt }: { findings: Findings; readAt: number }) => {
  const { report: say } = useWords();
  const { inspection } = findings;
  const { data, error, refetch } = useReport(inspection, readAt);
  const mayChange = useMayChange(inspection);
  // While another one is being made, the last can still be read.
  const url = data?.state === 'ready' ? data.report.pdfUrl : inspection.pdfUrl;
  return (
    <div className="report-page">
      <section className="card stack report-main" aria-labelledby="report-made">
        <h2 id="report-made" className="visually-hidden">
          {say.title}
        </h2>
        {error ? (
          <Failed error={error} again={refetch} />
        ) : data ? (
          <ReportStatus report={data} />
        ) : (
          <Waiting />
        )}
        {url && <ReportPreview url={url} id={inspection.id} />}
      </section>
      <div className="stack report-side">
        {mayChange ? (
          <>
            <ReportForm findings={findings} report={data} />
            <SharePanel inspection={inspection} hasCosts={findings.pricing !== null} />
          </>
        ) : (
          <p className="card">{say.readOnly}</p>
        )}
      </div>
    </div>
  );
};

export default function ReportPage({ id }: { id: string }) {
  const { report: say, inspection: words } = useWords();
  const { findings, readAt, error, refetch } = useInspection(id);
  if (error && !findings) return <Failed error={error} again={refetch} />;
  return (
    <div className="stack">
      <title>{`${say.title} · Walkaround`}</title>
      <header>
        <Link href={`/inspection/${id}`}>{say.back}</Link>
        <h1>{findings ? `${say.title}: ${titleOf(findings, words.inspection)}` : say.title}</h1>
      </header>
      {findings ? <Report findings={findings} readAt={readAt} /> : <Waiting />}
    </div>
  );
}
