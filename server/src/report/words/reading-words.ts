/** What a person says over what was read on photos or seen of a wheel. */
import type { Amount } from '../../inspections/records/vehicle.ts';
import type { Writing } from '../page/writing.ts';
import { wordFor } from './words.ts';

type Said = { subject: string; field: string; value: unknown };

export const readingInWords = (
  { words, formats }: Pick<Writing, 'words' | 'formats'>,
  { subject, field, value }: Said,
) => {
  const [subjects, fields] =
    subject === 'vehicle'
      ? [{ vehicle: words.say.vehicle }, words.fields]
      : subject.startsWith('wheel')
        ? [words.parts, words.wheel_fields]
        : [words.document_types, words.document_fields];
  const shown =
    value === null
      ? '–'
      : typeof value === 'object'
        ? formats.distance(value as Amount)
        : wordFor(field === 'wheel_name' ? words.parts : words.wheel_words, String(value));
  return { what: wordFor(subjects, subject), field: wordFor(fields, field), value: shown };
};
