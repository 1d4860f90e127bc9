import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient } from '../../client.ts';
import { fill, useWords } from '../../language.tsx';
import { Failed, Waiting } from '../../shell/messages.tsx';
import { PriceEditor } from './price-editor.tsx';
import { PriceVersions } from './price-versions.tsx';

/** `version` null: the one that is in use. */
export const PriceSection = ({ mayChange }: { mayChange: boolean }) => {
  const { settings: say } = useWords();
  const client = useClient();
  const [version, setVersion] = useState<number | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['price-matrix', version ?? 'current'],
    queryFn: async ({ signal }) => {
      const { entities, result } = await client.pricingMatrix.getOne(version ?? undefined, { signal });
      return entities.pricingMatrices[result]!;
    },
    // What is being typed must not be taken away by what somebody else saves.
    refetchOnWindowFocus: false,
  });
  if (error) return <Failed error={error} again={refetch} />;
  return (
    <>
      <p className="soft">{say.pricesHint}</p>
      {data?.isDefault && <p className="card">{say.defaultHint}</p>}
      {version !== null && <p className="card">{fill(say.oldVersion, { version })}</p>}
      <PriceVersions shown={data?.version} onLook={setVersion} />
      {data ? (
        <PriceEditor
          key={data.version}
          given={data}
          isOld={version !== null}
          mayChange={mayChange}
          onSaved={() => setVersion(null)}
        />
      ) : (
        <Waiting />
      )}
    </>
  );
};
