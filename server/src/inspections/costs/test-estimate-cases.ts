/** For tests and the docs: damages as a person would describe them, from a look at the car to the bill. */

import { partInWords } from '../parts/part-words.ts';
import type { PartType } from '../parts/parts.ts';
import type { Line } from '../records/estimate.ts';
import type { Segment } from '../records/price-matrix.ts';
import { gradeDamage, gradePart } from '../severity/severity.ts';
import { reasonInEnglish } from '../severity/severity-reason.ts';
import type { DamageType } from '../vocabulary.ts';
import { estimateRepairs } from './estimate.ts';
import { fromHundredths, percentOf, sum } from './money.ts';
import type { DamagedPart } from './part-work.ts';
import { DEFAULT_MATRIX } from './price-matrix.ts';

/** `share` of the part in percent and length in cm; neither where no photo tells. */
type SeenDamage = { type: DamageType; on: PartType; percent?: number; cm?: number };

type Case = { title: string; segment?: Segment; damages: SeenDamage[]; note: string };

export const CASES: Case[] = [
  {
    title: 'A light scratch on a door',
    damages: [{ type: 'scratch', on: 'door_front_left', percent: 0.6, cm: 9 }],
    note: 'Nothing is opened or painted: one line.',
  },
  {
    title: 'A parking dent',
    damages: [{ type: 'dent', on: 'door_back_right', percent: 0.8, cm: 5 }],
    note: 'Small and on metal, so it is pressed out from behind; the paint stays.',
  },
  {
    title: 'A dent that has to be painted',
    damages: [{ type: 'dent', on: 'door_front_left', percent: 4, cm: 18 }],
    note: 'What is mounted on the door comes off, and the color is blended into the next panel.',
  },
  {
    title: 'Two dents and a scratch on one door',
    damages: [
      { type: 'dent', on: 'door_front_left', percent: 4, cm: 18 },
      { type: 'dent', on: 'door_front_left', percent: 3, cm: 12 },
      { type: 'scratch', on: 'door_front_left', percent: 0.5, cm: 8 },
    ],
    note:
      'The second dent takes half its hours, the door is painted once, and the scratch vanishes under the paint. ' +
      'Three damages raise the level of the part; what is done follows the level of each damage.',
  },
  {
    title: 'A scratch across both doors of one side',
    damages: [
      { type: 'scratch', on: 'door_front_left', percent: 2.5, cm: 40 },
      { type: 'scratch', on: 'door_back_left', percent: 2.2, cm: 35 },
    ],
    note: 'Preparation is counted once for the side, and no neighbor is blended: they are painted together.',
  },
  {
    title: 'A bumper that was scraped',
    damages: [{ type: 'scratch', on: 'bumper_back', percent: 5, cm: 45 }],
    note: 'A bumper is painted off the car. It is plastic: its neighbors are not blended.',
  },
  {
    title: 'A crushed front fender: a new one costs less',
    damages: [{ type: 'dent', on: 'fender_front_right', percent: 45, cm: 80 }],
    note: 'It is screwed on and cheap, so it is not worth beating out.',
  },
  {
    title: 'A crushed rear fender: repair costs less',
    damages: [{ type: 'dent', on: 'fender_back_right', percent: 45, cm: 80 }],
    note: 'It is welded in. A new one means cutting: fourteen hours.',
  },
  {
    title: 'A dented door with a broken handle',
    damages: [
      { type: 'dent', on: 'door_front_left', percent: 4, cm: 18 },
      { type: 'missing_piece', on: 'handle_front_left', percent: 60, cm: 14 },
    ],
    note:
      'The handle is replaced and painted, so taking it off for the door is not counted again. Preparation was ' +
      'counted with the door.',
  },
  {
    title: 'A front hit on an SUV',
    segment: 'suv',
    damages: [
      { type: 'smash', on: 'bumper_front', percent: 50, cm: 120 },
      { type: 'broken_light', on: 'head_light_left', percent: 40, cm: 20 },
      { type: 'dent', on: 'hood' },
    ],
    note:
      'Nobody saw the whole hood, so the dent has its usual level, and the range goes from a level below to ' +
      'one above. Bumper and hood are prepared together, and the hood is blended on both sides.',
  },
];

const graded = ({ type, on, percent, cm }: SeenDamage) => {
  const size_cm =
    cm === undefined ? null : { value: cm, min: Math.round(cm * 0.8), max: Math.round(cm * 1.25) };
  const extent = percent === undefined ? null : { share: percent / 100, at_most: false, size_cm };
  return gradeDamage(type, on, extent);
};

const partsOf = ({ damages }: Case): DamagedPart[] =>
  [...Map.groupBy(damages.map(graded), ({ reason }) => reason.part_type)].map(([part_type, grades]) => ({
    part_id: part_type,
    part_type,
    level: gradePart(grades).level,
    damages: grades.map(({ level, least, most, reason: { damage_type } }) => ({
      damage_type,
      level,
      least,
      most,
    })),
    wish: null,
  }));

const { matrix } = DEFAULT_MATRIX;
const money = (cents: number) => fromHundredths(cents).toFixed(2);
const words = (name: string) => name.replaceAll('_', ' ');

const row = ({ operation, part_type, rate, hours, cost, reason }: Line) => {
  const work = rate === null ? 'part' : `${fromHundredths(hours)} h × ${matrix.hourly_rates[rate]} (${rate})`;
  return `| ${words(operation)} | ${partInWords(part_type)} | ${work} | ${money(cost)} | ${reason} |`;
};

/** One case as it stands in docs/estimate-cases.md. */
export const describeCase = (one: Case, index: number): string => {
  const segment = one.segment ?? 'compact';
  const { parts, tax_percent, currency } = estimateRepairs(
    { parts: partsOf(one) },
    { matrix, segment },
    'labor_cost',
  );
  const [total, low, high] = (['total', 'low', 'high'] as const).map((of) =>
    sum(parts.map((part) => part[of])),
  );
  const tax = percentOf(total!, tax_percent);
  const sections = parts.map(({ part_type, severity, name, reason, lines, total: cost }) =>
    [
      `**The ${partInWords(part_type)}**, level ${severity}: ${words(name)}. ${reason}`,
      '',
      '| Operation | On | Work | Cost | Why |',
      '|---|---|---|---|---|',
      ...lines.map(row),
      `| | | | **${money(cost)}** | |`,
    ].join('\n'),
  );
  return [
    `## ${index + 1}. ${one.title}`,
    '',
    ...one.damages.map((damage) => `- ${reasonInEnglish(graded(damage).reason)}`),
    '',
    one.note,
    '',
    sections.join('\n\n'),
    '',
    `Total **${money(total!)} ${currency}**, with ${tax_percent} % tax ${money(total! + tax)}. ` +
      `Range ${money(low!)} to ${money(high!)}, visible damage only.`,
  ].join('\n');
};
