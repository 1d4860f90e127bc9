import { useEffect } from 'react';

const ROWS = '.list-item';
const LINK = 'a.list-row, .list-check input';

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.matches('input:not([type="checkbox"]), select, textarea, [contenteditable]');

const rows = () => [...document.querySelectorAll<HTMLElement>(ROWS)];

const move = (by: 1 | -1) => {
  const all = rows();
  const now = all.findIndex((row) => row.contains(document.activeElement));
  const next = now === -1 ? (by === 1 ? 0 : all.length - 1) : Math.min(Math.max(now + by, 0), all.length - 1);
  const row = all[next];
  (row?.querySelector<HTMLElement>('a.list-row') ?? row?.querySelector<HTMLElement>(LINK))?.focus();
};

/** J, K and the arrows go through the rows, X selects one, / goes to the search. Enter opens a row, as it does any link. */
export const useListKeys = (select: (id: string) => void) => {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey || isTyping(target) || document.querySelector('dialog[open]')) return;
      const acts: Record<string, () => void> = {
        j: () => move(1),
        ArrowDown: () => move(1),
        k: () => move(-1),
        ArrowUp: () => move(-1),
        '/': () => document.getElementById('list-search')?.focus(),
        x: () => {
          const row = rows().find((one) => one.contains(document.activeElement));
          if (row) select(row.dataset.id!);
        },
      };
      const act = Object.hasOwn(acts, key) ? acts[key] : undefined;
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [select]);
};
