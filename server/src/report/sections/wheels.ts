/** What was seen of each wheel: a small table of what is known. */
import { isTold, isWheelFault } from '../../../../vocabulary/wheels.ts';
import { heading, subheading } from '../page/blocks.ts';
import { BAD, BODY, SMALL, STRONG } from '../page/page-style.ts';
import { type Cell, drawTable } from '../page/table.ts';
import type { Writing } from '../page/writing.ts';
import type { ShownWheel } from '../report-data.ts';
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
type Field = (typeof FIELDS)[number];

const [NAME_WIDTH, FIELD_WIDTH, PHOTO_WIDTH] = [100, 74, 40];

const said = ({ wheel }: ShownWheel, field: Field): string | null => {
  const { prediction } = wheel.predictions[field];
  return isTold(prediction) ? prediction : null;
};

const isKnown = (shown: ShownWheel) => FIELDS.some((field) => said(shown, field) !== null);

export const writeWheels = (writing: Writing) => {
  const { sheet, words, data } = writing;
  if (!data.wheels.some(isKnown)) return;
  heading(sheet, words.say.wheels);
  if (data.vehicles.length === 0) writeTable(writing, data.wheels.filter(isKnown));
  const loose = { vehicle_group: null, plate: null, photo_numbers: [], wheels: data.loose_wheels };
  for (const vehicle of [...data.vehicles, loose]) {
    const wheels = vehicle.wheels.filter(isKnown);
    if (wheels.length === 0) continue;
    subheading(sheet, vehicleInWords(writing, vehicle));
    writeTable(writing, wheels);
  }
};

type Wheels = [ShownWheel, ...ShownWheel[]];

/** Wheels of which nobody knows the place, and of which the same is told, share a line: they may be one. */
const alike = (wheels: readonly ShownWheel[], fields: readonly Field[]): Wheels[] => {
  const answers = (shown: ShownWheel) => {
    const { wheel_name, stated } = shown.wheel;
    return JSON.stringify([wheel_name, stated, fields.map((field) => said(shown, field))]);
  };
  return [...Map.groupBy(wheels, answers).values()] as Wheels[];
};

const writeTable = ({ sheet, words }: Writing, wheels: readonly ShownWheel[]) => {
  const { say } = words;
  const fields = FIELDS.filter((field) => wheels.some((wheel) => said(wheel, field) !== null));
  drawTable(
    sheet,
    [
      { title: say.wheel, share: NAME_WIDTH },
      ...fields.map((field) => ({ title: words.wheel_fields[field], share: FIELD_WIDTH })),
      { title: fill(say.photo, { n: '' }).trim(), share: PHOTO_WIDTH },
    ],
    alike(wheels, fields).map((some) => ({
      cells: [
        { text: capital(words.parts[some[0].wheel.wheel_name ?? 'wheel']), style: STRONG },
        ...fields.map((field): Cell => {
          const word = said(some[0], field);
          const isStated = word !== null && some[0].wheel.stated?.includes(field);
          const name = word === null ? '–' : capital(wordFor(words.wheel_words, word));
          const text = isStated ? `${name} (${say.corrected})` : name;
          return { text, style: isWheelFault(word) ? { ...SMALL, color: BAD, weight: 'bold' } : SMALL };
        }),
        { text: [...new Set(some.map(({ photo }) => photo.number))].join(', '), style: BODY },
      ],
    })),
    { width: Math.min(sheet.width, NAME_WIDTH + fields.length * FIELD_WIDTH + PHOTO_WIDTH) },
  );
};
