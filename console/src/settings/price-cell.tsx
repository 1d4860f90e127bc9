import { useLanguage } from '../language.tsx';
import { type Cell, idOf, type Mistake, type Path, parseCell } from './matrix-draft.ts';

export type Editing = { mayChange: boolean; mistakes: Mistake[]; set(path: Path, cell: Cell): void };

type CellProps = { path: Path; value: Cell; label: string; editing: Editing };

/** One number of the matrix, with what the service says against it. */
export const PriceCell = ({ path, value, label, editing }: CellProps) => {
  const { code } = useLanguage();
  const id = idOf(path);
  const wrong = editing.mistakes.find((mistake) => idOf(mistake.path) === id)?.message;
  const shown =
    typeof value === 'number'
      ? new Intl.NumberFormat(code, { useGrouping: false, maximumFractionDigits: 2 }).format(value)
      : (value ?? '');
  return (
    <>
      <input
        id={id}
        className="price-cell"
        inputMode="decimal"
        autoComplete="off"
        aria-label={label}
        aria-invalid={wrong !== undefined}
        aria-describedby={wrong && `${id}-wrong`}
        readOnly={!editing.mayChange}
        defaultValue={shown}
        onChange={({ target }) => editing.set(path, parseCell(target.value))}
      />
      {wrong && (
        <span id={`${id}-wrong`} className="alarm price-wrong">
          {wrong}
        </span>
      )}
    </>
  );
};
