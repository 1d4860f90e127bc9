import { z } from 'zod';
import { hasTwoDigits } from '../../../inspections/costs/money.ts';
import { DEFAULT_MATRIX } from '../../../inspections/costs/price-matrix.ts';
import { PART_FAMILIES } from '../../../inspections/parts/part-families.ts';
import {
  CURRENCIES,
  LABOUR_KINDS,
  PART_OPERATIONS,
  type PriceMatrix,
  RATES,
  SEGMENTS,
} from '../../../inspections/records/price-matrix.ts';
import { Id, Time } from '../common.ts';
import { money } from '../findings/pricing.ts';

const MOST_HOURS = 100;
const MOST_FOR_PART = 100_000;
const MOST_FOR_HOUR = 1000;

const twoDigits = (number: z.ZodNumber, description = '') =>
  number
    .refine(hasTwoDigits, { error: 'Give at most two digits after the point.' })
    .describe(`${description} At most two digits after the point.`.trim());
const hours = (description?: string) =>
  twoDigits(
    z
      .number()
      .min(0, { error: 'Give 0 hours or more.', abort: true })
      .max(MOST_HOURS, { error: `Give at most ${MOST_HOURS} hours.`, abort: true }),
    description,
  );
const percent = (description: string) =>
  twoDigits(z.number().min(0).max(50, 'Give a percentage of at most 50.'), description);

const isRising = (levels: (number | null)[]) => {
  const given = levels.filter((value) => value !== null);
  return given.every((value, i) => i === 0 || value >= given[i - 1]!);
};

/** One value for each level of severity; null: not done, or not offered, at that level. */
const byLevel = (value: z.ZodType<number>, description = '') =>
  z
    .tuple([value.nullable(), value.nullable(), value.nullable()])
    .refine(isRising, { error: 'A higher level of severity cannot take or cost less than a lower one.' })
    .describe(`${description} By level of severity: a higher one is never less than a lower one.`.trim());

const objectOf = <Name extends string, T extends z.ZodType>(names: readonly Name[], schema: T) =>
  z.strictObject(Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, T>);

const Work = z
  .strictObject({ labour: z.enum(LABOUR_KINDS), hours: byLevel(hours()) })
  .meta({ id: 'PricedWork' });

const PartPrices = z
  .strictObject({
    operations: objectOf(PART_OPERATIONS, Work.optional()),
    part_prices: objectOf(SEGMENTS, money(MOST_FOR_PART))
      .nullable()
      .describe('The price of a new part, by vehicle segment; null means that the part is never replaced.'),
    flat_rates: byLevel(money(MOST_FOR_PART), 'For estimates by flat rate: everything included.'),
  })
  .refine(({ operations, part_prices }) => (operations.replacing === undefined) === (part_prices === null), {
    path: ['part_prices'],
    error:
      'A part that can be replaced needs both hours for replacing and part_prices; otherwise give neither.',
  })
  .describe('A replaceable part has hours for replacing and part_prices; any other part has neither.')
  .meta({ id: 'PartPrices' });

const matrix = {
  currency: z.enum(CURRENCIES),
  tax_percent: percent('Added to the total; all amounts are without it.'),
  spread_percent: percent('How far real hours lie around those given here.'),
  hourly_rates: objectOf(RATES, money(MOST_FOR_HOUR).gt(0, { error: 'Give a rate above 0.' })).describe(
    't: bodywork, m: mechanics, 1 to 3 by skill; paint; ingredient: materials for an hour of painting.',
  ),
  paint_preparation_hours: hours('Once for all painted panels that stand together.'),
  parts: objectOf(PART_FAMILIES, PartPrices).describe('Every part; left and right are one.'),
};

export const PriceMatrixBody = z
  .object(matrix)
  .meta({ example: DEFAULT_MATRIX.matrix })
  .transform((given): PriceMatrix => given as PriceMatrix);

const version = {
  id: Id,
  version: z.number().int(),
  is_default: z.boolean().describe('The one that comes with the service.'),
  created_at: Time.nullable(),
  created_by: z.string().nullable(),
};

export const PriceMatrixAnswer = z.object({ ...version, ...matrix }).meta({ id: 'PriceMatrix' });

export const PriceMatrixVersionAnswer = z
  .object({ ...version, currency: z.enum(CURRENCIES) })
  .meta({ id: 'PriceMatrixVersion' });
