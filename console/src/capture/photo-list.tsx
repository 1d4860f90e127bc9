import type { Image } from '@walkaround/sdk';
import { useRef, useState } from 'react';
import { fill, useWords } from '../language.tsx';
import { Dialog } from '../shell/dialog.tsx';
import { useNotices } from '../shell/notices.tsx';
import { useMedia } from '../shell/use-media.ts';
import { issuesOf } from './captured.ts';
import { PhotoCard, ShotCard } from './photo-card.tsx';
import type { Shot } from './shot-order.ts';
import type { ShotQueue } from './shot-queue.ts';
import { useViewName } from './view-strip.tsx';
import type { WantedView } from './views.ts';

/** On a phone: more of them are shown on request, so that the page has an end. */
const SHOWN_ON_PHONE = 6;

type Props = {
  images: Image[];
  shots: Shot[];
  views: WantedView[];
  queue: ShotQueue;
  byCamera?: (view: WantedView) => void;
  onRetaken: (file: File, view: WantedView | null, replaces: string) => void;
};

export const PhotoList = ({ images, shots, views, queue, byCamera, onRetaken }: Props) => {
  const { capture: say, shell } = useWords();
  const { tellError } = useNotices();
  const viewName = useViewName();
  const title = useRef<HTMLHeadingElement>(null);
  const [deleting, setDeleting] = useState<Image | null>(null);
  const isPhone = useMedia('(max-width: 700px)');
  const [areAllShown, setAllShown] = useState(false);
  if (images.length + shots.length === 0) return null;

  const underWay = shots.filter(({ state }) => state !== 'refused');
  const refused = shots.filter(({ state }) => state === 'refused');
  const viewOf = (sightId: string | null) => views.find((view) => view.sightId === sightId) ?? null;
  const nameOf = (view: WantedView | null, name: string | null | undefined) =>
    view ? viewName(view.key) : name || say.photo;
  const isReplaced = ({ id, sightId }: Image) =>
    underWay.some((shot) => shot.replaces === id || (sightId !== null && shot.sightId === sightId));
  // What is to be taken again is always in sight.
  const newest = images.toReversed();
  const shown =
    isPhone && !areAllShown
      ? newest.filter((image, index) => index < SHOWN_ON_PHONE || (issuesOf(image)?.length ?? 0) > 0)
      : newest;
  const remove = ({ id, inspectionId }: Image) => {
    setDeleting(null);
    // Its card goes, and with it the place of the keyboard.
    const goOn = () => (title.current ?? document.getElementById('content'))?.focus();
    queue.deleteImage(inspectionId, id).then(goOn, tellError);
  };
  return (
    <section className="stack" aria-labelledby="photos-taken">
      <h2 id="photos-taken" ref={title} tabIndex={-1}>
        {say.photos} <span className="soft">{images.length + underWay.length}</span>
      </h2>
      {refused.length > 0 && (
        <div className="alarm row">
          <span>{fill(say.refusedCount, { count: refused.length })}</span>
          <button
            type="button"
            className="button small"
            onClick={() => {
              for (const { key } of refused) queue.remove(key);
              title.current?.focus();
            }}
          >
            {say.removeRefused}
          </button>
        </div>
      )}
      <ul className="photo-list">
        {shots.toReversed().map((shot) => (
          <ShotCard
            key={shot.key}
            shot={shot}
            name={nameOf(viewOf(shot.sightId), shot.description.name)}
            tryAgain={() => queue.tryAgain(shot)}
            onDelete={() => queue.remove(shot.key)}
          />
        ))}
        {shown.map((image) => {
          const view = viewOf(image.sightId);
          return (
            <PhotoCard
              key={image.id}
              image={image}
              name={nameOf(view, image.name)}
              isReplaced={isReplaced(image)}
              byCamera={view && byCamera ? () => byCamera(view) : undefined}
              byFile={(file) => onRetaken(file, view, image.id)}
              onDelete={() => setDeleting(image)}
            />
          );
        })}
      </ul>
      {shown.length < images.length && (
        <button type="button" className="button wide" onClick={() => setAllShown(true)}>
          {fill(say.showAllPhotos, { count: images.length })}
        </button>
      )}
      {deleting && (
        <Dialog title={say.deleteTitle} onClose={() => setDeleting(null)}>
          <p>{say.deleteText}</p>
          <div className="row">
            <button type="button" className="button danger" onClick={() => remove(deleting)}>
              {shell.delete}
            </button>
            <button type="button" className="button" onClick={() => setDeleting(null)}>
              {shell.cancel}
            </button>
          </div>
        </Dialog>
      )}
    </section>
  );
};
