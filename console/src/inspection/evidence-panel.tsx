import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Client, type EvidencePack, WalkaroundError } from '@walkaround/sdk';
import { useState } from 'react';
import { useClient } from '../client.ts';
import { useFormats } from '../formats/formats.ts';
import { fill, useWords } from '../language.tsx';
import { Failed, Waiting } from '../shell/messages.tsx';
import { saveFile } from '../shell/save-file.ts';
import { useSettings } from '../shell/use-settings.ts';

const ASK_MS = 3000;

type PackState = EvidencePack | 'none' | 'making';

/** `restricted`: the one with what only administrators may see. */
type Variant = { restricted: boolean };

const stateOf = async (
  client: Client,
  id: string,
  variant: Variant,
  signal: AbortSignal,
): Promise<PackState> => {
  try {
    const { entities, result } = await client.evidence.getOne(id, variant, { signal });
    return entities.evidencePacks[result]!;
  } catch (error) {
    const code = error instanceof WalkaroundError ? error.code : null;
    if (code === 'evidence_not_requested') return 'none';
    if (code === 'evidence_in_progress') return 'making';
    throw error;
  }
};

const Ready = ({ pack }: { pack: EvidencePack }) => {
  const { report: say } = useWords();
  const formats = useFormats();
  return (
    <>
      <p className="row">
        <span className={pack.stale ? 'badge alarm' : 'badge good'}>
          {pack.stale ? say.stale : say.upToDate}
        </span>
        <span>{fill(say.madeAt, { date: formats.time(pack.madeAt) })}</span>
      </p>
      <p className="soft facts">
        {say.fingerprint} <code>{pack.fingerprint}</code>
      </p>
    </>
  );
};

const nameOf = (id: string) => `evidence-${id}.zip`;

/** No link leads to the restricted pack: it comes with the token of the person. */
const Download = ({ pack }: { pack: EvidencePack }) => {
  const { report: say } = useWords();
  const client = useClient();
  const fetching = useMutation({
    mutationFn: () => client.evidence.downloadOne(pack.id, { restricted: true }),
    onSuccess: (file) => saveFile(file, nameOf(pack.id)),
  });
  if (pack.evidenceUrl !== null)
    return (
      <a className="button" href={pack.evidenceUrl} download={nameOf(pack.id)}>
        {say.download}
      </a>
    );
  return (
    <>
      <button
        type="button"
        className="button"
        disabled={fetching.isPending}
        onClick={() => fetching.mutate()}
      >
        {say.download}
      </button>
      {fetching.error && <Failed error={fetching.error} />}
    </>
  );
};

type Props = { inspectionId: string; mayChange: boolean };

const Pack = ({ inspectionId: id, mayChange, restricted }: Props & Variant) => {
  const { report: say } = useWords();
  const client = useClient();
  const queries = useQueryClient();
  const queryKey = ['inspection', id, 'evidence', { restricted }];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => stateOf(client, id, { restricted }, signal),
    refetchInterval: ({ state }) => state.data === 'making' && ASK_MS,
  });
  const make = useMutation({
    mutationFn: () =>
      client.evidence.requestOne(id, { include: restricted ? ['originals', 'metadata'] : [] }),
    onSuccess: () => queries.invalidateQueries({ queryKey }),
  });
  const pack = typeof data === 'object' ? data : null;
  const isMaking = data === 'making' || make.isPending;
  return (
    <div className="stack evidence-pack">
      <p className="soft">{restricted ? say.evidenceOriginalsWhat : say.evidenceWhat}</p>
      {error ? <Failed error={error} again={refetch} /> : !data && <Waiting />}
      {make.error && <Failed error={make.error} />}
      {pack && <Ready pack={pack} />}
      <p role="status">{isMaking && say.evidenceMaking}</p>
      <div className="row">
        {pack && <Download pack={pack} />}
        {mayChange && (pack ? pack.stale : data === 'none' || error) && (
          <button type="button" className="button" disabled={isMaking} onClick={() => make.mutate()}>
            {restricted ? say.evidenceOriginalsMake : say.evidenceMake}
          </button>
        )}
      </div>
    </div>
  );
};

/** One signed file that proves the inspection. It is asked for only when somebody wants to see it. */
export const EvidencePanel = (props: Props) => {
  const { report: say } = useWords();
  const { data: settings } = useSettings();
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="card evidence" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{say.evidence}</summary>
      {isOpen && (
        <div className="stack">
          <Pack {...props} restricted={false} />
          {settings?.keepOriginals && settings.mayManage.organization && (
            <section className="stack" aria-labelledby="evidence-originals">
              <h3 id="evidence-originals">{say.evidenceOriginals}</h3>
              <Pack {...props} restricted />
            </section>
          )}
        </div>
      )}
    </details>
  );
};
