import type { Suspicion } from '@walkaround/sdk';
import { useCorrections } from '../../correcting/use-corrections.ts';
import { useFormats } from '../../formats/formats.ts';
import { fill, nameIn, useCounted, useNames, useWords } from '../../language.tsx';
import { Crop } from '../../shell/crop.tsx';
import type { Findings } from '../findings.ts';
import { ItemNumber } from '../review/decision.tsx';
import { useReview } from '../review/review.tsx';
import { useInSight } from '../review/use-in-sight.ts';
import type { Selecting } from '../use-selection.ts';
import './suspicions.css';

type ListProps = { findings: Findings; selecting: Selecting; mayChange: boolean };

const CROP: [number, number] = [128, 96];

export const useSuspicionName = () => {
  const names = useNames();
  return ({ damageType, partType }: Suspicion) =>
    `${nameIn(names.damages, damageType)}, ${nameIn(names.parts, partType ?? 'ignore')}`;
};

const SuspicionItem = ({
  suspicion,
  findings,
  selecting,
  mayChange,
}: ListProps & { suspicion: Suspicion }) => {
  const { inspection: say, correcting } = useWords();
  const counted = useCounted();
  const { percent } = useFormats();
  const name = useSuspicionName()(suspicion);
  const { make, decideSuspicion } = useCorrections(findings);
  const { views, score, state } = suspicion;
  const image = findings.images.find(({ id }) => id === views[0]?.imageId);
  const photos = new Set(views.map(({ imageId }) => imageId)).size;
  const { confirm, dismiss } = useReview();
  const isSelected = selecting.suspicion === suspicion.id;
  const item = useInSight<HTMLLIElement>(isSelected);
  const reopen = () =>
    make(correcting.suspicionReopened, [decideSuspicion(suspicion.id, 'dismissed', 'open')]);
  const button = (label: string, act: (() => void) | null) => (
    <button type="button" className="button small" aria-label={`${label}: ${name}`} onClick={() => act?.()}>
      {label}
    </button>
  );
  return (
    <li ref={item} className={isSelected ? 'suspicion selected' : 'suspicion'}>
      {image && (
        <button
          type="button"
          className="picture-button"
          aria-label={`${say.showPhoto}: ${name}`}
          onClick={() => selecting.selectSuspicion(suspicion.id)}
        >
          <Crop
            photo={image}
            box={views[0]!.boundingBox}
            outline={{ ...views[0]!, isUnsure: true }}
            label={name}
            size={CROP}
          />
        </button>
      )}
      <div>
        <h3>
          {state === 'open' && <ItemNumber id={suspicion.id} />}
          {name}
        </h3>
        <p className="soft facts">
          {fill(say.certainty, { percent: percent(score) })} · {counted(say.photoCount, photos)}
        </p>
        {mayChange && (
          <div className="suspicion-moves">
            {state === 'dismissed' ? (
              button(say.checkAgain, reopen)
            ) : (
              <>
                {button(say.confirmDamage, confirm && (() => confirm(suspicion.id)))}
                {button(say.noDamage, dismiss && (() => dismiss(suspicion.id)))}
              </>
            )}
          </div>
        )}
      </div>
    </li>
  );
};

/** What the models are not sure of, apart from the damages: a person says which of it is one. */
export const Suspicions = (props: ListProps) => {
  const { inspection: say } = useWords();
  const { suspicions } = props.findings;
  const dismissed = suspicions.filter(({ state }) => state === 'dismissed');
  const open = suspicions.filter(({ state }) => state === 'open');
  if (open.length + dismissed.length === 0) return null;
  const list = (shown: Suspicion[]) => (
    <ul className="suspicion-list">
      {shown.map((suspicion) => (
        <SuspicionItem key={suspicion.id} suspicion={suspicion} {...props} />
      ))}
    </ul>
  );
  return (
    <section className="card" aria-labelledby="suspicions">
      <h2 id="suspicions">{say.pleaseCheck}</h2>
      <p className="soft facts">{say.pleaseCheckWhy}</p>
      {list(open)}
      {dismissed.length > 0 && (
        <details>
          <summary>{fill(say.dismissedSuspicions, { count: dismissed.length })}</summary>
          {list(dismissed)}
        </details>
      )}
    </section>
  );
};
