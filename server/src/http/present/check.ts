import english from '../../../../vocabulary/en.json' with { type: 'json' };
import { damagesByVehicle } from '../../inspections/checks/by-vehicle.ts';
import { checkInWords } from '../../inspections/checks/check-in-words.ts';
import { standingChecks } from '../../inspections/checks/standing-checks.ts';
import type { Inspection } from '../../inspections/records/inspection.ts';

export const presentChecks = (inspection: Inspection) =>
  standingChecks(inspection).map((check) => ({
    kind: check.kind,
    image_ids: check.image_ids,
    reason: check.reason,
    message: checkInWords(check, english.checks),
    groups: damagesByVehicle(check, inspection),
  }));
