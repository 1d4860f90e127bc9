import type { ShareLink } from '@walkaround/sdk';
import { useFormats } from '../formats/formats.ts';
import { fill, useWords } from '../language.tsx';
import { CopyField } from '../shell/copy-field.tsx';
import { Dialog } from '../shell/dialog.tsx';

/** The only time that the address can be seen. */
export const NewLink = ({ link, onClose }: { link: ShareLink; onClose: () => void }) => {
  const { report: say, shell } = useWords();
  const formats = useFormats();
  const { url } = link;
  return (
    <Dialog title={say.linkMade} onClose={onClose}>
      <div className="stack">
        {url === null ? (
          <p className="alarm">{say.linkLost}</p>
        ) : (
          <>
            <p>{fill(link.costs ? say.untilWithCosts : say.until, { date: formats.time(link.expiresAt) })}</p>
            <CopyField label={say.address} text={url} />
            <p className="soft">{say.shownOnce}</p>
          </>
        )}
        <div className="row">
          {url !== null && 'share' in navigator && (
            // Whoever changes their mind in the system's own dialog has done nothing wrong.
            <button type="button" className="button" onClick={() => navigator.share({ url }).catch(() => {})}>
              {say.send}
            </button>
          )}
          <button type="button" className="button" onClick={onClose}>
            {shell.close}
          </button>
        </div>
      </div>
    </Dialog>
  );
};
