/** The drawing of the vehicle, unfolded, with its damaged parts colored by severity and its flat tires marked. */
import car from '../../../../vocabulary/car-drawing.json' with { type: 'json' };
import { FLAT_MARK } from '../../../../vocabulary/wheels.ts';
import type { DamagedPart } from '../damaged-parts.ts';
import { hasFlatTire } from '../report-data.ts';
import { fill, wordFor } from '../words/words.ts';
import { drawBadge, type Frame, fitInto } from './blocks.ts';
import { BAD, LABEL, LEVEL_COLORS } from './page-style.ts';
import type { Writing } from './writing.ts';

type Outline = { label: number[]; path: string };
const OUTLINES: Record<string, Outline> = car.parts;

const [, , WIDTH, HEIGHT] = car.view_box as [number, number, number, number];
const LINE = '#8b959e';
const PAINT = '#f1f4f6';
const GLASS = '#dde7ee';
const RUBBER = '#c3cad0';

const plain = (part: string) => {
  if (/window|windshield/.test(part)) return GLASS;
  return part.startsWith('wheel') ? RUBBER : PAINT;
};

export const isDrawn = (part: string) => Object.hasOwn(OUTLINES, part);

/** 4, or 4–6: the damages of a part have numbers that follow one another. */
const numbersOf = ({ damages }: DamagedPart) => {
  const [first, last] = [damages[0]!.number, damages.at(-1)!.number];
  return first === last ? String(first) : `${first}–${last}`;
};

export const drawCar = ({ sheet, words, data }: Writing, frame: Frame) => {
  const { doc } = sheet;
  const shown = fitInto(frame, { width: WIDTH, height: HEIGHT });
  const scale = shown.width / WIDTH;
  const levels = new Map(data.parts.map(({ part_type, level }) => [part_type as string, level]));
  const damaged = data.parts.filter(({ part_type }) => isDrawn(part_type));
  const flat: string[] = data.wheels.filter(hasFlatTire).flatMap(({ wheel }) => wheel.wheel_name ?? []);
  const names = [
    ...damaged.map(({ part_type, level }) => `${words.parts[part_type]} (${words.say[`level_${level}`]})`),
    ...flat.map((wheel) => `${wordFor(words.parts, wheel)} (${words.not_priced.wheels.flat_tire})`),
  ];
  const unmarked = data.condition === null ? words.say.drawing_unknown : words.say.drawing_clean;
  const alt = names.length > 0 ? fill(words.say.drawing, { parts: names.join(', ') }) : unmarked;
  const bbox = [shown.x, shown.y, shown.x + shown.width, shown.y + shown.height];
  sheet.element('Figure', { alt, bbox }, () => {
    doc.save().translate(shown.x, shown.y).scale(scale);
    for (const [part, { path }] of Object.entries(OUTLINES)) {
      const level = levels.get(part);
      const isMarked = flat.includes(part);
      doc
        .path(path)
        .lineWidth(isMarked ? 3 : 0.9)
        .fillAndStroke(level === undefined ? plain(part) : LEVEL_COLORS[level], isMarked ? BAD : LINE);
    }
    doc.restore();
    const badge = (part: string, text: string, color: string) => {
      const [x, y] = OUTLINES[part]!.label as [number, number];
      drawBadge(sheet, text, color, shown.x + x * scale, shown.y + y * scale, 6.5);
    };
    for (const wheel of flat) badge(wheel, FLAT_MARK, BAD);
    for (const part of damaged.filter(({ damages }) => damages.length > 0))
      badge(part.part_type, numbersOf(part), LEVEL_COLORS[part.level]);
  });
  sheet.decorate(() => {
    const say = (text: string, x: number, y: number) =>
      sheet.drawLine(sheet.lines(text, LABEL, 80)[0]!, LABEL, x, y, 80, 'center');
    say(words.say.left, shown.x + 75 * scale - 40, shown.y + 506 * scale);
    say(words.say.right, shown.x + 385 * scale - 40, shown.y + 506 * scale);
    say(words.say.front, shown.x + 105 * scale - 40, shown.y + 40 * scale);
    say(words.say.back, shown.x + 105 * scale - 40, shown.y + 544 * scale);
  });
};
