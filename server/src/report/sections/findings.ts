/** Parts × damages × severity × operation, and what it costs where the prices were asked for. */
import { fromHundredths, sum } from '../../inspections/costs/money.ts';
import { otherPartsOf } from '../../inspections/damages/found-besides.ts';
import type { Line } from '../../inspections/records/estimate.ts';
import type { DamagedPart, Level, ShownDamage } from '../damaged-parts.ts';
import { heading, subheading } from '../page/blocks.ts';
import { BODY, LEVEL_COLORS, LEVEL_INKS, SMALL, STRONG, type TextStyle } from '../page/page-style.ts';
import { type Cell, drawTable, type Row } from '../page/table.ts';
import type { Writing } from '../page/writing.ts';
import { notPricedInWords, rangeInWords } from '../words/not-priced-words.ts';
import { vehicleInWords } from '../words/vehicle-words.ts';
import { capital, damageInWords, fill, labeled, partNamed, wordFor } from '../words/words.ts';
import { nothingIsListed } from './condition.ts';

const EMPTY: Cell = { text: '', style: BODY };
const NONE: Cell = { text: '', style: SMALL };
/** The columns of the part, its damages and their severity. */
const FOUND = 3;

const kindOf = ({ rate }: Line) =>
  rate === null ? 'part' : rate === 'paint' || rate === 'ingredient' ? 'paint' : 'labor';

const moneyIn =
  ({ formats, data }: Writing) =>
  (cents: number) =>
    formats.money(fromHundredths(cents), data.pricing?.currency ?? null);

const severity = ({ words }: Writing, level: Level): Cell => ({
  text: capital(words.say[`level_${level}`]),
  style: { ...STRONG, color: LEVEL_INKS[level] },
  mark: LEVEL_COLORS[level],
});

/** Columns of what is done and what it costs. */
type Work = [operation: Cell, hours: Cell, cost: Cell];

/** What each operation costs, whatever parts it touches: hours, paint with its materials, or a new part. */
const lineRows = (writing: Writing, { part_type, lines }: DamagedPart): Work[] => {
  const { words, formats, data } = writing;
  const { say } = words;
  const isFlat = data.pricing?.methodology === 'flat_rate';
  const groups = Map.groupBy(lines, (line) => [kindOf(line), line.operation].join());
  return [...groups.values()].map((own): Work => {
    const [first] = own as [Line];
    const kind = kindOf(first);
    const operation = capital(wordFor(words.operations, first.operation));
    const ofPart = isFlat ? say.flat_rate : say.new_part;
    const name = { part: ofPart, paint: operation, labor: `${operation} – ${say.labor}` }[kind];
    const [other, ...more] = new Set(own.map((line) => line.part_type));
    const elsewhere = other === part_type || more.length > 0 ? '' : ` (${words.parts[other!]})`;
    // Materials are counted by the hours of painting, which stand there once.
    const hours = sum(own.filter(({ rate }) => rate !== 'ingredient').map((line) => line.hours));
    return [
      { text: name + elsewhere, style: SMALL },
      { text: hours > 0 ? formats.number(fromHundredths(hours)) : '', style: SMALL },
      { text: moneyIn(writing)(sum(own.map(({ cost }) => cost))), style: SMALL },
    ];
  });
};

const workRows = (writing: Writing, part: DamagedPart): Work[] => {
  const { words } = writing;
  const operation = part.operation ? capital(wordFor(words.operations, part.operation)) : '–';
  const cost = part.cost === null ? '–' : moneyIn(writing)(part.cost);
  const rows: Work[] = [[{ text: operation, style: BODY }, EMPTY, { text: cost, style: STRONG }]];
  if (part.is_set) rows.push([{ text: words.say.price_set, style: SMALL, wide: true }, NONE, NONE]);
  rows.push(...lineRows(writing, part));
  if (part.range) {
    const [low, high] = [part.range.low, part.range.high].map(moneyIn(writing)) as [string, string];
    rows.push([{ text: fill(words.say.range, { low, high }), style: SMALL, wide: true }, NONE, NONE]);
  }
  return rows;
};

