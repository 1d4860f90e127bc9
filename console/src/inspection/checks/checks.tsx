import type { Check } from '@walkaround/sdk';
import { fill, nameIn, useNames, useWords } from '../../language.tsx';
import { thumbnail } from '../../shell/pictures.ts';
import { useCheckSentence } from '../../shell/use-check-sentence.ts';
import type { Findings } from '../findings.ts';
import './checks.css';

type Shown = { findings: Findings; onShow(image: string): void };

const Thumbnails = ({ ids, findings, onShow }: Shown & { ids: readonly string[] }) => {
  const { inspection: say } = useWords();
  const photos = findings.images
    .map((image, index) => ({ image, number: index + 1 }))
    .filter(({ image }) => ids.includes(image.id));
  return (
    <ul className="check-photos">
      {photos.map(({ image, number }) => (
        <li key={image.id}>
          <button
            type="button"
            className="picture-button"
            aria-label={`${say.showPhoto}: ${image.name ?? number}`}
            onClick={() => onShow(image.id)}
          >
            <img src={thumbnail(image.path, 160)} alt="" loading="lazy" width="96" height="72" />
          </button>
        </li>
      ))}
    </ul>
  );
};

/** Photos of several vehicles in one inspection: vehicle by vehicle, with what was found on each. */
const Vehicles = ({ groups, findings, onShow }: Shown & Pick<Check, 'groups'>) => {
  const { checks, damages, parts } = useNames();
  return groups.map(({ imageIds, damageIds }, index) => (
    <div key={imageIds[0]}>
      <h4>{fill(checks.vehicle, { n: index + 1 })}</h4>
      <Thumbnails ids={imageIds} findings={findings} onShow={onShow} />
      <p className="soft facts">
        {findings.damages
          .filter(({ damage }) => damageIds.includes(damage.id))
          .map(({ damage }) => `${nameIn(damages, damage.damageType)}, ${nameIn(parts, damage.partType)}`)
          .join(' · ')}
      </p>
    </div>
  ));
};

/** What a person should look at, of the photos as a whole. */
export const Checks = ({ findings, onShow }: Shown) => {
  const { checks: say } = useNames();
  const sentence = useCheckSentence();
  const { checks } = findings.inspection;
  if (checks.length === 0) return null;
  return (
    <section className="card" aria-labelledby="checks">
      <h2 id="checks">{say.title}</h2>
      <p className="soft facts">{say.hint}</p>
      <ul className="check-list">
        {checks.map((check) => (
          <li key={`${check.kind} ${check.reason.code} ${check.imageIds[0]}`}>
            <h3>{say.kinds[check.kind]}</h3>
            <p>{sentence(check.reason)}</p>
            {check.groups.length > 0 ? (
              <Vehicles groups={check.groups} findings={findings} onShow={onShow} />
            ) : (
              <Thumbnails ids={check.imageIds} findings={findings} onShow={onShow} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
};
