/**
 * What it costs to repair what can be seen: operations, hours and parts by a price matrix, each line with its
 * reason. Work that serves several parts is counted once, at the first of them.
 */

import { findOf } from '../damages/damage-registry.ts';
import { readingsOf } from '../parts/open-families.ts';
import { factsOf, type PartKind } from '../parts/part-facts.ts';
import { PART_TYPES, type PartType } from '../parts/parts.ts';
import type { EstimateResult, Line, Methodology, PartEstimate } from '../records/estimate.ts';
import { type Operation, PART_OPERATIONS } from '../records/price-matrix.ts';
import type { Level } from '../records/severity.ts';
import { because } from './estimate-reason.ts';
import { BROKEN_HEADLIGHT, mayHideHeadlight } from './hidden-headlight.ts';
import { percentOf, sum, toHundredths } from './money.ts';
import { openCosts } from './open-parts.ts';
import {
  type DamagedPart,
  type OpenPart,
  ownWork,
  type PartDamage,
  type Prices,
  pricedAs,
} from './part-work.ts';
import { sharedWork, type Work } from './shared-work.ts';
import { costOfLines } from './work-lines.ts';

type Priced = Pick<PartEstimate, 'name' | 'reason' | 'reason_details' | 'lines'>;

const inOrder = <T extends { part_type: PartType }>(parts: readonly T[]) =>
  parts.toSorted((a, b) => PART_TYPES.indexOf(a.part_type) - PART_TYPES.indexOf(b.part_type));

/** The one that says most about the work. */
const nameOf = (lines: readonly Line[], replaced: boolean): Operation => {
  if (replaced) return 'replacing';
  const telling: Operation[] = [
    'dent_repair',
    'plastic_repair',
    'painting',
    'paintless_dent_repair',
    ...PART_OPERATIONS,
  ];
  return telling.find((operation) => lines.some((line) => line.operation === operation))!;
};

const byLabour = (parts: readonly DamagedPart[], prices: Prices): Map<PartType, Priced> => {
  const all = inOrder(parts).flatMap((part): Work[] => {
    const own = ownWork(part, prices);
    return own ? [{ part, own }] : [];
  });
  const shared = sharedWork(all, prices);
  return new Map(
    all.map((work) => {
      const { part, own } = work;
      const name = nameOf(own.lines, own.replaced);
      const { reason, reason_details } = own;
      return [part.part_type, { name, reason, reason_details, lines: [...own.lines, ...shared(work)] }];
    }),
  );
};

/** One price for a part and a level, with everything in it. */
const byFlatRate = (parts: readonly DamagedPart[], prices: Prices): Map<PartType, Priced> =>
  new Map(
    inOrder(parts).flatMap((part): [PartType, Priced][] => {
      const { part_type, level } = part;
      const flat = prices.matrix.parts[pricedAs(part)].flat_rates[level - 1] ?? null;
      if (flat === null) return [];
      const own = ownWork(part, prices);
      const name = own ? nameOf(own.lines, own.replaced) : 'refinishing';
      const why = because({ code: 'flat_rate', level });
      const line = { operation: name, part_type, rate: null, hours: 0, cost: toHundredths(flat), ...why };
      return [[part_type, { name, ...why, lines: [line] }]];
    }),
  );

/** As good, or as bad, as the damages may be after all. */
const shifted = (parts: readonly DamagedPart[], to: 'least' | 'most'): DamagedPart[] =>
  parts.map((part) => {
    const worst = (of: 'level' | 'least' | 'most') => Math.max(...part.damages.map((damage) => damage[of]));
    const level = Math.min(3, Math.max(1, part.level + worst(to) - worst('level'))) as Level;
    return { ...part, level, damages: part.damages.map((damage) => ({ ...damage, level: damage[to] })) };
  });

const labourCost = (lines: readonly Line[]) => costOfLines(lines.filter(({ rate }) => rate !== null));

/** Where a damage may lie of which nobody knows the part; what can lie on the body is priced as if it lay there. */
const possibleParts = ({ damage_type }: PartDamage): PartType[] => {
  const { lies_on } = findOf(damage_type);
  const kinds: readonly PartKind[] = lies_on.includes('body') ? ['body'] : lies_on;
  return PART_TYPES.filter((part) => kinds.includes(factsOf(part).kind));
};

