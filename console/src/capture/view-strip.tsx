import type { Image } from '@walkaround/sdk';
import { useEffect, useRef } from 'react';
import { nameIn, useNames, useWords } from '../language.tsx';
import { Outline } from '../shell/outline.tsx';
import { thumbnail } from '../shell/pictures.ts';
import { issuesOf, photoOf } from './captured.ts';
import { ChooseFiles, DropTarget } from './choose-files.tsx';
import { Ghost } from './ghost.tsx';
import type { Shot } from './shot-order.ts';
import type { WantedView } from './views.ts';

type ViewState = 'wanted' | 'sending' | 'checking' | 'done' | 'retake';

export type ViewProgress = {
  view: WantedView;
  state: ViewState;
  picture: string | null;
  photo?: Image;
  /** The same view in the inspection that this one is compared with. */
  earlier?: Image;
};

const WORDS = {
  wanted: 'viewWanted',
  sending: 'viewSending',
  checking: 'viewChecking',
  done: 'viewDone',
  retake: 'viewRetake',
} as const;

const MARKS: Record<ViewState, string> = { wanted: '', sending: '↑', checking: '…', done: '✓', retake: '↻' };

/** How far each view is. */
export const progressOf = (
  views: WantedView[],
  { images, shots, earlier }: { images: Image[]; shots: Shot[]; earlier: Image[] },
): ViewProgress[] =>
  views.map((view) => ({ ...stateOf(view, images, shots), earlier: photoOf(view, earlier) }));

const stateOf = (view: WantedView, images: Image[], shots: Shot[]): ViewProgress => {
  const shot = shots.findLast(({ sightId }) => sightId === view.sightId);
  if (shot && shot.state !== 'refused') return { view, state: 'sending', picture: shot.picture };
  const photo = photoOf(view, images);
  if (!photo) return { view, state: shot ? 'retake' : 'wanted', picture: null };
  const issues = issuesOf(photo);
  const state = issues === null ? 'checking' : issues.length === 0 ? 'done' : 'retake';
  return { view, state, photo, picture: thumbnail(photo.path, 320) };
};

export const useViewName = () => {
  const { viewpoints, parts, document_types } = useNames();
  return (key: string) =>
    nameIn({ ...parts, ...viewpoints, odometer: document_types.ODOMETER, vin: document_types.VIN }, key);
};

const Picture = ({ view, picture, state, earlier }: ViewProgress) => (
  <span className={`view-picture ${state}`}>
    {picture && <img src={picture} alt="" />}
    {!picture && (earlier ? <Ghost photo={earlier} view={view} width={320} /> : <Outline view={view} />)}
    {MARKS[state] && <span className="view-mark">{MARKS[state]}</span>}
  </span>
);

/** What is wanted, what is done and what is to be taken again. */
export const ViewStrip = (props: {
  progress: ViewProgress[];
  current?: WantedView;
  onTake?: (view: WantedView) => void;
  onFiles?: (files: File[], view: WantedView) => void;
}) => {
  const { capture: say } = useWords();
  const viewName = useViewName();
  const strip = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view, another place in the strip.
  useEffect(() => {
    strip.current!.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [props.current?.key]);
  return (
    <ul className="view-strip" ref={strip}>
      {props.progress.map((one) => {
        const { view, state } = one;
        const name = viewName(view.key);
        const label = `${name}: ${say[WORDS[state]]}`;
        const shown = (
          <>
            <Picture {...one} />
            <span className="view-name">{name}</span>
          </>
        );
        const { onTake, onFiles } = props;
        return (
          <li key={view.key}>
            {onFiles && !onTake ? (
              <DropTarget className="view-drop" onFiles={(files) => onFiles(files, view)}>
                <ChooseFiles label={label} className="view-tile" onFiles={(files) => onFiles(files, view)}>
                  {shown}
                </ChooseFiles>
              </DropTarget>
            ) : (
              <button
                type="button"
                className="view-tile"
                aria-label={label}
                aria-current={props.current?.key === view.key || undefined}
                onClick={() => onTake?.(view)}
              >
                {shown}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
};
