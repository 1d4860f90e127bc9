/** A check as a sentence, with the words of a language from `vocabulary/`. */
import type { Check, CheckReason, Side } from '../records/findings/check.ts';

type CheckWords = { reasons: Record<CheckReason['code'], string>; sides: Record<Side, string> };

export const checkInWords = (
  { reason }: Pick<Check, 'reason'>,
  { reasons, sides }: CheckWords,
  dateOf: (day: string) => string = (day) => day,
): string => {
  const values: Record<string, string | number> = {
    ...('plates' in reason && { plates: reason.plates.join(', ') }),
    ...('sides' in reason && { sides: reason.sides.map((side) => sides[side]).join(', ') }),
    ...('days' in reason && {
      days: reason.days,
      first_day: dateOf(reason.first_day),
      last_day: dateOf(reason.last_day),
    }),
  };
  return reasons[reason.code].replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
};
