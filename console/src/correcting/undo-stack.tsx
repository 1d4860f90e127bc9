/** What was changed on this page, one after the other: it can be taken back and made again, the last first. */
import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useCallback, useMemo, useReducer, useRef } from 'react';
import { useWords } from '../language.tsx';
import { useNotices } from '../shell/notices.tsx';

/** Made, it answers how it is taken back; and that, made, how it is made again. */
export type Change = () => Promise<Change>;

type UndoStack = {
  /** One after the other, all of them or none; answers whether they could be made. */
  make(text: string, changes: Change[]): Promise<boolean>;
  undo: (() => void) | null;
  redo: (() => void) | null;
};

const UndoContext = createContext<UndoStack | null>(null);
export const useUndoStack = (): UndoStack => use(UndoContext)!;

/** The ways back, the last change first. Where one fails, those before it are taken back. */
const makeAll = async (changes: Change[]): Promise<Change[]> => {
  const back: Change[] = [];
  try {
    for (const change of changes) back.unshift(await change());
    return back;
  } catch (error) {
    for (const undo of back) await undo();
    throw error;
  }
};

type Entry = { changes: Change[] };

export const UndoStackProvider = ({
  inspectionId,
  children,
}: {
  inspectionId: string;
  children: ReactNode;
}) => {
  const queries = useQueryClient();
  const { tell, tellError } = useNotices();
  const { correcting: say } = useWords();
  const stacks = useRef({ done: [] as Entry[], undone: [] as Entry[] }).current;
  const [version, changed] = useReducer((count: number) => count + 1, 0);
  const last = useRef<Promise<unknown>>(Promise.resolve());

  /** In the order in which they were asked for: whoever is quick with the keys does not wait for the service. */
  const queued = useCallback(
    (changes: () => Change[], onMade: (back: Change[]) => void): Promise<boolean> => {
      const turn = last.current.then(async () => {
        try {
          onMade(await makeAll(changes()));
          return true;
        } catch (error) {
          tellError(error);
          return false;
        } finally {
          await queries.invalidateQueries({ queryKey: ['inspection', inspectionId] });
          changed();
        }
      });
      last.current = turn;
      return turn;
    },
    [queries, inspectionId, tellError],
  );

  const turn = useCallback(
    (from: 'done' | 'undone', entry?: Entry) => {
      const to = from === 'done' ? 'undone' : 'done';
      const take = () => {
        const taken = entry ?? stacks[from].at(-1);
        if (!taken || !stacks[from].includes(taken)) return [];
        stacks[from] = stacks[from].filter((one) => one !== taken);
        return taken.changes;
      };
      void queued(take, (changes) => {
        if (changes.length === 0) return;
        stacks[to] = [...stacks[to], { changes }];
        tell({ text: from === 'done' ? say.undone : say.redone });
      });
    },
    [queued, stacks, tell, say],
  );

  const make = useCallback(
    (text: string, changes: Change[]) =>
      queued(
        () => changes,
        (back) => {
          const entry = { changes: back };
          stacks.done = [...stacks.done, entry];
          stacks.undone = [];
          tell({ text, undo: () => turn('done', entry) });
        },
      ),
    [queued, stacks, tell, turn],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: the stacks change with the version.
  const stack = useMemo(
    () => ({
      make,
      undo: stacks.done.length > 0 ? () => turn('done') : null,
      redo: stacks.undone.length > 0 ? () => turn('undone') : null,
    }),
    [make, turn, version],
  );
  return <UndoContext value={stack}>{children}</UndoContext>;
};
