/** The condition of a vehicle as it is shown: never better than its worst damage and its state as a whole allow. */

import { isNotDeleted } from '../records/deletion.ts';
import type { Inspection } from '../records/inspection.ts';
import { conditionScore } from '../severity/condition-score.ts';
import { levelIn } from '../severity/severity-override.ts';
import {
  MOST_CONDITION,
  MOST_CONDITION_AT_LEVEL,
  MOST_CONDITION_FLAT_TIRE,
  MOST_CONDITION_LOOKS_WORSE,
} from './tuning.ts';
import { stateOfVehicle } from './vehicle-state.ts';

const BEST = 100;

const mostByDamages = ({ damages, severities }: Inspection): number => {
  const said = Map.groupBy(severities.filter(isNotDeleted), ({ related_item_id }) => related_item_id);
  const levels = damages.filter(isNotDeleted).map(({ id }) => levelIn(said.get(id) ?? []));
  return Math.min(BEST, ...levels.map((level) => MOST_CONDITION_AT_LEVEL[level] ?? BEST));
};

/** Null where nobody has looked, and where nothing is certain: that is no clean bill of health. */
export const conditionOf = (inspection: Inspection): number | null => {
  const whole = stateOfVehicle(inspection);
  if (whole === null || whole.state === null) return null;
  const most: Partial<Record<string, number>> = MOST_CONDITION;
  return Math.min(
    conditionScore(inspection.damages),
    mostByDamages(inspection),
    most[whole.state] ?? BEST,
    whole.looks_worse ? MOST_CONDITION_LOOKS_WORSE : BEST,
    whole.flat_tire ? MOST_CONDITION_FLAT_TIRE : BEST,
  );
};
