import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef } from 'react';
import { fill, useWords } from '../../language.tsx';
import type { Findings } from '../findings.ts';
import type { Selecting } from '../use-selection.ts';
import { type Filter, Outlines } from './outlines.tsx';
import { PhotoStage } from './photo-stage.tsx';
import type { Tool } from './use-gestures.ts';
import { useSize } from './use-size.ts';
import { useZoom } from './use-zoom.ts';
import { ViewerTools } from './viewer-tools.tsx';

const STEP = 1.4;
/** How far an arrow key moves, as a share of what is seen. */
const MOVE = 0.15;

type ViewerProps = {
  findings: Findings;
  selecting: Selecting;
  filter: Filter;
  /** Somebody draws: the tool, and what was drawn so far. */
  drawing?: { tool: Tool; drawn: ReactNode } | null;
  /** Somebody who may change something can draw at once, with the shift key held. */
  quickTool?: Tool | null;
};

/** One photo, as near as one likes, with what was found on it. */
export const PhotoViewer = ({ findings, selecting, filter, drawing = null, quickTool }: ViewerProps) => {
  const { inspection: say } = useWords();
  const frame = useRef<HTMLDivElement>(null);
  const { images } = findings;
  const at = images.findIndex(({ id }) => id === selecting.image);
  const image = images[at]!;
  const size = { width: image.imageWidth, height: image.imageHeight };
  const focus =
    findings.views.find(({ id, imageId }) => id === selecting.focus && imageId === image.id) ??
    findings.suspicions
      .find(({ id }) => id === selecting.focus)
      ?.views.find(({ imageId }) => imageId === image.id);
  const zooming = useZoom(`${image.id} ${focus && selecting.focus}`, size, focus?.boundingBox ?? null);

  // All of what the zoom shows fits into the frame: the side that is shorter for it has room beside.
  const shownSize = useSize(frame);
  const seen = useMemo(() => {
    const [x, y, width, height] = zooming.viewBox.split(' ').map(Number) as [number, number, number, number];
    const unit = shownSize && Math.max(width / shownSize.width, height / shownSize.height);
    return unit && Number.isFinite(unit) ? { x, y, width, height, unit } : null;
  }, [zooming.viewBox, shownSize]);

  // Whoever chooses something further down the page wants to see it.
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what is chosen.
  useEffect(() => {
    if (!isFirst.current) frame.current!.scrollIntoView({ block: 'nearest' });
    isFirst.current = false;
  }, [image.id, selecting.part, selecting.damage, selecting.suspicion, selecting.focus]);

  const step = (by: number) => selecting.selectImage(images.at((at + by) % images.length)!.id);
  const fullSize = () => {
    const shown = Math.min(
      frame.current!.clientWidth / size.width,
      frame.current!.clientHeight / size.height,
    );
    zooming.to(1 / (shown * devicePixelRatio));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const [dx, dy] = [(size.width / zooming.scale) * MOVE, (size.height / zooming.scale) * MOVE];
    const moves: Record<string, () => void> = event.shiftKey
      ? {
          ArrowLeft: () => zooming.move(-dx, 0),
          ArrowRight: () => zooming.move(dx, 0),
          ArrowUp: () => zooming.move(0, -dy),
          ArrowDown: () => zooming.move(0, dy),
        }
      : { ArrowLeft: () => step(-1), ArrowRight: () => step(1) };
    const zooms: Record<string, () => void> = {
      '+': () => zooming.by(STEP),
      '=': () => zooming.by(STEP),
      '-': () => zooming.by(1 / STEP),
      '0': zooming.reset,
      '1': fullSize,
    };
    const act = moves[event.key] ?? zooms[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  };
  const onPick = (target: Element) => {
    const { damage, suspicion, part } = (target as SVGElement).dataset;
    if (damage) selecting.selectDamage(damage, { inPlace: true });
    else if (suspicion) selecting.selectSuspicion(suspicion, { inPlace: true });
    else if (!part) selecting.clear();
  };
  const label = fill(say.photoOf, { number: at + 1, count: images.length, name: image.name ?? '' });
  return (
    // biome-ignore lint/a11y/useSemanticElements: no element stands for a picture that is moved by keys.
    <div
      className="viewer-frame"
      ref={frame}
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys need somewhere to go.
      tabIndex={0}
      aria-label={label}
      aria-keyshortcuts="ArrowLeft ArrowRight + - 0 1"
      onKeyDown={onKeyDown}
    >
      <PhotoStage
        key={image.id}
        image={image}
        label={label}
        zooming={zooming}
        tool={drawing?.tool}
        quickTool={quickTool}
        onPick={onPick}
      >
        <Outlines findings={findings} image={image} filter={filter} selected={selecting} seen={seen} />
        {drawing?.drawn}
      </PhotoStage>
      <ViewerTools
        zooming={zooming}
        step={images.length > 1 ? step : null}
        fullSize={fullSize}
        zoomStep={STEP}
        frame={frame}
      />
      <p className="viewer-place" aria-live="polite">
        {at + 1} / {images.length}
      </p>
    </div>
  );
};
