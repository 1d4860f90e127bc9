import type { SharedInspection } from '@walkaround/sdk';
import { useEffect } from 'react';
import { isFlat } from '../../../vocabulary/wheels.ts';
import { fill, nameIn, useNames, useWords } from '../language.tsx';
import { Dialog } from '../shell/dialog.tsx';
import { boxPath, outlinePath, thumbnail } from '../shell/pictures.ts';

type Image = SharedInspection['images'][number];

/** A photo, and the damage that is looked at on it. */
export type Place = { image: string; damage: string | null };

const usePhotoName = () => {
  const { report: say } = useWords();
  const names = useNames();
  return (image: Image, number: number) => {
    const name = image.viewpoint === null ? '' : nameIn(names.viewpoints, image.viewpoint).toLowerCase();
    return fill(say.photo, { number, name }).trim();
  };
};

export const SharedPhotos = (props: { shared: SharedInspection; onOpen(place: Place): void }) => {
  const { report: say } = useWords();
  const nameOf = usePhotoName();
  const { images } = props.shared;
  return (
    <section className="stack" aria-labelledby="shared-photos">
      <h2 id="shared-photos">{say.photos}</h2>
      {images.length === 0 && <p className="soft">{say.noPhotos}</p>}
      <ul className="shared-grid photos">
        {images.map((image, index) => (
          <li key={image.id}>
            <button
              type="button"
              className="shared-photo"
              onClick={() => props.onOpen({ image: image.id, damage: null })}
            >
              <img src={thumbnail(image.path, 640)} alt={nameOf(image, index + 1)} loading="lazy" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
};

/** The photo as large as the page, with the outlines of its damages and its flat tires. */
export const PhotoDialog = (props: {
  shared: SharedInspection;
  place: Place;
  onMove(place: Place | null): void;
}) => {
  const { report: say } = useWords();
  const names = useNames();
  const nameOf = usePhotoName();
  const { images, damages, wheels } = props.shared;
  const at = images.findIndex(({ id }) => id === props.place.image);
  const image = images[at];
  const go = (step: number) => {
    const next = images[at + step];
    if (next) props.onMove({ image: next.id, damage: null });
  };
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'ArrowLeft') go(-1);
      if (key === 'ArrowRight') go(1);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  });
  if (!image) return null;
  const views = damages.flatMap(({ id, level, views: own }) =>
    own.filter(({ imageId }) => imageId === image.id).map((view) => ({ id, level, view })),
  );
  const flat = wheels.filter(({ imageId, tyre }) => imageId === image.id && isFlat(tyre));
  return (
    <Dialog
      title={fill(say.photoPlace, { number: at + 1, count: images.length })}
      onClose={() => props.onMove(null)}
    >
      <div className="shared-large">
        <svg
          viewBox={`0 0 ${image.imageWidth} ${image.imageHeight}`}
          role="img"
          aria-label={nameOf(image, at + 1)}
        >
          <image href={thumbnail(image.path, 1920)} width={image.imageWidth} height={image.imageHeight} />
          {flat.map(
            ({ id, boundingBox }) =>
              boundingBox && <path key={id} className="outline" d={boxPath(boundingBox)} />,
          )}
          {views.map(({ id, level, view }, index) => (
            <path
              // biome-ignore lint/suspicious/noArrayIndexKey: a damage may be outlined twice on a photo, and nothing moves.
              key={`${id} ${index}`}
              className={`outline level-${level}${id === props.place.damage ? ' selected' : ''}`}
              d={outlinePath(view)}
            />
          ))}
        </svg>
        {flat.length > 0 && <p>{names.vehicle_state.flat_tire}</p>}
        <div className="row">
          <button type="button" className="button" disabled={at === 0} onClick={() => go(-1)}>
            ← <span className="visually-hidden">{say.previous}</span>
          </button>
          <button type="button" className="button" disabled={at === images.length - 1} onClick={() => go(1)}>
            <span className="visually-hidden">{say.next}</span> →
          </button>
        </div>
      </div>
    </Dialog>
  );
};
