import { useEffect, useId, useRef, useState } from 'react';
import { fill, useWords } from '../language.tsx';
import { useFormats } from './formats.ts';
import { faultOf, isFar, type Limits, readNumber, type TypedNumber } from './typed-number.ts';
import './number-input.css';

type NumberInputProps = {
  id?: string;
  /** Where there is no label that leads here. */
  label?: string;
  className?: string;
  value: TypedNumber;
  onChange(value: TypedNumber): void;
  limits: Limits;
  /** As money, or in another unit. */
  show?: (value: number) => string;
  /** What it should be near to, and how to say that it is not. */
  near?: { value: number; warning: string } | null;
  /** What somebody else has against it. */
  wrong?: string;
  /** What is known beforehand. */
  hint?: string;
  readOnly?: boolean;
  required?: boolean;
};

/** What was typed, until the value is changed by something else. */
const useTyped = (value: TypedNumber, { decimals }: Limits) => {
  const { plain, decimalMark } = useFormats();
  const [typed, setTyped] = useState<{ text: string; means: TypedNumber; before: TypedNumber } | null>(null);
  const isOurs = typed !== null && (typed.means === value || typed.before === value);
  const type = (text: string): TypedNumber => {
    const means = readNumber(text, decimalMark);
    setTyped({ text, means, before: value });
    return means;
  };
  if (isOurs) return { text: typed.text, means: typed.means, isTyped: true, type };
  return {
    text: typeof value === 'number' ? plain(value, decimals) : (value ?? ''),
    means: value,
    isTyped: false,
    type,
  };
};

const useFault = (value: TypedNumber, limits: Limits): string | null => {
  const { shell } = useWords();
  const { number, exact } = useFormats();
  const fault = faultOf(value, limits);
  if (fault === null) return null;
  return fill(shell[fault], {
    text: String(value),
    value: typeof value === 'number' ? exact(value) : '',
    example: number(1234.5),
    min: number(limits.min),
    max: number(limits.max),
    decimals: limits.decimals,
  });
};

/** A field for a number, with either decimal separator. Below it stands what was understood, or why nothing was. */
export const NumberInput = (props: NumberInputProps) => {
  const { shell } = useWords();
  const formats = useFormats();
  const ownId = useId();
  const input = useRef<HTMLInputElement>(null);
  const { text, means, isTyped, type } = useTyped(props.value, props.limits);
  const fault = useFault(means, props.limits);
  // The browser keeps a form with such a field from being sent, and says the sentence there.
  useEffect(() => input.current!.setCustomValidity(fault ?? ''), [fault]);

  const { id = ownId, limits, near, show = formats.number } = props;
  const wrong = fault ?? props.wrong;
  const understood = !wrong && isTyped && typeof means === 'number' ? means : null;
  return (
    <>
      <input
        ref={input}
        id={id}
        className={props.className}
        inputMode={limits.decimals > 0 ? 'decimal' : 'numeric'}
        autoComplete="off"
        aria-label={props.label}
        aria-invalid={wrong !== undefined}
        aria-describedby={`${id}-notes`}
        readOnly={props.readOnly}
        required={props.required}
        value={text}
        onChange={({ target }) => props.onChange(type(target.value))}
      />
      <span id={`${id}-notes`} className="number-notes" aria-live="polite">
        {wrong && <span className="alarm">{wrong}</span>}
        {understood !== null && (
          <span className="soft">{fill(shell.understood, { value: show(understood) })}</span>
        )}
        {understood !== null && near && isFar(understood, near.value) && (
          <strong className="alarm">{near.warning}</strong>
        )}
        {props.hint && <span className="soft">{props.hint}</span>}
      </span>
    </>
  );
};

/** The same with its name above it. */
export const NumberField = ({ name, ...props }: NumberInputProps & { name: string }) => {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{name}</label>
      <NumberInput {...props} id={id} />
    </div>
  );
};
