/**
 * Whether a photo shows what its sight asks for, by what the models saw. Nobody is sent back to take a photo
 * again on a doubt: what a model is not sure of is no issue.
 */

import { areaOf, edgesReached } from '../geometry/boxes.ts';
import { partInWords } from '../parts/part-words.ts';
import type { ComplianceReason } from '../records/compliance.ts';
import type { BoundingBox } from '../records/place.ts';
import { type SightView, viewOf } from '../viewpoints/sight-views.ts';
import { type Sight, sight } from '../viewpoints/sights.ts';
import {
  degreesBetween,
  degreesOf,
  isViewpoint,
  PLACE,
  SHOWN,
  type Viewpoint,
} from '../viewpoints/viewpoints.ts';
import { asScore } from './quality/compliance.ts';
import {
  FAR_DEGREES,
  FILLS,
  LEAST_EXPECTED_PARTS,
  LEAST_SHARE_OF_PHOTO,
  SURE,
  SURE_OF_FAR,
  UNKNOWN_SHARE,
  VEHICLE_AT_EDGE,
} from './tuning.ts';

/** What the models saw on a photo; absent is what none of them looked for. */
export type PhotoDetections = {
  width: number;
  height: number;
  has_vehicle?: boolean;
  vehicle?: { box?: BoundingBox | null; whole_in_frame: boolean; share_of_picture: number };
  viewpoint?: { prediction: string; confidence: number };
  viewpoints?: Partial<Record<Viewpoint, number>>;
  parts?: readonly { part_type: string; score: number; bounding_box: BoundingBox }[];
  /** Of the whole photo: labels with their confidence, and faults with their strength. */
  photo?: Record<string, { prediction: string | null; confidence: number }>;
  /** Why a model did not look. */
  unavailable?: Partial<Record<string, string>>;
};

const isWholeByPhoto = ({ photo }: PhotoDetections) => photo?.whole?.prediction === 'yes';

/** Where nothing has drawn a box around it, a vehicle that is not whole in the picture fills it: a close-up. */
const shareOfPicture = (detections: PhotoDetections) =>
  detections.vehicle?.share_of_picture ?? (isWholeByPhoto(detections) ? UNKNOWN_SHARE : 1);

/** There wherever a vehicle is: apps compare it with limits of their own. */
export const zoomScore = (detections: PhotoDetections) =>
  detections.has_vehicle ? asScore(1 - shareOfPicture(detections)) : undefined;

const sideless = (part: string) =>
  part.startsWith('wheel') || part.startsWith('rim') ? 'wheel' : part.replace(/_(left|right)$/, '');

/** Which side is told by the viewpoint; a part on the other side still counts as seen. */
const sees = ({ parts = [] }: PhotoDetections, wanted: string) =>
  parts.some(({ part_type }) => sideless(part_type) === sideless(wanted));

const likelyViewpoint = ({ viewpoint }: PhotoDetections, least = SURE): Viewpoint | null =>
  viewpoint && viewpoint.confidence >= least && isViewpoint(viewpoint.prediction)
    ? viewpoint.prediction
    : null;

const isSureOfParts = ({ parts = [] }: PhotoDetections) => parts.some(({ score }) => score >= SURE);

/**
 * The box around a vehicle is often a little too wide: a part must run into the same edge of the picture, and the
 * model that looks at the whole photo must agree.
 */
function isCutOff(detections: PhotoDetections): boolean {
  const { vehicle, parts, photo } = detections;
  if (!vehicle || vehicle.whole_in_frame || (photo?.whole && photo.whole.prediction !== 'no')) return false;
  if (!vehicle.box || !parts) return true;
  const edges = new Set(edgesReached(vehicle.box, detections, VEHICLE_AT_EDGE));
  return parts.some(({ bounding_box }) =>
    edgesReached(bounding_box, detections, VEHICLE_AT_EDGE).some((edge) => edges.has(edge)),
  );
}

/** Absent where no vehicle is. */
export const isFullyInFrame = (detections: PhotoDetections) =>
  detections.has_vehicle
    ? detections.vehicle
      ? !isCutOff(detections)
      : isWholeByPhoto(detections)
    : undefined;

export function isCloseUp({ photo, viewpoint, parts, width, height }: PhotoDetections): boolean {
  const look = photo?.viewpoint;
  if (look && look.confidence >= SURE) return look.prediction === 'close_up';
  const [only, ...others] = parts ?? [];
  if (viewpoint || !only || others.length > 0) return false;
  return areaOf(only.bounding_box) / areaOf({ width, height }) >= FILLS;
}

const coverage = (reason: Omit<ComplianceReason, 'check'>): ComplianceReason[] => [
  { ...reason, check: 'coverage' },
];

function angleReasons(
  detections: PhotoDetections,
  { viewpoint, direction, tolerance }: SightView,
): ComplianceReason[] {
  const shown = likelyViewpoint(detections, SURE_OF_FAR);
  if (shown === null || viewpoint === null || direction === null) return [];
  const off = degreesBetween(degreesOf(shown), direction);
  if (off <= tolerance || (off < FAR_DEGREES && likelyViewpoint(detections) === null)) return [];
  const message = `This photo shows ${SHOWN[shown]}: stand ${PLACE[viewpoint]} and take it again.`;
  return coverage({ issue: 'wrong_angle', message });
}

