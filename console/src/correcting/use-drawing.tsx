/** A place on a photo while it is drawn: a box or a polygon, in pixels of the photo. */
import type { Box, Image } from '@walkaround/sdk';
import { useMemo, useState } from 'react';
import type { Tool } from '../inspection/viewer/use-gestures.ts';
import type { Point } from '../inspection/viewer/use-zoom.ts';
import { boxPath, pathOf } from '../shell/pictures.ts';
import type { Place } from './use-corrections.ts';

export type Shape = 'box' | 'polygon' | 'none';

/** Less is a slip of the hand. */
const SMALLEST = 3;

const boxBetween = (a: Point, b: Point): Box => ({
  xmin: Math.min(a.x, b.x),
  ymin: Math.min(a.y, b.y),
  width: Math.abs(a.x - b.x),
  height: Math.abs(a.y - b.y),
});

export type Drawing = ReturnType<typeof useDrawing>;

export const useDrawing = (image: Image) => {
  const { id: imageId, imageWidth, imageHeight } = image;
  const [shape, setShape] = useState<Shape>('box');
  const [drawn, setDrawn] = useState<{ on: string; box: Box | null; points: Point[] }>({
    on: imageId,
    box: null,
    points: [],
  });
  // What was drawn on another photo is not on this one.
  const { box, points } = drawn.on === imageId ? drawn : { box: null, points: [] };

  const tool = useMemo((): Tool | null => {
    let start: Point | null = null;
    const inside = ({ x, y }: Point): Point => ({
      x: Math.round(Math.min(Math.max(x, 0), imageWidth)),
      y: Math.round(Math.min(Math.max(y, 0), imageHeight)),
    });
    const drawBox = (to: Point) => {
      if (!start) return;
      const next = boxBetween(start, inside(to));
      if (Math.min(next.width, next.height) >= SMALLEST) setDrawn({ on: imageId, box: next, points: [] });
    };
    const none = () => {};
    if (shape === 'none') return null;
    if (shape === 'box')
      return {
        down: (point) => {
          start = inside(point);
        },
        move: drawBox,
        up: (point) => {
          drawBox(point);
          start = null;
        },
      };
    return {
      down: none,
      move: none,
      up: (point) =>
        setDrawn((now) => ({
          on: imageId,
          box: null,
          points: [...(now.on === imageId ? now.points : []), inside(point)],
        })),
    };
  }, [shape, imageId, imageWidth, imageHeight]);

  const outline = points.map(({ x, y }): [number, number] => [x, y]);
  const place = useMemo((): Place | null => {
    if (shape === 'box' && box && box.width > 0 && box.height > 0) return { imageId, boundingBox: box };
    if (shape === 'polygon' && points.length >= 3)
      return { imageId, polygons: [points.map(({ x, y }): [number, number] => [x, y])] };
    return null;
  }, [shape, box, points, imageId]);

  return {
    shape,
    setShape,
    tool,
    place,
    box,
    points,
    setBox: (next: Box | null) => setDrawn({ on: imageId, box: next, points: [] }),
    removePoint: () => setDrawn({ on: imageId, box: null, points: points.slice(0, -1) }),
    picture: (
      <g className="drawn">
        {shape === 'box' && box && <path d={boxPath(box)} />}
        {shape === 'polygon' && points.length > 0 && <path d={pathOf([outline])} />}
        {/* Dots: lines without a length, which stay as large as they are however near one looks. */}
        {shape === 'polygon' && (
          <path className="points" d={points.map(({ x, y }) => `M${x} ${y}h0`).join('')} />
        )}
      </g>
    ),
  };
};
