import { useWords } from '../../language.tsx';
import { useReview } from './review.tsx';

/** The number that the outlines on the photos have too. */
export const ItemNumber = ({ id }: { id: string }) => (
  <span className="item-number">{useReview().numbers.get(id)}</span>
);

/** One click says whether a damage is there. */
export const Decision = ({ id, name }: { id: string; name: string }) => {
  const { correcting: say } = useWords();
  const { items, confirm, dismiss } = useReview();
  const isDecided = items.find((item) => item.id === id)?.isDecided ?? false;
  return (
    <>
      {isDecided && <span className="badge good">✓ {say.confirmed}</span>}
      {confirm && !isDecided && (
        <button
          type="button"
          className="button small"
          aria-label={`${say.confirm}: ${name}`}
          title={say.confirm}
          onClick={() => confirm(id)}
        >
          ✓
        </button>
      )}
      {dismiss && (
        <button
          type="button"
          className="button small"
          aria-label={`${say.dismiss}: ${name}`}
          title={say.dismiss}
          onClick={() => dismiss(id)}
        >
          ✕
        </button>
      )}
    </>
  );
};
