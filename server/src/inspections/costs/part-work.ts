/** The work on one part by itself: repaired or replaced, whichever costs less, line by line. */

import { damageEntry } from '../damages/damage-registry.ts';
import type { OpenFamily } from '../parts/open-families.ts';
import { surfaceOf } from '../parts/part-facts.ts';
import { familyOf, type PartFamily } from '../parts/part-families.ts';
import type { PartType } from '../parts/parts.ts';
import type { Line } from '../records/estimate.ts';
import { type PriceMatrix, REPAIR_STEPS, type RepairStep, type Segment } from '../records/price-matrix.ts';
import type { Level } from '../records/severity.ts';
import type { LevelRange } from '../severity/severity.ts';
import type { DamageType } from '../vocabulary.ts';
import { because } from './estimate-reason.ts';
import { toHundredths } from './money.ts';
import { waysFor } from './repair-ways.ts';
import { FURTHER_DENT_HOURS } from './tuning.ts';
import { costOfLines, hoursFor, workLines } from './work-lines.ts';

export type PartDamage = { damage_type: DamageType } & LevelRange;

export type DamagedPart = {
  part_id: string;
  part_type: PartType;
  level: Level;
  damages: PartDamage[];
  /** What a person wants, over what costs less. */
  wish: 'repair' | 'replace' | null;
};

/** What is to repair on a part of which only the family is known. */
export type OpenPart = { family: OpenFamily; level: Level; damages: PartDamage[] };

export type Prices = { matrix: PriceMatrix; segment: Segment };

export type OwnWork = {
  replaced: boolean;
  painted: boolean;
  lines: Line[];
  /** Why it is repaired or replaced. */
} & ReturnType<typeof because>;

const IS_PER_DAMAGE: readonly RepairStep[] = ['paintless_dent_repair', 'dent_repair', 'plastic_repair'];

/** What only the hubcap has is priced as one. */
export const pricedAs = ({ part_type, damages }: DamagedPart): PartFamily => {
  const family = familyOf(part_type);
  if (!damages.every(({ damage_type }) => damageEntry(damage_type)?.priced_as === 'hubcap')) return family;
  return family.replace(/^(wheel|rim)/, 'hubcap') as PartFamily;
};

const repaired = (part: DamagedPart, { matrix }: Prices): Line[] | null => {
  const family = pricedAs(part);
  const steps = new Map<RepairStep, Level[]>();
  for (const { damage_type, level } of part.damages) {
    const way = waysFor(damage_type, level, surfaceOf(family)).find((operations) =>
      operations.every((operation) => hoursFor(matrix, family, operation, level) !== null),
    );
    if (!way) return null;
    for (const operation of way) steps.set(operation, [...(steps.get(operation) ?? []), level]);
  }
  // New paint covers what would have been polished.
  if (steps.has('painting')) steps.delete('polishing');
  return REPAIR_STEPS.flatMap((operation) => {
    const [worst, ...further] = (steps.get(operation) ?? []).toSorted((a, b) => b - a);
    if (worst === undefined) return [];
    const line = { operation, part_type: part.part_type };
    const step = (damages: number) => because({ code: 'step', operation, level: worst, damages });
    if (!IS_PER_DAMAGE.includes(operation))
      return workLines(matrix, family, {
        ...line,
        level: worst,
        ...step(further.length + 1),
      });
    return [
      ...workLines(matrix, family, {
        ...line,
        level: worst,
        ...step(1),
      }),
      ...further.flatMap((level) =>
        workLines(matrix, family, {
          ...line,
          level,
          share: FURTHER_DENT_HOURS,
          ...because({ code: 'further_damage', level }),
        }),
      ),
    ];
  });
};

const replaced = (part: DamagedPart, { matrix, segment }: Prices): Line[] | null => {
  const family = pricedAs(part);
  const { part_prices } = matrix.parts[family];
  if (part_prices === null || hoursFor(matrix, family, 'replacing', part.level) === null) return null;
  const line = { part_type: part.part_type, level: part.level };
  const isPainted = hoursFor(matrix, family, 'painting', 1) !== null;
  return [
    ...workLines(matrix, family, { ...line, operation: 'replacing', ...because({ code: 'part_exchange' }) }),
    {
      operation: 'replacing',
      part_type: part.part_type,
      rate: null,
      hours: 0,
      cost: toHundredths(part_prices[segment]),
      ...because({ code: 'new_part', segment }),
    },
    ...(isPainted
      ? workLines(matrix, family, {
          ...line,
          operation: 'painting',
          level: 1,
          ...because({ code: 'new_part_painted' }),
        })
      : []),
  ];
};

type Choice = Pick<OwnWork, 'replaced' | keyof ReturnType<typeof because>>;

const chosen = (
  part: DamagedPart,
  repair: Line[] | null,
  replace: Line[] | null,
  { matrix: { currency } }: Prices,
): Choice | null => {
  if (!repair) return replace && { replaced: true, ...because({ code: 'not_repairable' }) };
  if (!replace) return { replaced: false, ...because({ code: 'not_sold' }) };
  if (part.wish) return { replaced: part.wish === 'replace', ...because({ code: 'as_asked' }) };
  const costs = { repair: costOfLines(repair), new_part: costOfLines(replace), currency };
  return costs.repair <= costs.new_part
    ? { replaced: false, ...because({ code: 'repair_cheaper', ...costs }) }
    : { replaced: true, ...because({ code: 'new_part_cheaper', ...costs }) };
};

/** Null where the matrix has neither a repair nor a new part. */
export const ownWork = (part: DamagedPart, prices: Prices): OwnWork | null => {
  const [repair, replace] = [repaired(part, prices), replaced(part, prices)];
  const choice = chosen(part, repair, replace, prices);
  if (!choice) return null;
  const lines = (choice.replaced ? replace : repair)!;
  return { ...choice, lines, painted: lines.some(({ operation }) => operation === 'painting') };
};
