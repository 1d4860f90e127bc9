import type { Image } from '@walkaround/sdk';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useWords } from '../../language.tsx';
import { thumbnail } from '../../shell/pictures.ts';
import { type Tool, useGestures } from './use-gestures.ts';
import type { Zooming } from './use-zoom.ts';

/** Enough for the whole picture on a large screen; the photo itself is fetched by whoever zooms in. */
const WHOLE_WIDTH = 1280;
const NEEDS_ORIGINAL = 1.3;

type StageProps = {
  image: Image;
  label: string;
  zooming: Zooming;
  tool?: Tool | null;
  /** Draws while the shift key is held. */
  quickTool?: Tool | null;
  children?: ReactNode;
  onPick?: (target: Element) => void;
};

/** A photo with something drawn over it, in the photo's own pixels. */
export const PhotoStage = (props: StageProps) => {
  const { image, label, zooming, tool = null, quickTool = null, children, onPick } = props;
  const svg = useRef<SVGSVGElement>(null);
  const { handlers, wasMoved } = useGestures(svg, zooming, tool, quickTool);
  const { inspection: say, shell } = useWords();
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    const again = () => setMissing(false);
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, []);
  const { imageWidth: width, imageHeight: height } = image;
  const look = tool ? 'drawing' : zooming.scale > 1 ? 'movable' : 'still';
  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: what can be clicked is also in the table and the drawing. */}
      <svg
        ref={svg}
        className={`stage ${look}`}
        viewBox={zooming.viewBox}
        role="img"
        aria-label={label}
        {...handlers}
        onClick={({ target }) => !tool && !wasMoved() && onPick?.(target as Element)}
      >
        {!isMissing && (
          <image
            href={thumbnail(image.path, WHOLE_WIDTH)}
            width={width}
            height={height}
            onError={() => setMissing(true)}
          />
        )}
        {zooming.scale > NEEDS_ORIGINAL && !isMissing && (
          <image href={image.path} width={width} height={height} />
        )}
        {children}
      </svg>
      {isMissing && (
        <div className="stage-missing" role="status">
          <p>{say.photoMissing}</p>
          <button type="button" className="button" onClick={() => setMissing(false)}>
            {shell.tryAgain}
          </button>
        </div>
      )}
    </>
  );
};
