/** How an inspection stands, in the numbers that lists show and sort by. */
import { pricingOf } from './costs/pricing.ts';
import { isNotDeleted } from './records/deletion.ts';
import type { Inspection, Standing } from './records/inspection.ts';
import { conditionOf } from './vehicle-state/condition.ts';

export const standingOf = (inspection: Inspection): Standing => {
  const levels = inspection.severities.filter(isNotDeleted).flatMap(({ level }) => level ?? []);
  const [pricing] = pricingOf(inspection);
  return {
    condition_score: conditionOf(inspection),
    worst_severity: levels.length > 0 ? Math.max(...levels) : null,
    cost_cents: pricing?.total ?? null,
    cost_currency: pricing?.currency ?? null,
  };
};
