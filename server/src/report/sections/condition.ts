/** The overview of the vehicle: the drawing, the score and how many parts of which severity. */
import { conditionTone, type Tone } from '../../../../vocabulary/condition.ts';
import { nothingListed, nothingListedAlone } from '../../../../vocabulary/nothing-listed.ts';
import { FLAT_MARK } from '../../../../vocabulary/wheels.ts';
import type { Change } from '../../inspections/comparison/comparison.ts';
import { fromHundredths, sum } from '../../inspections/costs/money.ts';
import { otherPartsOf } from '../../inspections/damages/found-besides.ts';
import { asksForPhotos } from '../../inspections/vehicle-state/vehicle-state.ts';
import { isOpen, type Level } from '../damaged-parts.ts';
import { drawBadge, heading } from '../page/blocks.ts';
import { drawCar, isDrawn } from '../page/car-picture.ts';
import {
  BAD,
  BODY,
  FAINT,
  GOOD,
  INK,
  LEVEL_COLORS,
  SMALL,
  STRONG,
  type TextStyle,
} from '../page/page-style.ts';
import type { Writing } from '../page/writing.ts';
import { hasFlatTire } from '../report-data.ts';
import { writeRestriction } from '../restriction.ts';
import { rangeInWords } from '../words/not-priced-words.ts';
import { vehicleInWords } from '../words/vehicle-words.ts';
import { capital, counted, fill, labeled, partNamed } from '../words/words.ts';

/** Two of them, of two vehicles, fit on one page. */
const HEIGHT = 300;
const ESTIMATE: TextStyle = { size: 18, weight: 'bold', color: INK, leading: 26 };
const SCORE: TextStyle = { size: 34, weight: 'bold', color: INK, leading: 40 };

const COLOR_OF: Record<Tone, string> = { good: GOOD, fair: LEVEL_COLORS[2], poor: LEVEL_COLORS[3] };

const drawScore = ({ sheet, words, formats, data }: Writing, x: number, width: number) => {
  const { condition } = data;
  const { y } = sheet;
  sheet.paragraph(words.say.condition_score, SMALL, { x, width });
  if (condition === null) {
    sheet.paragraph(data.state ? capital(words.to_check.condition) : words.say.not_examined, STRONG, {
      x,
      width,
    });
    sheet.y += 8;
    return;
  }
  const [line] = sheet.lines(formats.number(condition), SCORE, width);
  const [beside] = sheet.lines(words.say.of_100, BODY, width);
  sheet.element('P', {}, () => {
    sheet.drawLine(line!, SCORE, x, y + SMALL.leading, width);
    sheet.drawLine(beside!, BODY, x + line!.width + 6, y + SMALL.leading + 22, width);
  });
  sheet.y += SCORE.leading + 2;
  sheet.decorate(() => {
    const { doc } = sheet;
    doc.roundedRect(x, sheet.y, width, 6, 3).fill(FAINT);
    if (condition > 0)
      doc
        .roundedRect(x, sheet.y, Math.max(6, (width * condition) / 100), 6, 3)
        .fill(COLOR_OF[conditionTone(data.state?.state ?? null)]);
  });
  sheet.y += 18;
};

/** The judgment of the whole vehicle, and where it is heavily deformed. */
const drawState = ({ sheet, words, data }: Writing, x: number, width: number) => {
  if (!data.state) return;
  const say = words.vehicle_state;
  const { state, sides, image_ids, airbag, flat_tire, may_be_severe, looks_worse, part_is_worse } =
    data.state;
  sheet.paragraph(labeled(words, say.title, say[state ?? 'unsure']), STRONG, { x, width });
  const where = sides.map((side) => say[side]).join(', ');
  const sentences = [
    image_ids.length > 0 && (where ? fill(say.deformed, { sides: where }) : say.deformed_somewhere),
    airbag && say.airbag,
    flat_tire && say.flat_tire,
    may_be_severe && say.may_be_severe,
    // Without a state nothing is listed that it could look worse than.
    looks_worse && (state === null ? say.looks_damaged : say.looks_worse),
    part_is_worse && say.part_is_worse,
  ].filter(Boolean);
  if (sentences.length > 0) sheet.paragraph(sentences.join(' '), BODY, { x, width });
  sheet.y += 6;
};

