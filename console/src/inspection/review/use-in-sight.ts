import { type RefObject, useEffect, useRef } from 'react';

/** The row of what was selected elsewhere comes into sight. What is selected from the start moves nothing. */
export const useInSight = <T extends HTMLElement>(isSelected: boolean): RefObject<T | null> => {
  const row = useRef<T>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    if (isSelected && !isFirst.current) row.current?.scrollIntoView({ block: 'nearest' });
    isFirst.current = false;
  }, [isSelected]);
  return row;
};
