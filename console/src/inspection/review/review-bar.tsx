import { useState } from 'react';
import { fill, useWords } from '../../language.tsx';
import type { Findings } from '../findings.ts';
import type { Selecting } from '../use-selection.ts';
import { KeysSheet } from './keys-sheet.tsx';
import { useReview } from './review.tsx';
import { itemBeside } from './review-items.ts';
import { useApproval } from './use-approval.ts';
import { useLetterKeys, useShortcuts } from './use-shortcuts.ts';
import './review.css';

type BarProps = {
  findings: Findings;
  selecting: Selecting;
  mayApprove: boolean;
  onDetails(damage: string): void;
};

/** How far the review is, and what can be done from everywhere, by button or by key. */
export const ReviewBar = ({ findings, selecting, mayApprove, onDetails }: BarProps) => {
  const { correcting: say, shell } = useWords();
  const { items, select, confirm, dismiss, undo, redo } = useReview();
  const { damage, suspicion } = selecting;
  const selected = items.find(({ id }) => id === damage || id === suspicion) ?? null;
  const step = (by: 1 | -1) => select(itemBeside(items, selected?.id ?? null, by));
  const { isOffered, isWaiting, approve } = useApproval(findings);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const letters = useLetterKeys();
  const { images } = findings;
  const at = images.findIndex(({ id }) => id === selecting.image);
  const leaf = (by: 1 | -1) => () => {
    if (images.length > 0) selecting.selectImage(images.at((at + by) % images.length)!.id);
  };
  useShortcuts(
    {
      j: () => step(1),
      k: () => step(-1),
      ArrowRight: leaf(1),
      ArrowLeft: leaf(-1),
      c: selected && confirm && (() => confirm(selected.id)),
      d: selected && dismiss && (() => dismiss(selected.id)),
      Delete: selected && dismiss && (() => dismiss(selected.id)),
      e: selected?.kind === 'damage' ? () => onDetails(selected.id) : null,
      'Ctrl+z': undo,
      'Ctrl+Shift+z': redo,
      'Ctrl+y': redo,
      'Ctrl+Enter': mayApprove ? approve : null,
      '?': () => setSheetOpen(true),
    },
    letters.areOn,
  );
  const button = (label: string, sign: string, act: (() => void) | null, keys: string) => (
    <button
      type="button"
      className="button small"
      aria-label={label}
      aria-keyshortcuts={keys}
      title={label}
      disabled={!act}
      onClick={() => act?.()}
    >
      {sign}
    </button>
  );
  const done = items.filter(({ isDecided }) => isDecided).length;
  return (
    <section className="card review-bar" aria-label={say.review}>
      {items.length > 0 && (
        <p className="review-progress">
          <progress max={items.length} value={done} aria-label={say.review} />
          <span>{fill(say.decidedOf, { done, count: items.length })}</span>
        </p>
      )}
      <div className="row">
        {(confirm || undo || redo) && (
          <>
            {button(shell.undo, '↶', undo, 'Control+Z')}
            {button(say.redo, '↷', redo, 'Control+Shift+Z')}
          </>
        )}
        {button(say.keys, '?', () => setSheetOpen(true), '?')}
        {mayApprove && isOffered && (
          <button
            type="button"
            className="button small primary"
            aria-keyshortcuts="Control+Enter"
            disabled={!approve}
            title={isWaiting ? say.approveWaits : undefined}
            onClick={() => approve?.()}
          >
            {say.approve}
          </button>
        )}
      </div>
      {isSheetOpen && <KeysSheet letters={letters} onClose={() => setSheetOpen(false)} />}
    </section>
  );
};
