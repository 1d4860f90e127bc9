/** How an inspection stands, in the numbers that lists show and sort by. */
import { byVehicle } from './checks/by-vehicle.ts';
import { type Pricing, pricingOf } from './costs/pricing.ts';
import { isNotDeleted } from './records/deletion.ts';
import type { Inspection, Standing } from './records/inspection.ts';
import { judgmentOf } from './vehicle-state/each-vehicle.ts';

/** The page of the inspection names no cost either: nothing was assessed, photos do not tell, or nobody pays the sum. */
const isNoCost = (inspection: Inspection, { details, not_assessed, beyond_visual_estimate }: Pricing) =>
  not_assessed ||
  beyond_visual_estimate ||
  (byVehicle(inspection).length > 0 && details.every(({ part_id }) => part_id !== null));

export const standingOf = (inspection: Inspection): Standing => {
  const levels = inspection.severities.filter(isNotDeleted).flatMap(({ level }) => level ?? []);
  const [pricing] = pricingOf(inspection);
  return {
    condition_score: judgmentOf(inspection).condition,
    worst_severity: levels.length > 0 ? Math.max(...levels) : null,
    cost_cents: pricing && !isNoCost(inspection, pricing) ? pricing.total : null,
    cost_currency: pricing?.currency ?? null,
  };
};
