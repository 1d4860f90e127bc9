import type { PriceMatrix } from '@walkaround/sdk';
import { useState } from 'react';
import { useWords } from '../../language.tsx';
import {
  cellIn,
  type Family,
  LABOUR_KINDS,
  LEVELS,
  OPERATIONS,
  type Path,
  SEGMENTS,
  type Side,
} from './matrix-draft.ts';
import { type Editing, PriceCell } from './price-cell.tsx';
import { usePriceNames } from './price-names.ts';

const SIDES: Side[] = ['partPrices', ...OPERATIONS, 'flatRates'];

const columnsOf = (side: Side): readonly (string | number)[] => (side === 'partPrices' ? SEGMENTS : LEVELS);

const pathTo = (family: Family, side: Side, ...rest: Path): Path =>
  side === 'partPrices' || side === 'flatRates'
    ? ['parts', family, side, ...rest]
    : ['parts', family, 'operations', side, ...rest];

const LabourChoice = (props: { matrix: PriceMatrix; path: Path; label: string; editing: Editing }) => {
  const { settings: say } = useWords();
  const value = cellIn(props.matrix, props.path);
  return (
    <select
      className="price-cell"
      aria-label={props.label}
      value={String(value ?? '')}
      disabled={!props.editing.mayChange || value === null}
      onChange={({ target }) => props.editing.set(props.path, target.value)}
    >
      {value === null && <option value="">–</option>}
      {LABOUR_KINDS.map((kind) => (
        <option key={kind} value={kind}>
          {say[`rate_${kind}`]}
        </option>
      ))}
    </select>
  );
};

type TableProps = { matrix: PriceMatrix; editing: Editing; side: Side; onSide(side: Side): void };

/** One side of all parts at a time: prices, flat rates, or the hours of one kind of work. */
export const PriceTable = ({ matrix, editing, side, onSide }: TableProps) => {
  const { settings: say } = useWords();
  const { partName, sideName, columnName } = usePriceNames();
  const [sought, setSought] = useState('');
  const isWork = side !== 'partPrices' && side !== 'flatRates';
  const columns = columnsOf(side);
  const hit = (family: Family) => partName(family).toLowerCase().includes(sought.trim().toLowerCase());
  const shown = (Object.keys(matrix.parts) as Family[])
    .filter(hit)
    .toSorted((a, b) => partName(a).localeCompare(partName(b)));
  return (
    <section className="card stack" aria-labelledby="price-parts">
      <h2 id="price-parts">{say.parts}</h2>
      <div className="settings-fields wide">
        <label className="field">
          {say.show}
          <select value={side} onChange={({ target }) => onSide(target.value as Side)}>
            {SIDES.map((name) => (
              <option key={name} value={name}>
                {sideName(name)}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          {say.findPart}
          <input type="search" value={sought} onChange={({ target }) => setSought(target.value)} />
        </label>
      </div>
      <p className="soft">{say.emptyMeans}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard. */}
      <section className="price-scroll price-sheet" tabIndex={0} aria-label={sideName(side)}>
        <table className="price-table">
          <thead>
            <tr>
              <th scope="col">{say.part}</th>
              {isWork && <th scope="col">{say.labour}</th>}
              {columns.map((column) => (
                <th scope="col" key={column}>
                  {columnName(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((family) => (
              <tr key={`${side} ${family}`}>
                <th scope="row">{partName(family)}</th>
                {isWork && (
                  <td>
                    <LabourChoice
                      matrix={matrix}
                      path={pathTo(family, side, 'labour')}
                      label={`${partName(family)}, ${say.labour}`}
                      editing={editing}
                    />
                  </td>
                )}
                {columns.map((column) => {
                  const path = isWork ? pathTo(family, side, 'hours', column) : pathTo(family, side, column);
                  return (
                    <td key={column}>
                      <PriceCell
                        path={path}
                        value={cellIn(matrix, path)}
                        label={`${partName(family)}, ${columnName(column)}`}
                        editing={editing}
                      />
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {shown.length === 0 && <p>{say.noPart}</p>}
    </section>
  );
};
