import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';

/** Another page is begun at its beginning by the keyboard too, and read out from there. */
export const useArrival = () => {
  const main = useRef<HTMLElement>(null);
  const [path] = useLocation();
  const last = useRef(path);
  useEffect(() => {
    if (last.current !== path) main.current!.focus({ preventScroll: true });
    last.current = path;
  }, [path]);
  return main;
};
