import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { useWords } from '../language.tsx';

/** The platform's own dialog: keeps the focus inside, gives it back, closes with Escape. */
export const Dialog = (props: { title: string; children: ReactNode; onClose?: () => void }) => {
  const { shell } = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  // Closed while it is still on the page: only then the browser gives the focus back.
  useLayoutEffect(() => {
    const shown = dialog.current!;
    shown.showModal();
    return () => shown.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="card"
      aria-labelledby={title}
      onCancel={(event) => {
        event.preventDefault();
        props.onClose?.();
      }}
    >
      <div className="dialog-head">
        <h2 id={title}>{props.title}</h2>
        {props.onClose && (
          <button
            type="button"
            className="button small quiet"
            aria-label={shell.close}
            onClick={props.onClose}
          >
            ✕
          </button>
        )}
      </div>
      {props.children}
    </dialog>
  );
};
