/** Going through the findings one by one, and what is said of them. It does not change with what is selected. */
import { createContext, type ReactNode, use, useMemo } from 'react';
import { useUndoStack } from '../../correcting/undo-stack.tsx';
import { useCorrections } from '../../correcting/use-corrections.ts';
import { useWords } from '../../language.tsx';
import type { Findings } from '../findings.ts';
import type { Selecting } from '../use-selection.ts';
import { itemAfter, type ReviewItem, reviewItems } from './review-items.ts';

export type Review = {
  items: ReviewItem[];
  /** By the id of a damage or a suspicion. */
  numbers: ReadonlyMap<string, number>;
  select(item: ReviewItem | undefined): void;
  /** Null: not by this person, or not now. Both go on to the next one. */
  confirm: ((id: string) => void) | null;
  dismiss: ((id: string) => void) | null;
  undo: (() => void) | null;
  redo: (() => void) | null;
};

const ReviewContext = createContext<Review | null>(null);
export const useReview = (): Review => use(ReviewContext)!;

type ReviewProps = { findings: Findings; selecting: Selecting; mayChange: boolean; children: ReactNode };

export const ReviewProvider = ({ findings, selecting, mayChange, children }: ReviewProps) => {
  const { correcting: say } = useWords();
  const { undo, redo } = useUndoStack();
  const { make, confirmDamage, removeDamage, decideSuspicion } = useCorrections(findings);
  const items = useMemo(() => reviewItems(findings), [findings]);
  const numbers = useMemo(() => new Map(items.map(({ id, number }) => [id, number])), [items]);
  const { selectDamage, selectSuspicion, clear } = selecting;
  const review = useMemo((): Review => {
    const select = (item: ReviewItem | undefined) => {
      if (item) (item.kind === 'damage' ? selectDamage : selectSuspicion)(item.id);
      else clear();
    };
    const deciding = (isGoing: boolean, decide: (item: ReviewItem) => void) => (id: string) => {
      const item = items.find((one) => one.id === id);
      if (!item) return;
      decide(item);
      select(itemAfter(items, id, isGoing));
    };
    const confirm = deciding(false, ({ kind, id, isDecided }) => {
      if (kind === 'suspicion') make(say.suspicionConfirmed, [decideSuspicion(id, 'open', 'confirmed')]);
      else if (!isDecided) make(say.damageConfirmed, [confirmDamage(id)]);
    });
    const dismiss = deciding(true, ({ kind, id }) => {
      if (kind === 'suspicion') make(say.suspicionDismissed, [decideSuspicion(id, 'open', 'dismissed')]);
      else make(say.damageRemoved, [removeDamage(id)]);
    });
    const may = <T,>(act: T) => (mayChange ? act : null);
    return {
      items,
      numbers,
      select,
      confirm: may(confirm),
      dismiss: may(dismiss),
      undo: may(undo),
      redo: may(redo),
    };
  }, [
    items,
    numbers,
    mayChange,
    say,
    make,
    confirmDamage,
    removeDamage,
    decideSuspicion,
    selectDamage,
    selectSuspicion,
    clear,
    undo,
    redo,
  ]);
  return <ReviewContext value={review}>{children}</ReviewContext>;
};
