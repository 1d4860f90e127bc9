import type { Compliance, ComplianceReason, DetectedOnPhoto, SightCheck } from '../../records/compliance.ts';
import { isOutside, sight } from '../../viewpoints/sights.ts';
import { isViewpoint } from '../../viewpoints/viewpoints.ts';
import { coverageReasons, isCloseUp, isFullyInFrame, type PhotoDetections, zoomScore } from '../coverage.ts';
import type { ModelName } from '../detections.ts';
import { assessQuality, type QualityMeasures } from './compliance.ts';
import { photoFaults } from './photo-faults.ts';

/** What looks at a photo to judge it; each is done without where it cannot be used. */
export const COMPLIANCE_MODELS: readonly ModelName[] = ['photo', 'vehicles', 'parts'];
/** Parts, which take most of the time, are compared with what a sight asks for. */
const WITHOUT_SIGHT = COMPLIANCE_MODELS.filter((name) => name !== 'parts');

export const modelsToAssess = ({ sight_id, checks }: Pick<PhotoToAssess, 'sight_id' | 'checks'>) =>
  sight_id && checks?.length !== 0 ? COMPLIANCE_MODELS : WITHOUT_SIGHT;

type PhotoToAssess = {
  measures: QualityMeasures;
  /** Without it, the photo is judged by its pixels alone; `problem` says why. */
  detections?: PhotoDetections;
  problem?: string;
  sight_id?: string | null;
  /** What is asked of the photo besides its quality: everything, unless the client named it. */
  checks?: readonly SightCheck[] | null;
};

const viewpointsOf = ({ viewpoint, viewpoints }: PhotoDetections): DetectedOnPhoto['viewpoints'] =>
  viewpoint && isViewpoint(viewpoint.prediction)
    ? (viewpoints ?? { [viewpoint.prediction]: viewpoint.confidence })
    : undefined;

const kept = (detections: PhotoDetections): DetectedOnPhoto => ({
  vehicle_present: detections.has_vehicle,
  vehicle_fully_in_frame: isFullyInFrame(detections),
  vehicle_share_of_picture: detections.vehicle?.share_of_picture,
  image_type: isCloseUp(detections) ? 'close_up' : detections.viewpoint && 'beauty_shot',
  viewpoints: viewpointsOf(detections),
});

/** A note does not make a photo non-compliant. */
export const isIssue = ({ note }: ComplianceReason) => !note;

const hasDetections = (detections: PhotoDetections | undefined): detections is PhotoDetections =>
  detections !== undefined && (detections.has_vehicle !== undefined || detections.photo !== undefined);

/** For whoever runs the service: the photo need not be taken again. */
function leftOut({ detections, problem }: PhotoToAssess): ComplianceReason[] {
  const problems = new Set([problem, ...Object.values(detections?.unavailable ?? {})].filter(Boolean));
  if (problems.size === 0) return [];
  const what = hasDetections(detections) ? 'Some checks were left out.' : 'Only the pixels were judged.';
  return [{ issue: 'other', message: [what, ...problems].join(' '), note: true }];
}

function sightReasons(detections: PhotoDetections, { sight_id = null, checks = null }: PhotoToAssess) {
  const asks = (check: SightCheck) => checks?.includes(check) ?? true;
  const found = sight_id === null ? null : coverageReasons(detections, sight_id, asks('zoom_level'));
  const coverage = asks('coverage_360') ? found?.filter(({ check }) => check === 'coverage') : undefined;
  const zoom = asks('zoom_level') ? (found?.filter(isZoom) ?? []) : [];
  return { coverage, zoom };
}

const isZoom = ({ check }: ComplianceReason) => check === 'zoom';

/** The verdict on a photo, from its pixels and, where models ran on it, from what they found. */
export function assessPhoto(photo: PhotoToAssess): Compliance {
  const { measures, detections, sight_id = null } = photo;
  const quality = assessQuality(measures);
  const notes = leftOut(photo);
  if (!hasDetections(detections)) return { ...quality, reasons: [...quality.reasons, ...notes] };
  const known = sight_id === null ? null : sight(sight_id);
  const faults = photoFaults(
    detections,
    detections.has_vehicle !== false && (known === null || isOutside(known)),
  );
  const { coverage, zoom } = sightReasons(detections, photo);
  const reasons = [...quality.reasons, ...faults.reasons, ...(coverage ?? []), ...zoom, ...notes];
  const zoomed = zoomScore(detections);
  return {
    issues: reasons.filter(isIssue).map(({ issue }) => issue),
    scores: { ...quality.scores, ...faults.scores, ...(zoomed && { zoom: zoomed }) },
    thresholds: { ...quality.thresholds, ...faults.thresholds },
    reasons,
    seen: kept(detections),
    ...(coverage && { covers_sight: !coverage.some(isIssue) }),
  };
}
