/** How an inspection stands, in the numbers that lists show and sort by. */
import { byVehicle } from './checks/by-vehicle.ts';
import { type Pricing, pricingOf } from './costs/pricing.ts';
import { isNotDeleted } from './records/deletion.ts';
import type { Inspection, Standing } from './records/inspection.ts';
import type { Severity } from './records/severity.ts';
import { isRaised } from './severity/severity-override.ts';
import { judgmentOf } from './vehicle-state/each-vehicle.ts';

/** The page of the inspection names no cost either: nothing was assessed, photos do not tell, or nobody pays the sum. */
const isNoCost = (severalVehicles: boolean, { details, not_assessed, beyond_visual_estimate }: Pricing) =>
  not_assessed ||
  beyond_visual_estimate ||
  (severalVehicles && details.every(({ part_id }) => part_id !== null));

const worstOf = (severities: readonly Severity[]) =>
  Math.max(0, ...severities.map(({ level }) => level ?? 0));

export const standingOf = (inspection: Inspection): Standing => {
  const vehicles = byVehicle(inspection);
  const shown = vehicles.length > 0 ? vehicles.map((vehicle) => vehicle.inspection) : [inspection];
  const severities = shown.flatMap((one) => one.severities.filter(isNotDeleted));
  const worst = worstOf(severities);
  const [pricing] = pricingOf(inspection);
  return {
    condition_score: judgmentOf(inspection).condition,
    worst_severity: worst || null,
    worst_severity_raised: worst > worstOf(severities.filter((severity) => !isRaised(severity))),
    cost_cents: pricing && !isNoCost(vehicles.length > 0, pricing) ? pricing.total : null,
    cost_currency: pricing?.currency ?? null,
  };
};
