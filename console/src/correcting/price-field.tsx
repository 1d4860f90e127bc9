import { fill, useWords } from '../language.tsx';
import { useFormats } from '../shell/formats.ts';

type PriceProps = {
  value: string;
  onChange(value: string): void;
  estimated: number | null;
  currency: string | null;
};

/** An amount of money, without tax. */
export const PriceField = ({ value, onChange, estimated, currency }: PriceProps) => {
  const { correcting: say } = useWords();
  const formats = useFormats();
  return (
    <label className="field">
      {fill(say.priceIn, { currency: currency ?? '' })}
      <input
        type="number"
        min={0}
        max={1_000_000_000}
        step={0.01}
        inputMode="decimal"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      {estimated !== null && (
        <span className="soft">{fill(say.estimate, { amount: formats.money(estimated, currency) })}</span>
      )}
    </label>
  );
};

/** What was typed, where it is another amount. */
export const newPrice = (typed: string, before: number | null): number | null => {
  const amount = Number(typed);
  return typed.trim() === '' || !Number.isFinite(amount) || amount === before ? null : amount;
};
