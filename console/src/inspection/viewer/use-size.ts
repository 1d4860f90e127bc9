import { type RefObject, useLayoutEffect, useState } from 'react';
import type { Size } from './use-zoom.ts';

/** How large an element is on the screen, also after the window was made smaller; null before it is there. */
export const useSize = (element: RefObject<HTMLElement | null>): Size | null => {
  const [size, setSize] = useState<Size | null>(null);
  useLayoutEffect(() => {
    const look = () => {
      const { clientWidth: width, clientHeight: height } = element.current!;
      setSize((now) => (now?.width === width && now.height === height ? now : { width, height }));
    };
    look();
    const watching = new ResizeObserver(look);
    watching.observe(element.current!);
    return () => watching.disconnect();
  }, [element]);
  return size;
};
