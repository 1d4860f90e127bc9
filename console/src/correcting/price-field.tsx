import { useFormats } from '../formats/formats.ts';
import { NumberField } from '../formats/number-input.tsx';
import type { TypedNumber } from '../formats/typed-number.ts';
import { fill, useWords } from '../language.tsx';

/** What the service takes. */
const LIMITS = { min: 0, max: 1_000_000, decimals: 2 };

type PriceProps = {
  value: TypedNumber;
  onChange(value: TypedNumber): void;
  estimated: number | null;
  currency: string | null;
};

/** An amount of money, without tax. */
export const PriceField = ({ value, onChange, estimated, currency }: PriceProps) => {
  const { correcting: say } = useWords();
  const formats = useFormats();
  const money = (amount: number) => formats.money(amount, currency);
  const amount = estimated === null ? '' : money(estimated);
  return (
    <NumberField
      name={fill(say.priceIn, { currency: currency ?? '' })}
      hint={estimated === null ? undefined : fill(say.estimate, { amount })}
      value={value}
      onChange={onChange}
      limits={LIMITS}
      show={money}
      near={estimated === null ? null : { value: estimated, warning: fill(say.farFromEstimate, { amount }) }}
    />
  );
};

/** What was typed, where it is another amount. */
export const newPrice = (typed: TypedNumber, before: number | null): number | null =>
  typeof typed === 'number' && typed !== before ? typed : null;
