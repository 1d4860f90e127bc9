import { isIssue } from '../../inspections/photos/quality/assess-photo.ts';
import type {
  Compliance,
  ComplianceIssue,
  ComplianceReason,
  SightCheck,
} from '../../inspections/records/compliance.ts';
import type { Image } from '../../inspections/records/image.ts';

type Photo = Pick<Image, 'width' | 'height' | 'binary_size' | 'sight_id' | 'compliance_checks'>;

const orientation = ({ width, height }: Photo) =>
  width > height ? 'landscape' : width < height ? 'portrait' : 'other';

const PENDING = { status: 'TODO', is_compliant: null, reasons: [] };

/** The camera of generation 3 has other names for these; it ignores an issue that it does not know. */
const OLDER_NAMES: Partial<Record<ComplianceIssue, string>> = {
  no_vehicle: 'NO_CAR_BODY',
  vehicle_not_fully_in_frame: 'MISSING_PARTS',
};

/** One check as generation 3 reads it. */
const checked = (reasons: ComplianceReason[]) => ({
  status: 'DONE',
  is_compliant: !reasons.some(isIssue),
  reasons: reasons.map(({ issue, message }) => `${OLDER_NAMES[issue] ?? issue.toUpperCase()}--${message}`),
});

const asks = ({ compliance_checks }: Photo, check: SightCheck) => compliance_checks?.includes(check) ?? true;

/** Where no model checked whether the photo shows what its sight asks for, that is pending to generation 3. */
const coverage360 = (photo: Photo, { covers_sight }: Compliance, reasons: ComplianceReason[]) =>
  photo.sight_id === null || !asks(photo, 'coverage_360')
    ? {}
    : {
        coverage_360: {
          ...(covers_sight === undefined ? PENDING : checked(reasons)),
          sight_id: photo.sight_id,
        },
      };

/** Before the verdict: both checks, whatever was asked for, because generation 3 looks into both. */
const pending = ({ sight_id }: Photo) => ({
  image_quality_assessment: PENDING,
  coverage_360: { ...PENDING, ...(sight_id !== null && { sight_id }) },
});

const zoomLevel = (photo: Photo, { scores }: Compliance, reasons: ComplianceReason[]) =>
  scores.zoom === undefined || !asks(photo, 'zoom_level')
    ? {}
    : { zoom_level: { ...checked(reasons), details: { zoom_score: scores.zoom } } };

/** What the models found, as generation 5 reads it. */
const analyses = ({ seen, scores, covers_sight }: Compliance, coverage: ComplianceReason[]) =>
  seen
    ? {
        vehicle_analysis: {
          is_vehicle_present: seen.vehicle_present,
          vehicle_fully_in_frame: seen.vehicle_fully_in_frame,
          ratio_of_vehicle_to_image_pixels: seen.vehicle_share_of_picture,
          reflections: scores.reflections,
          dirtiness: scores.dirtiness,
          wetness: scores.wetness,
          snowness: scores.snowness,
        },
        coverage_analysis: {
          probability_by_viewpoint: seen.viewpoints ?? {},
          is_compliant_with_sight: covers_sight,
          compliance_issues: coverage.map(({ issue }) => issue),
        },
      }
    : {};

/**
 * One object in two dialects: generation 5 reads `compliance_issues` and the scores of the analyses,
 * generation 3 reads `image_quality_assessment` and `coverage_360` and looks into every member without
 * asking whether it is null. So what was not measured is left out, never null.
 */
export const presentCompliance = (
  compliance: Compliance | null,
  image: Photo,
  { nullWhilePending }: { nullWhilePending: boolean },
) => {
  if (compliance === null) return nullWhilePending ? null : pending(image);
  const { issues, scores, thresholds, seen } = compliance;
  const {
    quality = [],
    coverage = [],
    zoom = [],
  } = Object.groupBy(compliance.reasons, ({ check = 'quality' }) => check);
  return {
    compliance_status: issues.length === 0 ? 'compliant' : 'non_compliant',
    compliance_issues: issues,
    should_retake: issues.length > 0,
    image_analysis: {
      blurriness: scores.blurriness,
      overexposure: scores.overexposure,
      underexposure: scores.underexposure,
      lens_flare: scores.lens_flare,
      zoom: scores.zoom,
      resolution: scores.resolution,
      image_width: image.width,
      image_height: image.height,
      binary_size: image.binary_size,
      orientation: orientation(image),
      predicted_image_type: seen?.image_type ?? 'unknown',
    },
    ...analyses(compliance, coverage),
    image_quality_assessment: {
      ...checked(quality),
      details: {
        blurriness_score: scores.blurriness,
        overexposure_score: scores.overexposure,
        underexposure_score: scores.underexposure,
        lens_flare_score: scores.lens_flare,
        reflections_score: scores.reflections,
        dirtiness_score: scores.dirtiness,
        wetness_score: scores.wetness,
        snowness_score: scores.snowness,
        resolution_score: scores.resolution,
        thresholds,
      },
    },
    ...coverage360(image, compliance, coverage),
    ...zoomLevel(image, compliance, zoom),
  };
};