/** Of an inspection without a damage. `isAlone`: its state does not stand beside it. */
export const nothingIsListed = ({ words, data, options }: Writing, { isAlone }: { isAlone: boolean }) => {
  if (!data.state) return words.say.not_examined;
  const { state, to_check, flat_tire, is_unseen } = data.state;
  const whole = {
    state,
    noVehicle: is_unseen,
    retakePhotos: asksForPhotos(data.state),
    flatTire: flat_tire,
    placesToCheck: to_check,
  };
  const sentence = isAlone ? nothingListedAlone : nothingListed;
  return sentence(words, options.language, whole, words.say.no_damage);
};

const countSentence = (writing: Writing) => {
  const { words, data } = writing;
  const { language } = writing.options;
  const n = data.damages.length;
  if (n === 0) return data.state ? nothingIsListed(writing, { isAlone: false }) : null;
  const { damages: all, damages_on_parts, on_open_parts, all_on_open_parts } = words.counts;
  const damages = counted(language, all, n);
  // One that is to be confirmed may be one of the others, so that nobody knows how many parts there are.
  const open = sum(data.parts.filter(isOpen).map((part) => part.damages.length));
  const forms = open === n ? all_on_open_parts : on_open_parts;
  if (open > 0) return fill(counted(language, forms, open), { damages });
  const on = data.damages.flatMap(({ damage }) => [
    damage.part_type,
    ...otherPartsOf(damage, data.inspection.parts),
  ]);
  const parts = new Set(on).size;
  return parts === 1 && n === 1 ? damages : fill(counted(language, damages_on_parts, parts), { damages });
};

/** Beside damages, what is left to check is easily forgotten. */
const placesLeft = ({ words, data, options }: Writing) =>
  data.damages.length > 0 && data.state && data.state.to_check > 0
    ? counted(options.language, words.counts.more_to_check, data.state.to_check)
    : null;

/** Every color of the drawing with its word and how many parts have it: color alone tells some readers nothing. */
const drawLegend = ({ sheet, words, data }: Writing, x: number, width: number) => {
  const levels: Level[] = [3, 2, 1, 0];
  sheet.paragraph(words.say.parts, SMALL, { x, width });
  sheet.begin('L');
  for (const level of levels) {
    const count = data.parts.filter((part) => part.level === level).length;
    if (level === 0 && count === 0) continue;
    const { y } = sheet;
    sheet.decorate(() => sheet.doc.roundedRect(x, y + 1.5, 12, 9, 2).fill(LEVEL_COLORS[level]));
    sheet.begin('LI');
    sheet.element('LBody', {}, () => {
      sheet.drawLine(
        sheet.lines(capital(words.say[`level_${level}`]), BODY, width)[0]!,
        BODY,
        x + 19,
        y,
        width,
      );
      sheet.drawLine(sheet.lines(String(count), STRONG, 40)[0]!, STRONG, x, y, width, 'right');
    });
    sheet.end();
    sheet.y += 14;
  }
  sheet.end();
};

/** Beside its mark on the drawing, or with the word that it is not there. */
const drawFlatTires = ({ sheet, words, data }: Writing, x: number, width: number) => {
  const wheels = data.wheels.filter(hasFlatTire);
  if (wheels.length === 0) return;
  sheet.y += 2;
  for (const { wheel, photo } of wheels) {
    const { y } = sheet;
    const where = [words.parts[wheel.wheel_name ?? 'wheel'], fill(words.say.photo, { n: photo.number })];
    sheet.decorate(() => drawBadge(sheet, FLAT_MARK, BAD, x + 6, y + 6, 6.5));
    sheet.paragraph(labeled(words, capital(words.not_priced.wheels.flat_tire), where.join(', ')), BODY, {
      x: x + 19,
      width: width - 19,
    });
  }
};

