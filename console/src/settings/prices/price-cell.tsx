import type { PriceMatrix } from '@walkaround/sdk';
import { useFormats } from '../../formats/formats.ts';
import { NumberInput } from '../../formats/number-input.tsx';
import { fill, useWords } from '../../language.tsx';
import { type Cell, cellIn, idOf, type Mistake, type Path } from './matrix-draft.ts';

export type Editing = {
  /** As it is before anything was changed. */
  given: PriceMatrix;
  mayChange: boolean;
  mistakes: Mistake[];
  set(path: Path, cell: Cell): void;
};

type CellProps = { path: Path; value: Cell; label: string; editing: Editing };

/** Of each number the service knows its own limits; these keep out what is no such number at all. */
const LIMITS = { min: 0, max: 100_000, decimals: 2 };

/** One number of the matrix, with what the service says against it. */
export const PriceCell = ({ path, value, label, editing }: CellProps) => {
  const { settings: say } = useWords();
  const { number } = useFormats();
  const id = idOf(path);
  const before = cellIn(editing.given, path);
  return (
    <NumberInput
      id={id}
      label={label}
      className="price-cell"
      value={value}
      onChange={(cell) => editing.set(path, cell)}
      limits={LIMITS}
      near={
        typeof before === 'number'
          ? { value: before, warning: fill(say.farFromBefore, { value: number(before) }) }
          : null
      }
      wrong={editing.mistakes.find((mistake) => idOf(mistake.path) === id)?.message}
      readOnly={!editing.mayChange}
    />
  );
};
