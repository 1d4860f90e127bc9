import { fill, nameIn, useNames, useWords } from '../../language.tsx';
import { type Family, type Path, type RATES, SEGMENTS, type Side, sideOf, snake } from './matrix-draft.ts';

type Rate = (typeof RATES)[number];

/** What the rows and columns of the matrix are called. */
export const usePriceNames = () => {
  const { settings: say } = useWords();
  const names = useNames();
  const partName = (family: Family | string) =>
    nameIn({ ...names.parts, ...names.part_families }, snake(family));
  const sideName = (side: Side) => {
    if (side === 'partPrices') return say.newParts;
    if (side === 'flatRates') return say.flatRates;
    return fill(say.hoursFor, { operation: nameIn(names.operations, snake(side)).toLowerCase() });
  };
  const rateName = (rate: Rate) => say[`rate_${rate}`];
  const columnName = (column: string | number) => {
    const segment = SEGMENTS.find((name) => name === column);
    return segment ? nameIn(names.segments, segment) : fill(say.level, { level: Number(column) + 1 });
  };
  const BASICS = ['currency', 'taxPercent', 'spreadPercent', 'paintPreparationHours'] as const;
  const placeName = (path: Path): string => {
    if (path[0] === 'parts') return `${partName(path[1] as string)}, ${sideName(sideOf(path))}`;
    if (path[0] === 'hourlyRates') return `${say.rates}, ${rateName(path[1] as Rate)}`;
    const basic = BASICS.find((name) => name === path[0]);
    return basic ? say[basic] : path.join(' ');
  };
  return { partName, sideName, columnName, placeName };
};
