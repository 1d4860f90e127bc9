/** What was read on photos or seen of a wheel, and what people say over it. */
import { useFormats } from '../formats/formats.ts';
import { nameIn, useNames, useWords } from '../language.tsx';

export type ReadingValue = string | number | { value: number; unit: string } | boolean | null;
/** `stated`: what a person had said before; taking a correction back says it again. */
export type ReadingChange = { field: string; value: ReadingValue; stated?: string | number | null };
/** Of `vehicle`, of a wheel by its name, of one on one photo (`wheel`), or of a document by its type. */
export type SaidReading = { reading: string; values: ReadingChange[] };

export const isReading = (words: object | null): words is SaidReading => words !== null && 'reading' in words;

export const isOfWheel = (subject: string) => subject.startsWith('wheel');

export const useReadingWords = () => {
  const names = useNames();
  const { correcting: say } = useWords();
  const { number } = useFormats();
  return {
    subject: (reading: string) => {
      if (reading === 'vehicle') return say.vehicle;
      return isOfWheel(reading) ? nameIn(names.parts, reading) : nameIn(names.document_types, reading);
    },
    field: (reading: string, field: string) => {
      if (reading === 'vehicle') return nameIn(names.fields, field);
      return nameIn(isOfWheel(reading) ? names.wheel_fields : names.document_fields, field);
    },
    value: (reading: string, value: ReadingValue): string => {
      if (value === null) return '–';
      if (typeof value === 'object') return `${number(value.value)} ${value.unit}`;
      return isOfWheel(reading)
        ? nameIn({ ...names.parts, ...names.wheel_words }, String(value))
        : String(value);
    },
  };
};
