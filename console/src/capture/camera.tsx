import { type CSSProperties, useLayoutEffect, useRef, useState } from 'react';
import { fill, useWords } from '../language.tsx';
import { useNotices } from '../shell/notices.tsx';
import './camera.css';
import { Outline } from '../shell/outline.tsx';
import { ChooseFiles } from './choose-files.tsx';
import { Ghost } from './ghost.tsx';
import { useCamera } from './use-camera.ts';
import { Verdict } from './verdict.tsx';
import { useViewName, type ViewProgress, ViewStrip } from './view-strip.tsx';
import type { WantedView } from './views.ts';

/** The next one that is missing, once around; the same again when nothing is. */
const nextAfter = (view: WantedView, progress: ViewProgress[]): WantedView => {
  const at = progress.findIndex((one) => one.view.key === view.key);
  const others = [...progress.slice(at + 1), ...progress.slice(0, at)];
  return (
    (others.find(({ state }) => state === 'wanted') ?? others.find(({ state }) => state === 'retake'))
      ?.view ?? view
  );
};

/** Only of the photos that were taken since the camera is open. */
const Advice = ({ progress, taken }: { progress: ViewProgress[]; taken: ReadonlySet<string> }) => {
  const viewName = useViewName();
  const bad = progress.findLast(
    ({ view, state, photo }) => state === 'retake' && photo && taken.has(view.key),
  );
  if (!bad?.photo) return null;
  return (
    <div className="camera-advice">
      <strong>{viewName(bad.view.key)}</strong>
      <Verdict image={bad.photo} />
    </div>
  );
};

export const Camera = (props: {
  progress: ViewProgress[];
  first: WantedView;
  onTaken: (file: Blob, view: WantedView) => void;
  onClose: () => void;
}) => {
  const { capture: say } = useWords();
  const { tellError } = useNotices();
  const viewName = useViewName();
  const dialog = useRef<HTMLDialogElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const camera = useCamera(video);
  const [view, setView] = useState(props.first);
  const [isGhostShown, setGhostShown] = useState(true);
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  // Closed while it is still on the page: only then the browser gives the focus back.
  useLayoutEffect(() => {
    const shown = dialog.current!;
    shown.showModal();
    return () => shown.close();
  }, []);

  const accept = (file: Blob | null | undefined) => {
    if (!file) return;
    props.onTaken(file, view);
    setTaken(new Set([...taken, view.key]));
    setView(nextAfter(view, props.progress));
  };
  const name = viewName(view.key);
  const at = props.progress.findIndex((one) => one.view.key === view.key);
  const earlier = props.progress[at]?.earlier;
  return (
    <dialog
      ref={dialog}
      className="camera"
      aria-label={say.camera}
      onCancel={(event) => {
        event.preventDefault();
        props.onClose();
      }}
    >
      <div className="camera-top">
        <button type="button" className="button small" onClick={props.onClose}>
          {say.leaveCamera}
        </button>
        <h2 aria-live="polite">
          {name}{' '}
          <span className="camera-place">
            {fill(say.place, { place: at + 1, of: props.progress.length })}
          </span>
        </h2>
        {camera.torch ? (
          <button
            type="button"
            className="button small"
            aria-pressed={camera.torch.isLit}
            onClick={() => camera.torch!.light().catch(tellError)}
          >
            {say.torch}
          </button>
        ) : (
          <span />
        )}
      </div>
      <div className="camera-stage">
        <div className="camera-frame" style={{ '--ratio': camera.ratio } as CSSProperties}>
          <video ref={video} muted playsInline />
          {camera.isReady &&
            (earlier && isGhostShown ? (
              <Ghost key={earlier.id} photo={earlier} view={view} width={1280} />
            ) : (
              <Outline view={view} />
            ))}
        </div>
        {earlier && (
          <button
            type="button"
            className="button small camera-ghost"
            aria-pressed={isGhostShown}
            onClick={() => setGhostShown(!isGhostShown)}
          >
            {say.earlierPhoto}
          </button>
        )}
        {camera.error !== null && (
          <div className="card camera-missing" role="alert">
            <p>{say.noCamera}</p>
            <ChooseFiles
              label={say.chooseInstead}
              className="button primary"
              onFiles={([file]) => accept(file)}
            >
              {say.chooseInstead}
            </ChooseFiles>
          </div>
        )}
        <div role="status">
          <Advice progress={props.progress} taken={taken} />
        </div>
      </div>
      <div className="camera-foot">
        <ViewStrip progress={props.progress} current={view} onTake={setView} />
        <button
          type="button"
          className="shutter"
          aria-label={fill(say.takeOf, { name })}
          disabled={!camera.isReady}
          onClick={() => camera.take().then(accept, tellError)}
        />
      </div>
    </dialog>
  );
};
