/** What it costs where only the family of a part is known: a left and a right door cost the same, both bumpers do not. */
import { type OpenFamily, readingsOf } from '../parts/open-families.ts';
import type { EstimateResult, PartEstimate } from '../records/estimate.ts';
import { type Cents, sum } from './money.ts';
import type { DamagedPart, OpenPart } from './part-work.ts';

/** Undefined where the matrix has no price for it. */
type PriceAlone = (part: DamagedPart) => PartEstimate | undefined;

const middle = (amounts: readonly Cents[]): Cents => {
  const sorted = amounts.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  return Math.round((sorted[Math.ceil(half) - 1]! + sorted[Math.floor(half)]!) / 2);
};

const readingsOn = (family: OpenFamily, part: Pick<OpenPart, 'level' | 'damages'>, price: PriceAlone) =>
  readingsOf(family).flatMap((part_type) => price({ part_id: '', part_type, wish: null, ...part }) ?? []);

const highest = (readings: readonly PartEstimate[]) => Math.max(0, ...readings.map(({ high }) => high));

/**
 * All damages of a family are taken to lie on one part, and the middle one of its readings counts. At most each of them
 * lies on a part of its own, the dearest.
 */
export const openCosts = (open: readonly OpenPart[], price: PriceAlone): EstimateResult['open_parts'] =>
  open.flatMap(({ family, level, damages }) => {
    const readings = readingsOn(family, { level, damages }, price);
    if (readings.length === 0) return [];
    const [name, ...others] = new Set(readings.map((reading) => reading.name));
    const apart = damages.map((damage) => {
      const alone = { level: damage.level, damages: [damage] };
      return highest(readingsOn(family, alone, price));
    });
    return [
      {
        family,
        ...(others.length === 0 && { name: name! }),
        severity: level,
        total: middle(readings.map(({ total }) => total)),
        low: Math.min(...readings.map(({ low }) => low)),
        high: Math.max(highest(readings), sum(apart)),
      },
    ];
  });
