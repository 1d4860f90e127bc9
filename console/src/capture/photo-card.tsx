import type { Image } from '@walkaround/sdk';
import type { ReactNode } from 'react';
import { useFormats } from '../formats/formats.ts';
import { fill, useWords } from '../language.tsx';
import { useMessageOf } from '../shell/messages.tsx';
import { thumbnail } from '../shell/pictures.ts';
import { ChooseFiles } from './choose-files.tsx';
import type { Shot } from './shot-order.ts';
import { Verdict } from './verdict.tsx';

const Card = (props: { name: string; picture: string; children: ReactNode }) => (
  <li className="photo-card" aria-label={props.name}>
    <img src={props.picture} alt="" loading="lazy" decoding="async" />
    <div className="photo-said">
      <strong className="photo-name">{props.name}</strong>
      {props.children}
    </div>
  </li>
);

/** Taken again: by the camera where there is one to hold, else from a file. */
const Retake = (props: { name: string; byCamera?: () => void; byFile: (file: File) => void }) => {
  const { capture: say } = useWords();
  const label = fill(say.retakeOf, { name: props.name });
  if (!props.byCamera)
    return (
      <ChooseFiles label={label} className="button small" onFiles={([file]) => file && props.byFile(file)}>
        {say.retake}
      </ChooseFiles>
    );
  return (
    <button type="button" className="button small" aria-label={label} onClick={props.byCamera}>
      {say.retake}
    </button>
  );
};

export const PhotoCard = (props: {
  image: Image;
  name: string;
  /** While another one is on its way to take its place. */
  isReplaced: boolean;
  byCamera?: () => void;
  byFile: (file: File) => void;
  onDelete: () => void;
}) => {
  const { capture: say, shell } = useWords();
  const { image, name } = props;
  return (
    <Card name={name} picture={thumbnail(image.path, 320)}>
      {props.isReplaced ? <p className="badge">{say.beingReplaced}</p> : <Verdict image={image} />}
      <div className="row">
        <Retake {...props} />
        <button
          type="button"
          className="button small quiet"
          aria-label={fill(say.deleteOf, { name })}
          onClick={props.onDelete}
        >
          {shell.delete}
        </button>
      </div>
    </Card>
  );
};

/** A photo on its way. */
export const ShotCard = (props: { shot: Shot; name: string; tryAgain: () => void; onDelete: () => void }) => {
  const { capture: say, shell } = useWords();
  const { percent } = useFormats();
  const messageOf = useMessageOf();
  const { shot, name } = props;
  const isTooLarge = shot.state === 'refused' && shot.problem === null;
  const isMoving = shot.state === 'sending' || shot.state === 'checking';
  return (
    <Card name={name} picture={shot.picture}>
      {shot.state === 'refused' ? (
        <p className="alarm">{shot.problem ? messageOf(shot.problem) : say.tooLarge}</p>
      ) : (
        <p className="soft photo-progress">
          {say[shot.state]} {shot.state === 'sending' && percent(shot.sent)}
          <progress value={shot.state === 'checking' ? undefined : shot.sent} aria-label={name} />
        </p>
      )}
      {!isMoving && (
        <div className="row">
          {shot.state !== 'waiting' && !isTooLarge && (
            <button type="button" className="button small" onClick={props.tryAgain}>
              {shell.tryAgain}
            </button>
          )}
          <button
            type="button"
            className="button small quiet"
            aria-label={fill(say.deleteOf, { name })}
            onClick={props.onDelete}
          >
            {shell.delete}
          </button>
        </div>
      )}
    </Card>
  );
};
