import { useState } from 'react';
import { Link, Redirect } from 'wouter';
import { useFormats } from '../formats/formats.ts';
import { fill, useWords } from '../language.tsx';
import { Failed, isMissing, Missing, Waiting } from '../shell/messages.tsx';
import { useNotices } from '../shell/notices.tsx';
import { useMedia } from '../shell/use-media.ts';
import { Camera } from './camera.tsx';
import './capture.css';
import { type Captured, issuesOf, useCaptured, useShots } from './captured.ts';
import { ChooseFiles, DropTarget, sortFiles } from './choose-files.tsx';
import { useEarlier } from './earlier.ts';
import { newKey } from './kept-shots.ts';
import { PhotoList } from './photo-list.tsx';
import { StartAnalysis, startable } from './start-analysis.tsx';
import { progressOf, ViewStrip } from './view-strip.tsx';
import { describe, type WantedView } from './views.ts';

/** A camera is at hand, rather than a desk full of files. */
const HANDHELD = '(pointer: coarse), (max-width: 700px)';

const Closed = ({ id }: { id: string }) => {
  const { capture: say } = useWords();
  return (
    <section className="alone card">
      <h1>{say.closed}</h1>
      <p className="soft">{say.closedWhy}</p>
      <Link href={`/inspection/${id}`} className="button primary">
        {say.toInspection}
      </Link>
    </section>
  );
};

const Capture = ({ id, captured }: { id: string; captured: Captured }) => {
  const { capture: say } = useWords();
  const { tell } = useNotices();
  const { time } = useFormats();
  const { queue, shots } = useShots(id);
  const isHandheld = useMedia(HANDHELD);
  const [cameraAt, setCameraAt] = useState<WantedView | null>(null);
  const { images, views, open } = captured;
  const refused = shots.filter(({ state }) => state === 'refused').length;
  // Where it is gone or somebody else's, the outlines tell what is wanted.
  const { earlier } = useEarlier(captured.earlierId);
  const progress = progressOf(views, { images, shots, earlier: earlier?.images ?? [] });
  const wanted =
    progress.find(({ state }) => state === 'wanted') ?? progress.find(({ state }) => state === 'retake');
  const first = wanted?.view ?? views[0];

  const take = (file: Blob, view: WantedView | null, replaces: string | null = null) => {
    const name = file instanceof File ? file.name : `${view?.key}.jpg`;
    const description = describe(open, view, name);
    queue.add({
      key: newKey(),
      inspectionId: id,
      sightId: view?.sightId ?? null,
      description,
      file,
      replaces,
    });
  };
  /** Of several files for one view the last one would win, so only the first is for it. */
  const takeFiles = (files: File[], view: WantedView | null = null) => {
    const { pictures = [], others = [] } = sortFiles(files);
    for (const [index, picture] of pictures.entries()) take(picture, index === 0 ? view : null);
    if (others.length > 0)
      tell({
        text: fill(say.notPictures, { names: others.map(({ name }) => name).join(', ') }),
        alarm: true,
      });
  };
  return (
    <DropTarget className="stack capture" onFiles={takeFiles}>
      <title>{`${captured.name || say.title} · Walkaround`}</title>
      <header className="capture-head">
        <div>
          <h1>{captured.name || say.title}</h1>
          <Link href={`/inspection/${id}`}>{say.toInspection}</Link>
        </div>
        <StartAnalysis
          id={id}
          open={open}
          photos={images.length}
          onTheWay={shots.length - refused}
          refused={refused}
          toRetake={images.filter((image) => issuesOf(image)?.length).length}
        />
      </header>
      <div className="capture-add card">
        {isHandheld && first ? (
          <button type="button" className="button primary" onClick={() => setCameraAt(first)}>
            {say.openCamera}
          </button>
        ) : (
          <p className="capture-drop">{say.dropHere}</p>
        )}
        <ChooseFiles many label={say.chooseFiles} className="button" onFiles={takeFiles}>
          {say.chooseFiles}
        </ChooseFiles>
        <p className="soft">{say.closeUps}</p>
      </div>
      {first && (
        <section className="stack" aria-labelledby="views-wanted">
          <h2 id="views-wanted">{say.views}</h2>
          {earlier && progress.some((one) => one.earlier) && (
            <p className="soft views-how">
              {fill(say.earlierPhotosHow, { time: time(earlier.inspection.createdAt) })}
            </p>
          )}
          <ViewStrip progress={progress} onTake={isHandheld ? setCameraAt : undefined} onFiles={takeFiles} />
        </section>
      )}
      <PhotoList
        images={images}
        shots={shots}
        views={views}
        queue={queue}
        byCamera={isHandheld ? setCameraAt : undefined}
        onRetaken={take}
      />
      {cameraAt && (
        <Camera progress={progress} first={cameraAt} onTaken={take} onClose={() => setCameraAt(null)} />
      )}
    </DropTarget>
  );
};

export default function CapturePage({ id }: { id: string }) {
  const { captured, error, refetch } = useCaptured(id);
  if (isMissing(error)) return <Missing />;
  // A photo more would take the validation back: that is said, and done on purpose, on the other page.
  if (captured?.isLocked) return <Redirect to={`/inspection/${id}`} replace />;
  if (captured && startable(captured.open).length === 0) return <Closed id={id} />;
  if (captured) return <Capture id={id} captured={captured} />;
  return error ? <Failed error={error} again={refetch} /> : <Waiting />;
}
