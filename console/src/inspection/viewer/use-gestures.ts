/** Wheel, mouse, finger and two fingers on a picture. */
import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import type { Point, Zooming } from './use-zoom.ts';

/** What a pointer draws, in pixels of the picture; `unit`: how many of them a pixel of the screen shows. */
export type Tool = {
  down(point: Point, unit: number): void;
  move(point: Point, unit: number): void;
  up(point: Point): void;
};

const WHEEL_STEP = 1.0015;
/** A hand is never still: less than this, in pixels of the screen, is a click. */
const CLICK = 4;

const pictureMatrix = (svg: SVGSVGElement) => svg.getScreenCTM()!.inverse();

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** `quick`: draws while the shift key is held, where no other tool is chosen. */
export const useGestures = (
  svg: RefObject<SVGSVGElement | null>,
  zooming: Zooming,
  chosen: Tool | null,
  quick: Tool | null,
) => {
  const isQuick = useRef(false);
  const fingers = useRef(new Map<number, Point>());
  const current = useRef(zooming);
  current.current = zooming;
  const began = useRef<Point>({ x: 0, y: 0 });
  const isMoving = useRef(false);

  const toolNow = () => chosen ?? (isQuick.current ? quick : null);
  const unit = () => pictureMatrix(svg.current!).a;
  const onPicture = ({ x, y }: Point): Point => {
    const point = new DOMPoint(x, y).matrixTransform(pictureMatrix(svg.current!));
    return { x: point.x, y: point.y };
  };

  useEffect(() => {
    const element = svg.current!;
    // React listens to the wheel passively, where the page could not be kept from scrolling.
    const onWheel = (event: WheelEvent) => {
      const { scale, by } = current.current;
      if (scale === 1 && event.deltaY > 0) return;
      event.preventDefault();
      const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(pictureMatrix(element));
      by(WHEEL_STEP ** -event.deltaY, point);
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [svg]);

  const at = ({ clientX, clientY }: PointerEvent): Point => ({ x: clientX, y: clientY });

  return {
    /** Whether the pointer was dragged: then its end is no click on what lies there. */
    wasMoved: () => isMoving.current || (isQuick.current && quick !== null),
    handlers: {
      onPointerDown: (event: PointerEvent<SVGSVGElement>) => {
        if (event.button !== 0) return;
        isQuick.current = event.shiftKey;
        const tool = toolNow();
        fingers.current.set(event.pointerId, at(event));
        began.current = at(event);
        isMoving.current = false;
        if (tool && fingers.current.size === 1) {
          event.currentTarget.setPointerCapture(event.pointerId);
          tool.down(onPicture(at(event)), unit());
        }
      },
      onPointerMove: (event: PointerEvent<SVGSVGElement>) => {
        const before = fingers.current.get(event.pointerId);
        if (!before) return;
        const now = at(event);
        const tool = toolNow();
        const others = [...fingers.current].filter(([id]) => id !== event.pointerId);
        fingers.current.set(event.pointerId, now);
        const other = others[0]?.[1];
        if (other) {
          isMoving.current = true;
          zooming.by(distance(now, other) / distance(before, other), onPicture(middle(now, other)));
        } else if (tool) tool.move(onPicture(now), unit());
        else if (zooming.scale > 1 && (isMoving.current || distance(now, began.current) > CLICK)) {
          // Only from here on, so that a click still reaches what it is on.
          if (!isMoving.current) event.currentTarget.setPointerCapture(event.pointerId);
          isMoving.current = true;
          const [from, to] = [onPicture(before), onPicture(now)];
          zooming.move(from.x - to.x, from.y - to.y);
        }
      },
      onPointerUp: (event: PointerEvent<SVGSVGElement>) => {
        const isKnown = fingers.current.delete(event.pointerId);
        const tool = toolNow();
        if (tool && isKnown && fingers.current.size === 0 && !isMoving.current) tool.up(onPicture(at(event)));
      },
      onPointerCancel: (event: PointerEvent<SVGSVGElement>) => {
        fingers.current.delete(event.pointerId);
      },
    },
  };
};
