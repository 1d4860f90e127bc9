/** Short messages at the edge of the page: what was done, with a way to undo it, or what went wrong. */
import { createContext, type ReactNode, use, useCallback, useEffect, useRef, useState } from 'react';
import { useWords } from '../language.tsx';
import { useMessageOf } from './messages.tsx';

type Notice = { text: string; alarm?: boolean; undo?: () => void };
type Shown = Notice & { id: number };
type Tell = { tell(notice: Notice): void; tellError(error: unknown): void };

const NoticesContext = createContext<Tell | null>(null);
export const useNotices = (): Tell => use(NoticesContext)!;

const STAYS_MS = 8_000;
let last = 0;

export const Notices = ({ children }: { children: ReactNode }) => {
  const { shell } = useWords();
  const messageOf = useMessageOf();
  const edge = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<Shown[]>([]);
  const remove = useCallback((id: number) => setShown((all) => all.filter((notice) => notice.id !== id)), []);
  const tell = useCallback(
    (notice: Notice) => {
      last += 1;
      const id = last;
      setShown((all) => [...all.slice(-2), { ...notice, id }]);
      // What went wrong stays until it was read.
      if (!notice.alarm) setTimeout(() => remove(id), STAYS_MS);
    },
    [remove],
  );
  const tellError = (error: unknown) => tell({ text: messageOf(error), alarm: true });
  useEffect(() => edge.current!.showPopover(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new one must not lie under an open dialog.
  useEffect(() => {
    if (!document.querySelector('dialog[open]')) return;
    edge.current!.hidePopover();
    edge.current!.showPopover();
  }, [shown.length]);
  return (
    <NoticesContext value={{ tell, tellError }}>
      {children}
      <div ref={edge} popover="manual" className="notices" role="status" aria-live="polite">
        {shown.map(({ id, text, alarm, undo }) => (
          <div key={id} className={alarm ? 'notice alarm' : 'notice'}>
            <span>{text}</span>
            {undo && (
              <button
                type="button"
                className="button small"
                onClick={() => {
                  remove(id);
                  undo();
                }}
              >
                {shell.undo}
              </button>
            )}
            <button
              type="button"
              className="button small quiet"
              aria-label={shell.close}
              onClick={() => remove(id)}
            >
              ✕
            </button>
          </div>
        ))}
      </div>
    </NoticesContext>
  );
};
