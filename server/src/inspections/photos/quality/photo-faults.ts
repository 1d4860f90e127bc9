/** What models find wrong with a photo or with the state of the vehicle on it. */

import type { Compliance, ComplianceReason, FaultScore } from '../../records/compliance.ts';
import type { PhotoDetections } from '../coverage.ts';
import { FAULT_THRESHOLD } from '../tuning.ts';
import { asScore } from './compliance.ts';

type Rule = { of: 'photo' | 'vehicle'; threshold: number; message: string };

/** Models give the strength of a fault, high is bad; from 1 - threshold on it is an issue. */
export const FAULTS: Record<FaultScore, Rule> = {
  lens_flare: {
    of: 'photo',
    threshold: FAULT_THRESHOLD,
    message: 'Light falls into the lens: keep the sun or the lamp behind you and take the photo again.',
  },
  reflections: {
    of: 'vehicle',
    threshold: FAULT_THRESHOLD,
    message:
      'The paint mirrors its surroundings: step aside or move the vehicle out of the sun, and take the photo again.',
  },
  dirtiness: {
    of: 'vehicle',
    threshold: FAULT_THRESHOLD,
    message: 'The vehicle is dirty, and dirt hides damage: clean it and take the photo again.',
  },
  wetness: {
    of: 'vehicle',
    threshold: FAULT_THRESHOLD,
    message: 'The vehicle is wet, and drops hide damage: dry it and take the photo again.',
  },
  snowness: {
    of: 'vehicle',
    threshold: FAULT_THRESHOLD,
    message: 'Snow lies on the vehicle and hides damage: clear it away and take the photo again.',
  },
};

/** The state of a vehicle is judged only where its outside is to be seen. */
export function photoFaults({ photo }: PhotoDetections, outside: boolean) {
  const scores: Compliance['scores'] = {};
  const thresholds: Compliance['thresholds'] = {};
  const reasons: ComplianceReason[] = [];
  for (const [issue, { of, threshold, message }] of Object.entries(FAULTS) as [FaultScore, Rule][]) {
    const strength = photo?.[issue]?.confidence;
    if (strength === undefined || (of === 'vehicle' && !outside)) continue;
    const score = asScore(1 - strength);
    scores[issue] = score;
    thresholds[issue] = threshold;
    if (score < threshold) reasons.push({ issue, message, score, threshold });
  }
  return { scores, thresholds, reasons };
}