/** The other parts that a damage lies on are repaired too. */
const damageCell = ({ words, data }: Writing, { damage }: ShownDamage): string => {
  const others = otherPartsOf(damage, data.inspection.parts)
    .map((part) => words.parts[part])
    .join(', ');
  const isKnown = data.earlier?.changeOf.get(damage.id) === 'existing';
  const notes = [isKnown && words.earlier.known, others && fill(words.reasons.also_on, { parts: others })];
  const noted = notes.flatMap((note) => note || []).map((note) => ` (${note})`);
  return capital(damageInWords(words, damage)) + noted.join('');
};

/** Each once. */
const namesOf = (damages: readonly ShownDamage[], nameOf: (damage: ShownDamage) => string | number) =>
  [...new Set(damages.map(nameOf))].join(', ') || '–';

/** Each damage with its severity and, beside the first, the work; below all of them what the work costs in detail. */
const rowsOf = (writing: Writing, part: DamagedPart): Row[] => {
  const { words, data, options } = writing;
  // A part that only damages of other parts reach has their numbers.
  const reaching = data.damages.filter(({ damage }) =>
    otherPartsOf(damage, data.inspection.parts).includes(part.part_type),
  );
  const damages = part.damages.length > 0 ? part.damages : [null];
  const [work, ...details] = workRows(writing, part) as [Work, ...Work[]];
  const priced = (cells: Work): Cell[] => (options.pricing ? cells : [cells[0]]);
  const rows = damages.map((shown, index): Row => {
    const first = index === 0;
    const name = capital(partNamed(words, part.part_type, part.family));
    return {
      joined: !first,
      cells: [
        { text: shown ? String(shown.number) : namesOf(reaching, ({ number }) => number), style: SMALL },
        first ? { text: name, style: STRONG } : NONE,
        {
          text: shown
            ? damageCell(writing, shown)
            : capital(namesOf(reaching, ({ damage }) => damageInWords(words, damage))),
          style: BODY,
        },
        severity(writing, damages.length === 1 ? part.level : shown!.level),
        ...priced(first ? work : [NONE, NONE, NONE]),
      ],
    };
  });
  if (options.pricing)
    rows.push(...details.map((cells): Row => ({ cells: [NONE, NONE, NONE, NONE, ...cells], joined: true })));
  const why = part.raised && labeled(words, capital(words.say[`level_${part.level}`]), words.reasons.raised);
  // Below the damages, beside the lines of the work where it has so many.
  const beside = why && rows[damages.length];
  if (beside) beside.cells[1] = { text: why, style: SMALL, wide: FOUND };
  for (const text of [!beside && why, part.comment]) {
    if (!text) continue;
    const cells = rows[0]!.cells.map((_, index) => (index === 1 ? { text, style: SMALL, wide: true } : NONE));
    rows.push({ cells, joined: true });
  }
  return rows;
};

/** The whole may be a person's word: then it stands under the sum of the parts. */
const totals = (writing: Writing): Row[] => {
  const { words, formats, data } = writing;
  if (!data.pricing) return [];
  const { total, tax, tax_percent, details, has_examples, beyond_visual_estimate, not_assessed } =
    data.pricing;
  const { say, example_prices } = words;
  const money = moneyIn(writing);
  const mark: Cell = has_examples ? { text: capital(example_prices.mark), style: SMALL } : EMPTY;
  const line = (text: string, cost: string, kind: Cell): Row => ({
    cells: [
      EMPTY,
      { text, style: STRONG, wide: true },
      EMPTY,
      EMPTY,
      kind,
      EMPTY,
      { text: cost, style: STRONG },
    ],
    shaded: true,
  });
  // The sum of what is visible is not what the repair costs, and a sum is read as that.
  if (beyond_visual_estimate) return [];
  if (not_assessed)
    return [line(say.total, '', { text: capital(words.to_check.condition), style: STRONG, wide: true })];
  const parts = details.filter(({ part_id }) => part_id !== null);
  const isSet = parts.length < details.length;
  const kind = isSet ? EMPTY : mark;
  const whole = isSet
    ? [
        line(say.sum_of_parts, money(sum(parts.map(({ price }) => price))), mark),
        line(say.total_set, money(total), kind),
      ]
    : [line(say.total, money(total), kind)];
  if (tax_percent === 0) return whole;
  return [
    ...whole,
    line(fill(say.tax, { share: formats.share(tax_percent / 100) }), money(tax), kind),
    line(say.total_with_tax, money(total + tax), kind),
  ];
};

