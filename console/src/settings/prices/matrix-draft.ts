/** A price matrix while it is edited: what is no number stays as it was typed, for the service to judge. */
import type { Currency, PartPrices, PricedWork, PriceMatrix, WalkaroundError } from '@walkaround/sdk';
import type { TypedNumber } from '../../formats/typed-number.ts';

export type Cell = TypedNumber;
export type Path = (string | number)[];
export type Family = keyof PriceMatrix['parts'];
export type Operation = keyof PartPrices['operations'];
/** What of all parts is looked at. */
export type Side = 'partPrices' | 'flatRates' | Operation;

export const CURRENCIES: readonly Currency[] = [
  'EUR',
  'USD',
  'GBP',
  'CHF',
  'AUD',
  'CAD',
  'SEK',
  'NOK',
  'DKK',
  'PLN',
  'CZK',
  'RON',
];
export const SEGMENTS = ['city', 'compact', 'sedan', 'suv', 'van'] as const;
export const LABOUR_KINDS = ['t1', 't2', 't3', 'm1', 'm2', 'm3', 'paint'] as const;
export const RATES = [...LABOUR_KINDS, 'ingredient'] as const;
export const OPERATIONS = [
  'polishing',
  'paintlessDentRepair',
  'dentRepair',
  'plasticRepair',
  'sanding',
  'painting',
  'refinishing',
  'removing',
  'replacing',
] as const satisfies Operation[];
export const LEVELS = [0, 1, 2] as const;

const PAINTED: readonly Operation[] = ['painting', 'refinishing'];

export const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const camel = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

export const idOf = (path: Path) => `price-${path.join('-')}`;

export const cellIn = (matrix: PriceMatrix, path: Path): Cell =>
  (path.reduce<unknown>(
    (value, name) => (value as Record<string, unknown> | null | undefined)?.[name],
    matrix,
  ) as Cell) ?? null;

const isEmpty = (cells: object) => Object.values(cells).every((cell) => cell === null);

/** A part gets what it lacked with the first value for it, and loses it with the last. */
const complete = (part: PartPrices, side: Side) => {
  if (side === 'partPrices')
    part.partPrices ??= Object.fromEntries(SEGMENTS.map((name) => [name, null])) as never;
  else if (side !== 'flatRates')
    part.operations[side] ??= {
      labour: PAINTED.includes(side) ? 'paint' : 't1',
      hours: [null, null, null],
    } as PricedWork;
};

const reduce = (part: PartPrices, side: Side) => {
  if (side === 'partPrices') {
    if (part.partPrices && isEmpty(part.partPrices)) part.partPrices = null;
  } else if (side !== 'flatRates' && isEmpty(part.operations[side]!.hours)) delete part.operations[side];
};

/** Of a part: which side of it a path leads to. */
export const sideOf = ([, , member, operation]: Path): Side =>
  (member === 'operations' ? operation : member) as Side;

export const withCell = (matrix: PriceMatrix, path: Path, cell: Cell): PriceMatrix => {
  const changed = structuredClone(matrix);
  const part = path[0] === 'parts' ? changed.parts[path[1] as Family] : null;
  if (part) complete(part, sideOf(path));
  const holder = path
    .slice(0, -1)
    .reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], changed);
  (holder as Record<string, Cell>)[path.at(-1)!] = cell;
  if (part) reduce(part, sideOf(path));
  return changed;
};

export type Mistake = { path: Path; message: string };

/** Where the service found what wrong, in the names that are used here. */
export const mistakesIn = ({ errors }: WalkaroundError): Mistake[] =>
  errors.map(({ path, message }) => ({ path: path.split('.').map(camel), message }));
