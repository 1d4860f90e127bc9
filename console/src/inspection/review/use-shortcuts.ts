/** Keys that count wherever the focus is, but never while somebody types or a dialog is open. */
import { useEffect, useRef, useState } from 'react';

/** By the name of the key, small letters; with `Ctrl+` before it, which on a Mac is the command key. */
export type Shortcuts = Record<string, (() => void) | null | undefined>;

const KEPT_AS = 'walkaround-letter-keys';
const FIELDS = 'input:not([type="checkbox"]), textarea, select, [contenteditable]';
/** These go on while they are held down; a decision is made once. */
const STEPS = ['j', 'k', 'ArrowLeft', 'ArrowRight'];

const nameOf = ({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent) => {
  const name = key.length === 1 ? key.toLowerCase() : key;
  return ctrlKey || metaKey ? `Ctrl+${shiftKey ? 'Shift+' : ''}${name}` : name;
};

export const useShortcuts = (shortcuts: Shortcuts, areLettersOn: boolean) => {
  const current = useRef(shortcuts);
  current.current = shortcuts;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || document.querySelector('dialog[open]')) return;
      if (event.target instanceof Element && event.target.closest(FIELDS)) return;
      const name = nameOf(event);
      if (!areLettersOn && /^[a-z]$/.test(name)) return;
      const act = current.current[name];
      if (!act) return;
      event.preventDefault();
      if (!event.repeat || STEPS.includes(name)) act();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [areLettersOn]);
};

/** Speech and other ways of typing press letters that nobody meant: they can be switched off, and stay so. */
export const useLetterKeys = () => {
  const [areOn, setOn] = useState(() => localStorage.getItem(KEPT_AS) !== 'off');
  const change = (on: boolean) => {
    localStorage.setItem(KEPT_AS, on ? 'on' : 'off');
    setOn(on);
  };
  return { areOn, change };
};
