import type { ReactNode } from 'react';
import { useWords } from '../language.tsx';

type SaveRowProps = { isSaving: boolean; onClose(): void; children?: ReactNode };

/** Save and cancel, then what else can be done. */
export const SaveRow = ({ isSaving, onClose, children }: SaveRowProps) => {
  const { shell } = useWords();
  return (
    <div className="row">
      <button type="submit" className="button primary" disabled={isSaving}>
        {shell.save}
      </button>
      <button type="button" className="button" onClick={onClose}>
        {shell.cancel}
      </button>
      {children}
    </div>
  );
};
