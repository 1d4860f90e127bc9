import type { Compliance, ComplianceReason, SeenOnPhoto, SightCheck } from '../records/compliance.ts';
import { isOutside, sight } from '../viewpoints/sights.ts';
import { isViewpoint } from '../viewpoints/viewpoints.ts';
import { assessQuality, type QualityMeasures } from './compliance.ts';
import { coverageReasons, isCloseUp, isFullyInFrame, type Seen, zoomScore } from './coverage.ts';
import { photoFaults } from './photo-faults.ts';
import type { ModelName } from './photo-seen.ts';

/** What looks at a photo to judge it; each is done without where it cannot be used. */
export const COMPLIANCE_MODELS: readonly ModelName[] = ['photo', 'vehicles', 'parts'];
/** Parts, which take most of the time, are compared with what a sight asks for. */
const WITHOUT_SIGHT = COMPLIANCE_MODELS.filter((name) => name !== 'parts');

export const modelsToAssess = ({ sight_id, checks }: Pick<PhotoToAssess, 'sight_id' | 'checks'>) =>
  sight_id && checks?.length !== 0 ? COMPLIANCE_MODELS : WITHOUT_SIGHT;

type PhotoToAssess = {
  measures: QualityMeasures;
  /** Without it, the photo is judged by its pixels alone; `unseen` says why. */
  seen?: Seen;
  unseen?: string;
  sight_id?: string | null;
  /** What is asked of the photo besides its quality: everything, unless the client named it. */
  checks?: readonly SightCheck[] | null;
};

const viewpointsOf = ({ viewpoint, viewpoints }: Seen): SeenOnPhoto['viewpoints'] =>
  viewpoint && isViewpoint(viewpoint.prediction)
    ? (viewpoints ?? { [viewpoint.prediction]: viewpoint.confidence })
    : undefined;

const kept = (seen: Seen): SeenOnPhoto => ({
  vehicle_present: seen.has_vehicle,
  vehicle_fully_in_frame: isFullyInFrame(seen),
  vehicle_share_of_picture: seen.vehicle?.share_of_picture,
  image_type: isCloseUp(seen) ? 'close_up' : seen.viewpoint && 'beauty_shot',
  viewpoints: viewpointsOf(seen),
});

/** A note does not make a photo non-compliant. */
export const isIssue = ({ note }: ComplianceReason) => !note;

const hasLooked = (seen: Seen | undefined): seen is Seen =>
  seen !== undefined && (seen.has_vehicle !== undefined || seen.photo !== undefined);

/** For whoever runs the service: the photo need not be taken again. */
function leftOut({ seen, unseen }: PhotoToAssess): ComplianceReason[] {
  const problems = new Set([unseen, ...Object.values(seen?.unavailable ?? {})].filter(Boolean));
  if (problems.size === 0) return [];
  const what = hasLooked(seen) ? 'Some checks were left out.' : 'Only the pixels were judged.';
  return [{ issue: 'other', message: [what, ...problems].join(' '), note: true }];
}

function sightReasons(seen: Seen, { sight_id = null, checks = null }: PhotoToAssess) {
  const asks = (check: SightCheck) => checks?.includes(check) ?? true;
  const found = sight_id === null ? null : coverageReasons(seen, sight_id, asks('zoom_level'));
  const coverage = asks('coverage_360') ? found?.filter(({ check }) => check === 'coverage') : undefined;
  const zoom = asks('zoom_level') ? (found?.filter(isZoom) ?? []) : [];
  return { coverage, zoom };
}

const isZoom = ({ check }: ComplianceReason) => check === 'zoom';

/** The verdict on a photo, from its pixels and, where models looked at it, from what they saw. */
export function assessPhoto(photo: PhotoToAssess): Compliance {
  const { measures, seen, sight_id = null } = photo;
  const quality = assessQuality(measures);
  const notes = leftOut(photo);
  if (!hasLooked(seen)) return { ...quality, reasons: [...quality.reasons, ...notes] };
  const known = sight_id === null ? null : sight(sight_id);
  const faults = photoFaults(seen, seen.has_vehicle !== false && (known === null || isOutside(known)));
  const { coverage, zoom } = sightReasons(seen, photo);
  const reasons = [...quality.reasons, ...faults.reasons, ...(coverage ?? []), ...zoom, ...notes];
  const zoomed = zoomScore(seen);
  return {
    issues: reasons.filter(isIssue).map(({ issue }) => issue),
    scores: { ...quality.scores, ...faults.scores, ...(zoomed && { zoom: zoomed }) },
    thresholds: { ...quality.thresholds, ...faults.thresholds },
    reasons,
    seen: kept(seen),
    ...(coverage && { covers_sight: !coverage.some(isIssue) }),
  };
}