const WAYS = { labor_cost: byLabour, flat_rate: byFlatRate };

const spreadOf = (lines: readonly Line[], { matrix }: Prices) =>
  percentOf(labourCost(lines), matrix.spread_percent);

/** Those that the matrix has a price for. */
const pricedParts = (
  parts: readonly DamagedPart[],
  prices: Prices,
  methodology: Methodology,
): PartEstimate[] => {
  const [usual, low, high] = [parts, shifted(parts, 'least'), shifted(parts, 'most')].map((each) =>
    WAYS[methodology](each, prices),
  );
  return inOrder(parts).flatMap((part): PartEstimate[] => {
    const { part_id, part_type, level } = part;
    const found = usual!.get(part_type);
    if (!found) return [];
    const total = costOfLines(found.lines);
    const [least, most] = [
      low!.get(part_type)?.lines ?? found.lines,
      high!.get(part_type)?.lines ?? found.lines,
    ];
    return [
      {
        part_id,
        part_type,
        severity: level,
        ...found,
        total,
        low: Math.min(total, costOfLines(least) - spreadOf(least, prices)),
        high: Math.max(total, costOfLines(most) + spreadOf(most, prices)),
      },
    ];
  });
};

export type ToRepair = {
  parts: readonly DamagedPart[];
  open?: readonly OpenPart[];
  unplaced?: readonly PartDamage[];
  /** Parts that a person called fine. */
  fine?: readonly PartType[];
};

export const estimateRepairs = (
  { parts, open = [], unplaced = [], fine = [] }: ToRepair,
  prices: Prices,
  methodology: Methodology,
): EstimateResult => {
  const { currency, tax_percent } = prices.matrix;
  const priced = pricedParts(parts, prices, methodology);
  const isPriced = new Set(priced.map(({ part_type }) => part_type));
  /** By itself on the dearest part that it may lie on. */
  const dearest = (damage: PartDamage) => {
    const level = damage.most;
    return Math.max(
      0,
      ...possibleParts(damage).map((part_type) => {
        const alone = { part_id: '', part_type, level, damages: [{ ...damage, level }], wish: null };
        const lines = WAYS[methodology]([alone], prices).get(part_type)?.lines ?? [];
        return costOfLines(lines) + spreadOf(lines, prices);
      }),
    );
  };
  const nowhere = {
    part_type: 'ignore' as const,
    reason: `Damages that lie on no known part: ${unplaced.map(({ damage_type }) => damage_type).join(', ')}.`,
    at_most: sum(unplaced.map(dearest)),
  };
  const costOpen = (families: readonly OpenPart[]) =>
    openCosts(families, (part) => pricedParts([part], prices, methodology)[0]);
  const told = [
    ...parts.map(({ part_type }) => part_type),
    ...open.flatMap(({ family }) => readingsOf(family)),
    ...unplaced.flatMap(possibleParts),
    ...fine,
  ];
  const headlight = () => ({
    code: 'beside_torn_bumper' as const,
    part_type: 'ignore' as const,
    reason: 'The front bumper is torn: a headlight beside it may be damaged as well.',
    at_most: costOpen([BROKEN_HEADLIGHT])[0]?.high,
  });
  return {
    methodology,
    currency,
    tax_percent,
    segment: prices.segment,
    parts: priced,
    open_parts: costOpen(open),
    not_priced: [
      ...inOrder(parts)
        .filter(({ part_type }) => !isPriced.has(part_type))
        .map(({ part_type, level }) => ({
          part_type,
          reason: `The price matrix has no operation and no price for this part at level ${level}.`,
        })),
      ...(unplaced.length > 0 ? [nowhere] : []),
      ...(mayHideHeadlight(parts, told) ? [headlight()] : []),
    ],
  };
};

/** Hours by what they are paid by. `labour`: all that is not painting. */
export const hoursBy = (lines: readonly Line[]) => {
  const of = (...rates: Line['rate'][]) =>
    sum(lines.filter(({ rate }) => rates.includes(rate)).map(({ hours }) => hours));
  return {
    t1: of('t1'),
    t2: of('t2'),
    t3: of('t3'),
    m1: of('m1'),
    m2: of('m2'),
    m3: of('m3'),
    paint: of('paint'),
    labour: of('t1', 't2', 't3', 'm1', 'm2', 'm3'),
  };
};
