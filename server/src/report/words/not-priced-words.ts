/** What is listed and not in the total, in the report's language. */
import { notPricedSentence } from '../../../../vocabulary/not-priced.ts';
import type { NotPriced } from '../../inspections/costs/not-priced.ts';
import type { Words } from './words.ts';

export const notPricedInWords = (words: Words, all: readonly NotPriced[]): string | null =>
  notPricedSentence(
    words,
    all.map(({ code, part_type, part_family, damage_types }) => ({
      code,
      partType: part_type,
      partFamily: part_family,
      damageTypes: damage_types,
    })),
  );
