import { type RefObject, useEffect, useState } from 'react';
import { useWords } from '../../language.tsx';
import type { Zooming } from './use-zoom.ts';

type ToolsProps = {
  zooming: Zooming;
  zoomStep: number;
  /** null: there is only one photo. */
  step: ((by: number) => void) | null;
  fullSize: () => void;
  frame: RefObject<HTMLDivElement | null>;
};

/** Lines in a square of 24. */
const SIGNS = {
  left: 'M15 5l-7 7 7 7',
  right: 'M9 5l7 7-7 7',
  less: 'M5 12h14',
  more: 'M5 12h14M12 5v14',
  whole: 'M4 6h16v12H4zM8 10h8v4H8z',
  full: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
};

const useFullScreen = (frame: RefObject<HTMLDivElement | null>) => {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const look = () => setFull(document.fullscreenElement === frame.current);
    document.addEventListener('fullscreenchange', look);
    return () => document.removeEventListener('fullscreenchange', look);
  }, [frame]);
  // A refusal leaves everything as it is.
  const toggle = () =>
    (isFull ? document.exitFullscreen() : frame.current!.requestFullscreen()).catch(() => {});
  return { isFull, toggle };
};

export const ViewerTools = ({ zooming, zoomStep, step, fullSize, frame }: ToolsProps) => {
  const { inspection: say } = useWords();
  const { isFull, toggle } = useFullScreen(frame);
  const tool = (label: string, sign: keyof typeof SIGNS, act: () => void, off = false) => (
    <button type="button" className="tool" aria-label={label} title={label} disabled={off} onClick={act}>
      <svg viewBox="0 0 24 24" width={20} height={20} aria-hidden="true">
        <path d={SIGNS[sign]} />
      </svg>
    </button>
  );
  return (
    <>
      {step && (
        <>
          <div className="viewer-side left">{tool(say.previousPhoto, 'left', () => step(-1))}</div>
          <div className="viewer-side right">{tool(say.nextPhoto, 'right', () => step(1))}</div>
        </>
      )}
      <div className="viewer-tools">
        {tool(say.zoomOut, 'less', () => zooming.by(1 / zoomStep), zooming.scale === 1)}
        {tool(say.zoomIn, 'more', () => zooming.by(zoomStep))}
        {tool(say.wholePhoto, 'whole', zooming.reset, zooming.scale === 1)}
        <button
          type="button"
          className="tool"
          aria-label={`1:1 ${say.fullSize}`}
          title={say.fullSize}
          onClick={fullSize}
        >
          1:1
        </button>
        {document.fullscreenEnabled && tool(isFull ? say.leaveFullScreen : say.fullScreen, 'full', toggle)}
      </div>
    </>
  );
};
