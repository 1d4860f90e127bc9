import { useCallback, useState, useSyncExternalStore } from 'react';

/** Whether what a media query says is true, also when the screen is turned or made smaller. */
export const useMedia = (query: string): boolean => {
  const [list] = useState(() => matchMedia(query));
  const follow = useCallback(
    (changed: () => void) => {
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [list],
  );
  return useSyncExternalStore(follow, () => list.matches);
};
