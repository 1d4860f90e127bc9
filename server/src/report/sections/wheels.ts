import { heading, subheading } from '../page/blocks.ts';
import { BAD, BODY, SMALL, STRONG } from '../page/page-style.ts';
import { type Cell, drawTable } from '../page/table.ts';
import type { Writing } from '../page/writing.ts';
import { vehicleInWords } from '../words/vehicle-words.ts';
import { capital, fill, wordFor } from '../words/words.ts';

const FIELDS = [
  'rim_condition',
  'rim_material',
  'rim_visual_aspect',
  'hubcap_over_rim',
  'hubcap_condition',
  'hubcap_visual_aspect',
  'tyre',
] as const;

export const writeWheels = (writing: Writing) => {
  const { sheet, words, data } = writing;
  if (data.wheels.length === 0) return;
  heading(sheet, words.say.wheels);
  if (data.vehicles.length === 0) writeTable(writing);
  for (const vehicle of data.vehicles.filter(({ wheels }) => wheels.length > 0)) {
    subheading(sheet, vehicleInWords(writing, vehicle));
    writeTable({ ...writing, data: { ...data, ...vehicle } });
  }
};

const writeTable = ({ sheet, words, data }: Writing) => {
  const { say } = words;
  drawTable(
    sheet,
    [
      { title: say.wheel, share: 20 },
      ...FIELDS.map((field) => ({ title: words.wheel_fields[field], share: 14 })),
      { title: fill(say.photo, { n: '' }).trim(), share: 9 },
    ],
    data.wheels.map(({ wheel, photo }) => ({
      cells: [
        { text: wheel.wheel_name ? capital(words.parts[wheel.wheel_name]) : '–', look: STRONG },
        ...FIELDS.map((field): Cell => {
          const { prediction } = wheel.predictions[field];
          const isBad = prediction === 'DAMAGED' || prediction === 'FLAT';
          const text = capital(wordFor(words.wheel_words, prediction));
          return { text, look: isBad ? { ...SMALL, color: BAD, weight: 'bold' } : SMALL };
        }),
        { text: String(photo.number), look: BODY },
      ],
    })),
  );
};
