import { useWords } from '../language.tsx';
import { useMedia } from '../shell/use-media.ts';

/** Phones show one page of a PDF in a page, or none: they open it by itself. */
export const ReportPreview = ({ url, id }: { url: string; id: string }) => {
  const { report: say } = useWords();
  const isWide = useMedia('(min-width: 700px)');
  const isShown = isWide && navigator.pdfViewerEnabled;
  return (
    <>
      <p className="row">
        <a className="button" href={url} target="_blank" rel="noreferrer">
          {say.open}
        </a>
        <a className="button" href={url} download={`inspection-${id}.pdf`}>
          {say.download}
        </a>
      </p>
      {isShown ? (
        <iframe className="report-preview" title={say.preview} src={`${url}#navpanes=0&view=FitH`} />
      ) : (
        <p className="soft">{say.noPreview}</p>
      )}
    </>
  );
};
