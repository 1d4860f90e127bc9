import type { Box } from '@walkaround/sdk';
import { useMemo, useState } from 'react';

export type Size = { width: number; height: number };
export type Point = { x: number; y: number };

/** What of a picture is seen: 1 is all of it; `x` and `y` are what is in the middle, in its pixels. */
type Zoom = Point & { scale: number };

const LARGEST = 16;
/** Room around something that is zoomed to, as a share of it. */
const AROUND = 1.2;

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

const within = ({ width, height }: Size, { scale, x, y }: Zoom): Zoom => {
  const safe = clamp(scale, 1, LARGEST);
  const [halfWidth, halfHeight] = [width / safe / 2, height / safe / 2];
  return {
    scale: safe,
    x: clamp(x, halfWidth, width - halfWidth),
    y: clamp(y, halfHeight, height - halfHeight),
  };
};

export type Zooming = ReturnType<typeof useZoom>;

/** `shown` names what is looked at: with another one the zoom begins anew, around `first` where there is one. */
export const useZoom = (shown: string, size: Size, first: Box | null) => {
  const { width, height } = size;
  const whole = { scale: 1, x: width / 2, y: height / 2 };
  const around = (box: Box): Zoom =>
    within(size, {
      scale: Math.min(width / (box.width * (1 + 2 * AROUND)), height / (box.height * (1 + 2 * AROUND)), 6),
      x: box.xmin + box.width / 2,
      y: box.ymin + box.height / 2,
    });
  const begin = () => ({ shown, zoom: first ? around(first) : whole });
  const [state, setState] = useState(begin);
  if (state.shown !== shown) setState(begin());
  const { zoom } = state;
  return useMemo(() => {
    const change = (next: (now: Zoom) => Zoom) =>
      setState((now) => ({ ...now, zoom: within({ width, height }, next(now.zoom)) }));
    return {
      scale: zoom.scale,
      viewBox: [
        zoom.x - width / zoom.scale / 2,
        zoom.y - height / zoom.scale / 2,
        width / zoom.scale,
        height / zoom.scale,
      ].join(' '),
      reset: () => change(() => ({ scale: 1, x: width / 2, y: height / 2 })),
      /** `at` stays where it is on the screen. */
      by: (factor: number, at?: Point) =>
        change((now) => {
          const scale = clamp(now.scale * factor, 1, LARGEST);
          const share = now.scale / scale;
          const { x, y } = at ?? now;
          return { scale, x: x + (now.x - x) * share, y: y + (now.y - y) * share };
        }),
      to: (scale: number) => change((now) => ({ ...now, scale })),
      move: (dx: number, dy: number) => change((now) => ({ ...now, x: now.x + dx, y: now.y + dy })),
    };
  }, [zoom, width, height]);
};
