import type { Check } from '@walkaround/sdk';
import { useFormats } from '../formats/formats.ts';
import { fill, useNames } from '../language.tsx';

/** The reason in the language of the page; the service says it in English. */
export const useCheckSentence = () => {
  const { checks } = useNames();
  const formats = useFormats();
  // A day without a time is midnight in Greenwich, which is the day before in America.
  const dayOf = (day?: string) => (day ? formats.day(`${day}T12:00`) : '');
  return ({ code, plates = [], sides = [], firstDay, lastDay, days }: Check['reason']) =>
    fill(checks.reasons[code], {
      plates: plates.join(', '),
      sides: sides.map((side) => checks.sides[side]).join(', '),
      first_day: dayOf(firstDay),
      last_day: dayOf(lastDay),
      days: days ?? '',
    });
};
