import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../client.ts';
import { useFormats } from '../../formats/formats.ts';
import { fill, useWords } from '../../language.tsx';
import { Failed } from '../../shell/messages.tsx';
import { useMember } from '../use-member.ts';

export const PriceVersions = (props: { shown?: number; onLook(version: number | null): void }) => {
  const { settings: say } = useWords();
  const client = useClient();
  const formats = useFormats();
  const who = useMember();
  const { data, error, refetch } = useQuery({
    queryKey: ['price-matrix', 'versions'],
    queryFn: async ({ signal }) => {
      const { result, entities } = await client.pricingMatrix.getMany({ signal });
      return result.map((id) => entities.pricingMatrices[id]!);
    },
  });
  if (error) return <Failed error={error} again={refetch} />;
  const nameOf = (version: number) => (version === 0 ? say.defaultVersion : fill(say.version, { version }));
  return (
    <details className="card">
      <summary>
        {say.versions}
        {props.shown !== undefined && <span className="soft">: {nameOf(props.shown)}</span>}
      </summary>
      <ul className="price-versions">
        {data?.map(({ version, createdAt, createdBy, currency }, index) => (
          <li key={version} className="row">
            <strong>{nameOf(version)}</strong>
            <span className="soft">
              {[currency, createdBy && who(createdBy), createdAt && formats.time(createdAt)]
                .filter(Boolean)
                .join(' · ')}
            </span>
            {index === 0 && <span className="badge good">{say.inUse}</span>}
            {version !== props.shown && (
              <button
                type="button"
                className="button small"
                aria-label={`${say.look}: ${nameOf(version)}`}
                onClick={() => props.onLook(index === 0 ? null : version)}
              >
                {say.look}
              </button>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
};
