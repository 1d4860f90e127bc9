/** A place on a photo while it is drawn: a box or a polygon, in pixels of the photo. */
import type { Box, Image, View } from '@walkaround/sdk';
import { useMemo, useRef, useState } from 'react';
import type { Tool } from '../inspection/viewer/use-gestures.ts';
import type { Point } from '../inspection/viewer/use-zoom.ts';
import { boxPath, pathOf } from '../shell/pictures.ts';
import type { Place } from './use-corrections.ts';

export type Shape = 'box' | 'polygon' | 'none';

/** Less is a slip of the hand. */
const SMALLEST = 3;
/** Pixels of the screen: how near a point is meant, and how far apart the points of a line are that is drawn at one go. */
const NEAR = 12;
const APART = 9;

const boxBetween = (a: Point, b: Point): Box => ({
  xmin: Math.min(a.x, b.x),
  ymin: Math.min(a.y, b.y),
  width: Math.abs(a.x - b.x),
  height: Math.abs(a.y - b.y),
});

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

const cornersOf = ({ xmin, ymin, width, height }: Box): Point[] => [
  { x: xmin, y: ymin },
  { x: xmin + width, y: ymin },
  { x: xmin + width, y: ymin + height },
  { x: xmin, y: ymin + height },
];

/** Clicked point by point, or drawn at one go; a point that is there is taken and moved. */
const polygonTool = (
  points: () => Point[],
  change: (points: Point[]) => void,
  inside: (point: Point) => Point,
): Tool => {
  let held: number | null = null;
  let last: Point | null = null;
  let isLine = false;
  return {
    down: (point, unit) => {
      const near = points().findIndex((one) => distance(one, point) <= NEAR * unit);
      held = near === -1 ? null : near;
      last = point;
      isLine = false;
    },
    move: (point, unit) => {
      if (held !== null) change(points().with(held, inside(point)));
      else if (last && distance(last, point) >= APART * unit) {
        change([...points(), ...(isLine ? [] : [inside(last)]), inside(point)]);
        last = point;
        isLine = true;
      }
    },
    up: (point) => {
      if (held === null && !isLine) change([...points(), inside(point)]);
      held = null;
    },
  };
};

type Drawn = {
  on: string;
  box: Box | null;
  points: Point[];
  /** The other pieces of an outline in several pieces, which stay as they are. */
  others: [number, number][][];
};

export type Drawing = ReturnType<typeof useDrawing>;

export const useDrawing = (image: Image) => {
  const { id: imageId, imageWidth, imageHeight } = image;
  const [shape, setShape] = useState<Shape>('box');
  const nothing = { on: imageId, box: null, points: [], others: [] };
  const [drawn, setDrawn] = useState<Drawn>(nothing);
  // What was drawn on another photo is not on this one.
  const { box, points, others } = drawn.on === imageId ? drawn : nothing;
  // A line is drawn faster than the page: what was drawn last counts, not what was shown last.
  const latest = useRef(points);
  latest.current = points;

  const { tool, boxTool } = useMemo(() => {
    const inside = ({ x, y }: Point): Point => ({
      x: Math.round(Math.min(Math.max(x, 0), imageWidth)),
      y: Math.round(Math.min(Math.max(y, 0), imageHeight)),
    });
    let start: Point | null = null;
    const drawBox = (to: Point) => {
      if (!start) return;
      const next = boxBetween(start, inside(to));
      if (Math.min(next.width, next.height) >= SMALLEST)
        setDrawn({ on: imageId, box: next, points: [], others: [] });
    };
    const forBox: Tool = {
      down: (point) => {
        start = inside(point);
      },
      move: drawBox,
      up: (point) => {
        drawBox(point);
        start = null;
      },
    };
    const change = (next: Point[]) => {
      latest.current = next;
      setDrawn((now) => ({ ...now, on: imageId, box: null, points: next }));
    };
    const chosen = { box: forBox, polygon: polygonTool(() => latest.current, change, inside), none: null };
    return { tool: chosen[shape], boxTool: forBox };
  }, [shape, imageId, imageWidth, imageHeight]);

  const outline = points.map(({ x, y }): [number, number] => [x, y]);
  const place = useMemo((): Place | null => {
    if (shape === 'box' && box && box.width > 0 && box.height > 0) return { imageId, boundingBox: box };
    if (shape === 'polygon' && points.length >= 3)
      return { imageId, polygons: [points.map(({ x, y }): [number, number] => [x, y]), ...others] };
    return null;
  }, [shape, box, points, others, imageId]);

  return {
    shape,
    setShape,
    tool,
    /** A box at once, whatever shape was chosen last. */
    boxTool,
    place,
    box,
    points,
    setBox: (next: Box | null) => setDrawn({ ...nothing, box: next }),
    removePoint: () => setDrawn({ ...nothing, points: points.slice(0, -1), others }),
    /** An outline that is there, to be changed point by point: of several pieces the one with most points. */
    edit: ({ boundingBox, polygons }: View) => {
      const [first, ...rest] = polygons.toSorted((a, b) => b.length - a.length) as [number, number][][];
      setShape('polygon');
      setDrawn({
        ...nothing,
        points: first ? first.map(([x, y]) => ({ x, y })) : cornersOf(boundingBox),
        others: rest,
      });
    },
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