/** Amounts only where a range is told. */
const leftOutIn = (writing: Writing): string | null => {
  const { not_priced = [], beyond_visual_estimate } = writing.data.pricing ?? {};
  return notPricedInWords(writing.words, not_priced, beyond_visual_estimate ? null : moneyIn(writing));
};

/** An estimate says how sure it is and what it leaves out. */
const caveatsOf = (writing: Writing): { text: string; style: TextStyle }[] => {
  const { words, data, options } = writing;
  if (!options.pricing || !data.pricing) return [];
  const { estimate, has_examples, beyond_visual_estimate } = data.pricing;
  const beyond = beyond_visual_estimate ? [{ text: words.vehicle_state.beyond_estimate, style: STRONG }] : [];
  if (!estimate) return beyond;
  const range = beyond_visual_estimate ? null : rangeInWords(words, data.pricing, moneyIn(writing));
  const sentences = [range, words.say.visible_only];
  const leftOut = leftOutIn(writing);
  return [
    ...beyond,
    { text: sentences.filter(Boolean).join(' '), style: SMALL },
    ...(leftOut ? [{ text: leftOut, style: STRONG }] : []),
    ...(has_examples ? [{ text: words.example_prices.sentence, style: STRONG }] : []),
  ];
};

const GAP = 4;

const writeTable = (writing: Writing) => {
  const { sheet, words, data, options } = writing;
  const { say } = words;
  if (data.parts.length === 0) {
    sheet.paragraph(nothingIsListed(writing, { isAlone: true }), BODY);
    const leftOut = options.pricing && leftOutIn(writing);
    if (leftOut) sheet.paragraph(leftOut, STRONG);
    return;
  }
  const rows = data.parts.flatMap((part) => rowsOf(writing, part));
  const caveats = caveatsOf(writing);
  const heights = caveats.map(
    ({ text, style }) => sheet.lines(text, style, sheet.width).length * style.leading,
  );
  drawTable(
    sheet,
    [
      { title: say.number, share: 6 },
      { title: say.part, share: 22 },
      { title: say.damage, share: 18 },
      { title: say.severity, share: 14 },
      { title: say.operation, share: 29 },
      ...(options.pricing
        ? [
            { title: say.hours, share: 9, align: 'right' as const },
            { title: say.cost, share: 14, align: 'right' as const },
          ]
        : []),
    ],
    options.pricing ? [...rows, ...totals(writing)] : rows,
    { below: sum([GAP, ...heights]) },
  );
  sheet.y += GAP;
  for (const { text, style } of caveats) sheet.paragraph(text, style);
};

/** What a person said the whole costs, or that there is no such number. */
const writeTotalOfVehicles = (writing: Writing) => {
  const { sheet, words, data } = writing;
  const set = data.pricing?.details.find(({ part_id }) => part_id === null);
  sheet.y += 6;
  sheet.paragraph(
    set ? labeled(words, words.say.total_set, moneyIn(writing)(set.price)) : words.checks.no_total,
    STRONG,
  );
};

export const writeFindings = (writing: Writing) => {
  const { sheet, words, data, options } = writing;
  heading(sheet, words.say.findings);
  if (data.vehicles.length === 0) return writeTable(writing);
  for (const vehicle of data.vehicles) {
    subheading(sheet, vehicleInWords(writing, vehicle));
    writeTable({ ...writing, data: { ...data, ...vehicle } });
  }
  if (options.pricing && data.pricing) writeTotalOfVehicles(writing);
};