/** Of these damages: what is new since the earlier inspection, what was known, and what the photos do not tell. */
const drawSinceEarlier = ({ sheet, words, formats, data, options }: Writing, x: number, width: number) => {
  const { earlier, damages, pricing, vehicles } = data;
  if (!earlier || damages.length === 0) return;
  const say = words.earlier;
  sheet.y += 6;
  sheet.paragraph(fill(say.since, { date: formats.day(earlier.inspection.created_at) }), SMALL, { x, width });
  const count = (change: Change) =>
    damages.filter(({ damage }) => earlier.changeOf.get(damage.id) === change).length;
  const counts = [
    fill(say.new, { n: count('new') }),
    fill(say.existing, { n: count('existing') }),
    count('unknown') > 0 && fill(say.undecided, { n: count('unknown') }),
  ];
  for (const text of counts) if (text) sheet.paragraph(text, STRONG, { x, width });
  const cost = earlier.cost_of_new;
  const isOne = vehicles.length === 0 && !pricing?.beyond_visual_estimate && !pricing?.not_assessed;
  if (options.pricing && cost && isOne)
    sheet.paragraph(
      fill(say.cost_of_new, { cost: formats.money(fromHundredths(cost.total), cost.currency) }),
      STRONG,
      { x, width },
    );
};

/** The one number that many look for first. */
const drawEstimate = ({ sheet, words, formats, data, options }: Writing, x: number, width: number) => {
  if (!options.pricing || !data.pricing) return;
  if (data.pricing.beyond_visual_estimate) {
    sheet.y += 12;
    sheet.paragraph(words.vehicle_state.beyond_estimate, STRONG, { x, width });
    return;
  }
  const { total, currency, tax_percent, estimate, details, has_examples, not_assessed } = data.pricing;
  const isSet = details.some(({ part_id }) => part_id === null);
  const money = (cents: number) => formats.money(fromHundredths(cents), currency);
  sheet.y += 12;
  sheet.paragraph(words.say.estimate, SMALL, { x, width });
  if (not_assessed) sheet.paragraph(capital(words.to_check.condition), STRONG, { x, width });
  else sheet.paragraph(money(total), ESTIMATE, { x, width });
  const range = rangeInWords(words, data.pricing, money);
  if (!estimate || (not_assessed && !range)) return;
  const sentences = [tax_percent > 0 && words.say.before_tax, range, words.say.visible_only];
  sheet.paragraph(sentences.filter(Boolean).join(' '), SMALL, { x, width });
  if (has_examples && !isSet) sheet.paragraph(words.example_prices.sentence, STRONG, { x, width });
};

export const writeCondition = (writing: Writing) => {
  const { words, data } = writing;
  const known = data.vehicles.filter(({ vehicle_group }) => vehicle_group !== null);
  if (known.length === 0) writeOverview(writing, words.say.condition, true);
  for (const [index, vehicle] of known.entries())
    writeOverview(
      { ...writing, data: { ...data, ...vehicle } },
      `${words.say.condition} – ${vehicleInWords(writing, vehicle)}`,
      index === 0,
    );
};

const writeOverview = (writing: Writing, title: string, isFirst: boolean) => {
  const { sheet, words, data } = writing;
  heading(sheet, title);
  sheet.need(HEIGHT);
  const top = sheet.y;
  const carWidth = sheet.width * 0.58;
  const [x, width] = [sheet.left + carWidth + 20, sheet.width - carWidth - 20];
  drawCar(writing, { x: sheet.left, y: top, width: carWidth, height: HEIGHT });
  sheet.y = top + 8;
  drawScore(writing, x, width);
  drawState(writing, x, width);
  const sentence = countSentence(writing);
  if (sentence) sheet.paragraph(sentence, STRONG, { x, width });
  sheet.y += 2;
  if (data.damages.length > 0) drawLegend(writing, x, width);
  drawFlatTires(writing, x, width);
  const left = placesLeft(writing);
  if (left) sheet.paragraph(left, STRONG, { x, width });
  drawSinceEarlier(writing, x, width);
  const elsewhere = data.parts.filter(({ part_type }) => !isDrawn(part_type));
  if (elsewhere.length > 0) {
    const parts = elsewhere.map(({ part_type, family }) => partNamed(words, part_type, family)).join('; ');
    sheet.y += 4;
    sheet.paragraph(fill(words.say.not_drawn, { parts }), SMALL, { x, width });
  }
  drawEstimate(writing, x, width);
  if (isFirst) writeRestriction(writing, { x, width });
  sheet.y = Math.max(sheet.y, top + HEIGHT);
};
