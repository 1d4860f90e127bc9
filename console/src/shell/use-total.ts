import type { Pricing } from '@walkaround/sdk';
import { useFormats } from '../formats/formats.ts';
import { capital, useNames } from '../language.tsx';

type OnePricing = NonNullable<Pricing[keyof Pricing]>;

/** What a repair costs, or that a person must look first: no price is not a price of nothing. */
export const useTotal = () => {
  const { to_check } = useNames();
  const formats = useFormats();
  return (
    { totalPrice, notAssessed }: Pick<OnePricing, 'totalPrice' | 'notAssessed'>,
    currency: OnePricing['currency'],
  ) => (notAssessed ? capital(to_check.condition) : formats.money(totalPrice, currency));
};
