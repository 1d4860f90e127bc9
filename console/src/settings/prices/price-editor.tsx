import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type PriceMatrix, WalkaroundError } from '@walkaround/sdk';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useClient } from '../../client.ts';
import { useWords } from '../../language.tsx';
import { useProblem } from '../../shell/messages.tsx';
import { useNotices } from '../../shell/notices.tsx';
import { idOf, type Mistake, mistakesIn, type Path, type Side, sideOf, withCell } from './matrix-draft.ts';
import { PriceBasics } from './price-basics.tsx';
import { usePriceNames } from './price-names.ts';
import { PriceTable } from './price-table.tsx';

const Mistakes = ({ mistakes, onGo }: { mistakes: Mistake[]; onGo(path: Path): void }) => {
  const { settings: say } = useWords();
  const { placeName } = usePriceNames();
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever there are other ones, they are what to read next.
  useEffect(() => box.current?.focus(), [mistakes]);
  return (
    <div className="alarm" role="alert" tabIndex={-1} ref={box}>
      <p>{say.mistakes}</p>
      <ul>
        {mistakes.map(({ path, message }) => (
          <li key={idOf(path)}>
            <button type="button" className="price-jump" onClick={() => onGo(path)}>
              {placeName(path)}
            </button>
            : {message}
          </li>
        ))}
      </ul>
    </div>
  );
};

/** `isOld`: not the version that is in use, so that saving it as it is changes something. */
export const PriceEditor = (props: {
  given: PriceMatrix;
  isOld: boolean;
  mayChange: boolean;
  onSaved(): void;
}) => {
  const { settings: say } = useWords();
  const client = useClient();
  const queries = useQueryClient();
  const { tell, tellError } = useNotices();
  const problem = useProblem();
  const [draft, setDraft] = useState(props.given);
  const [round, setRound] = useState(0);
  const [side, setSide] = useState<Side>('partPrices');
  const [mistakes, setMistakes] = useState<Mistake[]>([]);
  const isChanged = draft !== props.given;
  useEffect(() => {
    if (!isChanged) return;
    const stay = (event: Event) => event.preventDefault();
    addEventListener('beforeunload', stay);
    return () => removeEventListener('beforeunload', stay);
  }, [isChanged]);

  const save = useMutation({
    mutationFn: () => client.pricingMatrix.replaceOne(draft),
    onSuccess: async () => {
      setMistakes([]);
      tell({ text: say.saved });
      await queries.invalidateQueries({ queryKey: ['price-matrix'] });
      props.onSaved();
    },
    onError: (error) => {
      const found = (error instanceof WalkaroundError ? mistakesIn(error) : []).map((mistake) => ({
        ...mistake,
        message: problem({ code: 'invalid_value', message: mistake.message }),
      }));
      setMistakes(found);
      if (found.length === 0) tellError(error);
    },
  });
  const discard = () => {
    setDraft(props.given);
    setMistakes([]);
    setRound(round + 1);
  };
  const go = (path: Path) => {
    if (path[0] === 'parts') flushSync(() => setSide(sideOf(path)));
    (
      document.getElementById(idOf(path)) ?? document.querySelector<HTMLElement>(`[id^="${idOf(path)}"]`)
    )?.focus();
  };
  const editing = {
    given: props.given,
    mayChange: props.mayChange,
    mistakes,
    set: (path: Path, cell: Parameters<typeof withCell>[2]) => setDraft((now) => withCell(now, path, cell)),
  };
  return (
    <form
      key={round}
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      {mistakes.length > 0 && <Mistakes mistakes={mistakes} onGo={go} />}
      <PriceBasics matrix={draft} editing={editing} />
      <PriceTable matrix={draft} editing={editing} side={side} onSide={setSide} />
      {props.mayChange && (isChanged || props.isOld) && (
        <div className="price-save card row">
          <span role="status">{isChanged ? say.unsaved : ''}</span>
          <button type="submit" className="button primary" disabled={save.isPending}>
            {say.savePrices}
          </button>
          {isChanged && (
            <button type="button" className="button" onClick={discard}>
              {say.discard}
            </button>
          )}
        </div>
      )}
    </form>
  );
};
