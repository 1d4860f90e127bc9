/** The drawing of the vehicle, unfolded, with its damaged parts colored by severity. */
import car from '../../../../vocabulary/car-drawing.json' with { type: 'json' };
import type { DamagedPart } from '../damaged-parts.ts';
import { fill } from '../words/words.ts';
import { drawBadge, type Frame, fitInto } from './blocks.ts';
import { LABEL, LEVEL_COLORS } from './page-style.ts';
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
  const names = damaged.map(
    ({ part_type, level }) => `${words.parts[part_type]} (${words.say[`level_${level}`]})`,
  );
  const unmarked = data.condition === null ? words.say.drawing_unknown : words.say.drawing_clean;
  const alt = names.length > 0 ? fill(words.say.drawing, { parts: names.join(', ') }) : unmarked;
  const bbox = [shown.x, shown.y, shown.x + shown.width, shown.y + shown.height];
  sheet.element('Figure', { alt, bbox }, () => {
    doc.save().translate(shown.x, shown.y).scale(scale);
    for (const [part, { path }] of Object.entries(OUTLINES)) {
      const level = levels.get(part);
      doc
        .path(path)
        .lineWidth(0.9)
        .fillAndStroke(level === undefined ? plain(part) : LEVEL_COLORS[level], LINE);
    }
    doc.restore();
    for (const part of damaged.filter(({ damages }) => damages.length > 0)) {
      const [x, y] = OUTLINES[part.part_type]!.label as [number, number];
      drawBadge(sheet, numbersOf(part), part.level, shown.x + x * scale, shown.y + y * scale, 6.5);
    }
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
