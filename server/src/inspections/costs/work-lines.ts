/** The lines of an estimate: what is done, for how long, and what that costs by a price matrix. */

import type { PartFamily } from '../parts/part-families.ts';
import type { PartType } from '../parts/parts.ts';
import type { Line } from '../records/estimate.ts';
import type { PartOperation, PriceMatrix } from '../records/price-matrix.ts';
import type { Level } from '../records/severity.ts';
import { because } from './estimate-reason.ts';
import { type Cents, costOf, sum, toHundredths } from './money.ts';

type Why = ReturnType<typeof because>;

export const costOfLines = (lines: readonly Line[]): Cents => sum(lines.map(({ cost }) => cost));

/** Null where the matrix has no such work for the part at that level. */
export const hoursFor = (
  { parts }: PriceMatrix,
  family: PartFamily,
  operation: PartOperation,
  level: Level,
) => parts[family].operations[operation]?.hours[level - 1] ?? null;

/** With the materials that go with it. */
export const paintLines = (
  { hourly_rates }: PriceMatrix,
  line: Pick<Line, 'operation' | 'part_type' | 'hours' | keyof Why>,
): Line[] => [
  { ...line, rate: 'paint', cost: costOf(toHundredths(hourly_rates.paint), line.hours) },
  {
    ...line,
    rate: 'ingredient',
    cost: costOf(toHundredths(hourly_rates.ingredient), line.hours),
    ...because({ code: 'paint_materials', hours: line.hours }),
  },
];

/** There must be hours for the operation at that level. */
export const workLines = (
  matrix: PriceMatrix,
  family: PartFamily,
  work: Why & { operation: PartOperation; part_type: PartType; level: Level; share?: number },
): Line[] => {
  const { operation, part_type, level, reason, reason_details, share = 1 } = work;
  const rate = matrix.parts[family].operations[operation]!.labour;
  const hours = Math.round(toHundredths(hoursFor(matrix, family, operation, level)!) * share);
  const line = { operation, part_type, hours, reason, reason_details };
  return rate === 'paint'
    ? paintLines(matrix, line)
    : [{ ...line, rate, cost: costOf(toHundredths(matrix.hourly_rates[rate]), hours) }];
};
