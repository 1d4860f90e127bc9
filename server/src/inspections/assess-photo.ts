import {
  assessQuality,
  type Compliance,
  type ComplianceReason,
  type QualityMeasures,
  type SeenOnPhoto,
} from './compliance.ts';
import { coverageReasons, isCloseUp, isCutOff, type Seen, zoomScore } from './coverage.ts';
import { photoFaults } from './photo-faults.ts';
import { isOutside, sight } from './sights.ts';
import { isViewpoint } from './viewpoints.ts';

export type PhotoToAssess = {
  measures: QualityMeasures;
  /** Without it, the photo is judged by its pixels alone. */
  seen?: Seen;
  sight_id?: string | null;
};

function viewpointsOf({ viewpoint }: Seen): SeenOnPhoto['viewpoints'] {
  if (!viewpoint || !isViewpoint(viewpoint.prediction)) return undefined;
  return viewpoint.probabilities ?? { [viewpoint.prediction]: viewpoint.confidence };
}

const kept = (seen: Seen): SeenOnPhoto => ({
  vehicle_present: seen.has_vehicle,
  vehicle_fully_in_frame: seen.vehicle && !isCutOff(seen),
  vehicle_share_of_picture: seen.vehicle?.share_of_picture,
  image_type: isCloseUp(seen) ? 'close_up' : seen.viewpoint && 'beauty_shot',
  viewpoints: viewpointsOf(seen),
});

const isIssue = ({ note }: ComplianceReason) => !note;

/** The verdict on a photo, from its pixels and, where models looked at it, from what they saw. */
export function assessPhoto({ measures, seen, sight_id = null }: PhotoToAssess): Compliance {
  const quality = assessQuality(measures);
  if (!seen) return quality;
  const known = sight_id === null ? null : sight(sight_id);
  const outside = seen.has_vehicle !== false && (known === null || isOutside(known));
  const faults = photoFaults(seen, outside);
  const coverage = sight_id === null ? null : coverageReasons(seen, sight_id);
  const reasons = [...quality.reasons, ...faults.reasons, ...(coverage ?? [])];
  const zoom = zoomScore(seen);
  return {
    issues: reasons.filter(isIssue).map(({ issue }) => issue),
    scores: { ...quality.scores, ...faults.scores, ...(zoom !== undefined && { zoom }) },
    thresholds: { ...quality.thresholds, ...faults.thresholds },
    reasons,
    seen: kept(seen),
    ...(coverage && {
      covers_sight: !coverage.some((reason) => isIssue(reason) && reason.check === 'coverage'),
    }),
  };
}
