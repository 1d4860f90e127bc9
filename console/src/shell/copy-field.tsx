import { useState } from 'react';
import { useWords } from '../language.tsx';

/** A text to take along: can be selected by hand where the clipboard is out of reach. */
export const CopyField = ({ label, text }: { label: string; text: string }) => {
  const { shell } = useWords();
  const [isCopied, setCopied] = useState(false);
  const copy = (field: HTMLInputElement) => {
    field.select();
    // Browsers have a clipboard only on https and on this machine; what is selected can be copied anywhere.
    navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      () => {},
    );
  };
  return (
    <form
      className="copy-field"
      onSubmit={(event) => {
        event.preventDefault();
        copy(event.currentTarget.elements.namedItem('text') as HTMLInputElement);
      }}
    >
      <label className="field">
        {label}
        <input name="text" readOnly value={text} onFocus={({ target }) => target.select()} />
      </label>
      <button type="submit" className="button primary">
        {isCopied ? shell.copied : shell.copy}
      </button>
      <span className="visually-hidden" role="status">
        {isCopied && shell.copied}
      </span>
    </form>
  );
};
