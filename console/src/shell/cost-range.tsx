import type { Pricing } from '@walkaround/sdk';
import { useFormats } from '../formats/formats.ts';
import { fill, useNames } from '../language.tsx';

type OnePricing = NonNullable<Pricing[keyof Pricing]>;

/** Under a cost that may be another: from the least to the most. */
export const CostRange = ({ range, currency }: Pick<OnePricing, 'range' | 'currency'>) => {
  const { cost_ranges } = useNames();
  const formats = useFormats();
  const { low, high } = range;
  if (low === high) return null;
  const money = (amount: number) => formats.money(amount, currency);
  return (
    <span className="soft facts">{fill(cost_ranges.short, { low: money(low), high: money(high) })}</span>
  );
};
