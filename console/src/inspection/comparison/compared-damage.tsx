import type { Comparison } from '@walkaround/sdk';
import { useState } from 'react';
import { useFormats } from '../../formats/formats.ts';
import { fill, useNames, useWords } from '../../language.tsx';
import { Crop } from '../../shell/crop.tsx';
import { type Compared, nameOf, SIGNS, typesIn } from './changes.ts';
import { Decision } from './decision.tsx';

type Side = Compared['before'];

const SIZE: [number, number] = [560, 380];

const wholePhoto = ({ imageWidth: width, imageHeight: height }: Side['views'][number]) => ({
  xmin: 0,
  ymin: 0,
  width,
  height,
});

/** What one inspection shows of the place. */
const Shown = ({ side, title }: { side: Side; title: string }) => {
  const { inspection: say } = useWords();
  const names = useNames();
  const [at, setAt] = useState(0);
  const view = side.views[at];
  const label = `${title}: ${side.damageId === null ? say.notFoundHere : typesIn(names, side)}`;
  const outline = view?.boundingBox ? { boundingBox: view.boundingBox, polygons: view.polygons } : null;
  const count = side.views.length;
  const shown = fill(say.viewOf, { number: at + 1, count });
  return (
    <figure>
      {view ? (
        <Crop
          photo={view}
          box={view.expectedAt ?? view.boundingBox ?? wholePhoto(view)}
          outline={side.damageId === null ? null : outline}
          expected={view.expectedAt}
          label={label}
          size={SIZE}
          room={side.damageId === null && !view.expectedAt ? 0.1 : 1}
        />
      ) : (
        <p className="no-crop">{say.noPhotoOfPart}</p>
      )}
      <figcaption>
        <span>{label}</span>
        {count > 1 && (
          <button
            type="button"
            className="button small"
            aria-label={`${shown}, ${say.nextPhoto}: ${title}`}
            onClick={() => setAt((at + 1) % count)}
          >
            {shown}
          </button>
        )}
      </figcaption>
    </figure>
  );
};

/** One damage, before and after side by side. */
export const ComparedDamage = (props: { compared: Compared; comparison: Comparison; mayDecide: boolean }) => {
  const { compared, comparison } = props;
  const { inspection: say } = useWords();
  const names = useNames();
  const formats = useFormats();
  const when = (which: 'before' | 'after') => formats.time(comparison[which].createdAt);
  return (
    <li className="card compared">
      <div className="row">
        <h2>{nameOf(names, compared)}</h2>
        <span className={`badge change-${compared.status}`}>
          <span aria-hidden="true">{SIGNS[compared.status]}</span> {say[`change_${compared.status}`]}
        </span>
      </div>
      <Decision {...props} />
      <div className="sides">
        <Shown side={compared.before} title={fill(say.before, { time: when('before') })} />
        <Shown side={compared.after} title={fill(say.after, { time: when('after') })} />
      </div>
    </li>
  );
};
