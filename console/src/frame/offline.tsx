import { useSyncExternalStore } from 'react';
import { useWords } from '../language.tsx';

const follow = (listener: () => void) => {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
};

/** Reading and sending wait for the network by themselves; whoever waits with them is told why. */
export const Offline = () => {
  const { shell } = useWords();
  const isOnline = useSyncExternalStore(follow, () => navigator.onLine);
  if (isOnline) return null;
  return (
    <p className="offline" role="alert">
      {shell.offline}
    </p>
  );
};
