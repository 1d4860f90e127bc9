/** What is listed and not in the total, in the report's language. */
import { notPricedSentence } from '../../../../vocabulary/not-priced.ts';
import type { NotPriced } from '../../inspections/costs/not-priced.ts';
import type { Words } from './words.ts';

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
