/** What is not in the total, in the report's language, and the range that may count it. */
import { notPricedSentence } from '../../../../vocabulary/not-priced.ts';
import type { NotPriced } from '../../inspections/costs/not-priced.ts';
import type { Pricing } from '../../inspections/costs/pricing.ts';
import { fill, type Words } from './words.ts';

/** `money`: of cents; null where no range is told. */
export const notPricedInWords = (
  words: Words,
  all: readonly NotPriced[],
  money: ((cents: number) => string) | null,
): string | null =>
  notPricedSentence(
    words,
    all.map(({ code, part_type, part_family, damage_types, at_most }) => ({
      code,
      partType: part_type,
      partFamily: part_family,
      damageTypes: damage_types,
      atMost: at_most,
    })),
    money,
  );

/** The range of the whole, of which not everything may be listed; null: there is one amount only. */
export const rangeInWords = (
  { say }: Words,
  { low, high, not_priced }: Pick<Pricing, 'low' | 'high' | 'not_priced'>,
  money: (cents: number) => string,
): string | null => {
  const isUnseen = not_priced.some(({ code, at_most }) => code === 'beside_torn_bumper' && at_most !== null);
  const sentence = isUnseen ? say.range_with_headlight : say.range;
  return low < high ? fill(sentence, { low: money(low), high: money(high) }) : null;
};