function frameReasons(detections: PhotoDetections, { framing }: SightView): ComplianceReason[] {
  if (framing !== 'whole' || !isCutOff(detections)) return [];
  const message = 'The vehicle is cut off: step back until all of it is in the picture, and take it again.';
  return coverage({ issue: 'vehicle_not_fully_in_frame', message });
}

function partReasons(detections: PhotoDetections, { expected, center }: SightView): ComplianceReason[] {
  if (!isSureOfParts(detections)) return [];
  if (center && !sees(detections, center)) {
    const message = `The ${partInWords(center)} is not in the picture: put it in the middle and take the photo again.`;
    return coverage({ issue: 'wrong_center_part', message });
  }
  // Not even the side is clear, or all of the vehicle is there: then the parts may well be, too.
  if ((detections.viewpoint && likelyViewpoint(detections) === null) || isWholeByPhoto(detections)) return [];
  const missing = expected.filter((part) => !sees(detections, part));
  const score = 1 - missing.length / Math.max(1, expected.length);
  if (score >= LEAST_EXPECTED_PARTS) return [];
  const message = `These cannot be seen: ${missing.map(partInWords).join(', ')}. Make room for them and take the photo again.`;
  return coverage({
    issue: 'missing_parts',
    message,
    score: asScore(score),
    threshold: LEAST_EXPECTED_PARTS,
  });
}

/** A stretch of a vehicle may look like a close-up to one model; the parts must say so too. */
const isTooNear = (detections: PhotoDetections, { framing, wide }: SightView) =>
  wide &&
  isCloseUp(detections) &&
  (framing === 'whole' || (detections.parts !== undefined && detections.parts.length <= 2));

function distanceReasons(detections: PhotoDetections, view: SightView): ComplianceReason[] {
  const { framing, center } = view;
  const score = zoomScore(detections);
  const closer = (threshold: number | undefined, message: string): ComplianceReason[] => [
    { issue: 'not_zoomed_enough', message, score, threshold, check: 'zoom' },
  ];
  if (framing === 'detail')
    return detections.vehicle?.whole_in_frame && center
      ? closer(
          undefined,
          `The vehicle is too far away: go near, so that the ${partInWords(center)} fills the picture.`,
        )
      : [];
  if (framing === 'inside') return [];
  if (isTooNear(detections, view))
    return [
      {
        issue: 'too_zoomed',
        message: 'The photo is taken from too near: step back and take it again.',
        score,
        check: 'zoom',
      },
    ];
  const most = asScore(1 - LEAST_SHARE_OF_PHOTO[framing]);
  return score !== undefined && score > most
    ? closer(most, 'The vehicle is too small in the picture: go nearer and take it again.')
    : [];
}

/** The doors of the boot and the hood are open on these, and the vehicle may well be whole in frame. */
const OPEN = /trunk|engine/;

function insideReasons(detections: PhotoDetections, { label }: Sight): ComplianceReason[] {
  if (detections.vehicle?.whole_in_frame && likelyViewpoint(detections) && !OPEN.test(label)) {
    const message = `This photo shows the vehicle from outside; it must show: ${label.replaceAll('-', ' ')}.`;
    return coverage({ issue: 'wrong_center_part', message });
  }
  const message = 'What is inside the vehicle is not checked.';
  return coverage({ issue: 'interior_not_supported', message, note: true });
}

function outsideReasons(detections: PhotoDetections, view: SightView, zoom: boolean): ComplianceReason[] {
  if (!detections.has_vehicle) {
    // What the models know little of, such as the underside, may look like no vehicle at all.
    const knowsNot = view.framing === 'detail' && view.center === null;
    if (knowsNot || isSureOfParts(detections)) return [];
    const message = 'No vehicle can be seen: point the camera at it and take the photo again.';
    return coverage({ issue: 'no_vehicle', message });
  }
  const angle = angleReasons(detections, view);
  const distance = zoom ? distanceReasons(detections, view) : [];
  if (angle.length > 0 || distance.length > 0) return [...angle, ...distance];
  const found = [...frameReasons(detections, view), ...partReasons(detections, view)];
  return found.length === 0 && view.framing !== 'detail' && likelyViewpoint(detections) === null
    ? coverage({
        issue: 'unknown_viewpoint',
        message: 'From which side the photo was taken could not be told.',
        note: true,
      })
    : found;
}

/** null when the models that it takes did not look. `zoom`: whether the distance is to be judged too. */
export function coverageReasons(
  detections: PhotoDetections,
  sightId: string,
  zoom: boolean,
): ComplianceReason[] | null {
  if (detections.has_vehicle === undefined) return null;
  const known = sight(sightId);
  // Generation 3 compares the whole of this text.
  if (!known) return coverage({ issue: 'unknown_sight', message: 'unknown sight', note: true });
  const view = viewOf(known);
  return view.framing === 'inside'
    ? insideReasons(detections, known)
    : outsideReasons(detections, view, zoom);
}
