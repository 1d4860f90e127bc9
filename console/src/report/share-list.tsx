import type { Inspection, ShareLink } from '@walkaround/sdk';
import { useRef, useState } from 'react';
import { useFormats } from '../formats/formats.ts';
import { useWho } from '../inspection/use-who.ts';
import { fill, LANGUAGES, useWords } from '../language.tsx';
import { Dialog } from '../shell/dialog.tsx';
import { Failed } from '../shell/messages.tsx';
import { useNotices } from '../shell/notices.tsx';
import { isOver, useShare, useShareLinks } from './use-share-links.ts';

const LinkFacts = ({ link }: { link: ShareLink }) => {
  const { report: say, contests } = useWords();
  const formats = useFormats();
  const who = useWho(link.inspectionId);
  const { revokedAt, expiresAt, lastOpenedAt, contestUntil } = link;
  const end =
    revokedAt !== null
      ? fill(say.takenBack, { date: formats.time(revokedAt) })
      : fill(isOver(link) ? say.expired : say.until, { date: formats.time(expiresAt) });
  return (
    <div>
      <strong>{end}</strong>
      <span className="soft facts">
        {[
          link.costs ? say.withCosts : say.withoutCosts,
          LANGUAGES[link.language].name,
          ...(contestUntil === null ? [] : [fill(contests.allowed, { date: formats.time(contestUntil) })]),
        ].join(' · ')}
      </span>
      <span className="soft facts">
        {fill(say.madeBy, { who: who(link.createdBy), date: formats.time(link.createdAt) })}
      </span>
      <span className="soft facts">
        {lastOpenedAt === null ? say.neverOpened : fill(say.opened, { date: formats.time(lastOpenedAt) })}
      </span>
    </div>
  );
};

const Revoke = (props: { inspection: Inspection; link: ShareLink; onClose(done: boolean): void }) => {
  const { report: say, shell } = useWords();
  const { tell, tellError } = useNotices();
  const { revoke } = useShare(props.inspection.id);
  const go = () =>
    revoke.mutate(props.link, {
      onSuccess: () => {
        tell({ text: say.linkRevoked });
        props.onClose(true);
      },
      onError: tellError,
    });
  return (
    <Dialog title={say.revokeQuestion} onClose={() => props.onClose(false)}>
      <p>{say.revokeWhy}</p>
      <div className="row">
        <button type="button" className="button danger" disabled={revoke.isPending} onClick={go}>
          {say.revoke}
        </button>
        <button type="button" className="button" onClick={() => props.onClose(false)}>
          {shell.cancel}
        </button>
      </div>
    </Dialog>
  );
};

export const ShareList = ({ inspection }: { inspection: Inspection }) => {
  const { report: say } = useWords();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, error, refetch } = useShareLinks(inspection.id);
  const [leaving, setLeaving] = useState<ShareLink | null>(null);
  if (error) return <Failed error={error} again={refetch} />;
  const { living = [], over = [] } = Object.groupBy(data ?? [], (link) => (isOver(link) ? 'over' : 'living'));
  return (
    <div className="stack">
      <h3 ref={heading} tabIndex={-1}>
        {say.links}
      </h3>
      {data && living.length === 0 && <p className="soft">{say.noLinks}</p>}
      <ul className="share-list">
        {living.map((link) => (
          <li key={link.id}>
            <LinkFacts link={link} />
            <button type="button" className="button small danger" onClick={() => setLeaving(link)}>
              {say.revoke}
            </button>
          </li>
        ))}
      </ul>
      {over.length > 0 && (
        <details>
          <summary>{fill(say.ended, { count: over.length })}</summary>
          <ul className="share-list">
            {over.map((link) => (
              <li key={link.id}>
                <LinkFacts link={link} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {leaving && (
        <Revoke
          inspection={inspection}
          link={leaving}
          onClose={(done) => {
            setLeaving(null);
            // Its button is gone.
            if (done) heading.current?.focus();
          }}
        />
      )}
    </div>
  );
};
