/** What is listed, or may be damaged unseen, and stands in no sum, each with its reason, in any language: for the report, the console and the command line. */
import type names from './en.json';
import { fill } from './sentences.ts';

type Names = typeof names;

export type NotPriced = {
  code: keyof Names['not_priced']['because'];
  partType: keyof Names['parts'];
  partFamily: keyof Names['open_families'] | null;
  damageTypes: (keyof Names['damages'])[];
  atMost: number | null;
};

/** Null where no range is told that could count an amount. */
type Money = ((amount: number) => string) | null;

const thingsOf = (names: Names, { code, damageTypes }: NotPriced): string[] => {
  const { wheels } = names.not_priced;
  return code in wheels
    ? [wheels[code as keyof typeof wheels]]
    : damageTypes.map((type) => names.damages[type]);
};

/** A wheel without a place has no name that tells more. */
const placeOf = (names: Names, { partType, partFamily }: NotPriced): string[] => {
  if (partFamily) return [names.open_families[partFamily]];
  return partType === 'ignore' || partType === 'wheel' ? [] : [names.parts[partType]];
};

const reasonOf = ({ not_priced }: Names, { code, atMost }: NotPriced, money: Money): string => {
  const why = not_priced.because[code];
  return atMost && money ? fill(not_priced.at_most, { why, amount: money(atMost) }) : why;
};

export const notPricedItems = (names: Names, all: readonly NotPriced[], money: Money): string[] =>
  all.map((one) => {
    const what = [...thingsOf(names, one), ...placeOf(names, one)].join(', ');
    const why = reasonOf(names, one, money);
    return what ? `${what} (${why})` : why;
  });

/** Null where everything that is listed is in the sum. */
export const notPricedSentence = (names: Names, all: readonly NotPriced[], money: Money): string | null =>
  all.length === 0
    ? null
    : fill(names.not_priced.sentence, { list: notPricedItems(names, all, money).join('; ') });
