import type { Compliance } from '../../inspections/compliance.ts';
import type { Image } from '../../inspections/records.ts';

type Photo = Pick<Image, 'width' | 'height' | 'binary_size' | 'sight_id'>;

const orientation = ({ width, height }: Photo) =>
  width > height ? 'landscape' : width < height ? 'portrait' : 'other';

/** Whether the photo shows what its sight asks for is not looked at: to generation 3 that is pending. */
const coverage = ({ sight_id }: Photo) =>
  sight_id === null ? {} : { coverage_360: { status: 'TODO', is_compliant: null, sight_id, reasons: [] } };

const PENDING = { status: 'TODO', is_compliant: null, reasons: [] };

/**
 * One object in two dialects: generation 5 reads `compliance_issues` and the scores of `image_analysis`,
 * generation 3 reads `image_quality_assessment` and `coverage_360` and looks into every member without
 * asking whether it is null. So what was not measured is left out, never null.
 */
export const presentCompliance = (
  compliance: Compliance | null,
  image: Photo,
  { pendingAsObject }: { pendingAsObject: boolean },
) => {
  if (compliance === null) {
    return pendingAsObject ? { image_quality_assessment: PENDING, ...coverage(image) } : null;
  }
  const { issues, reasons, thresholds } = compliance;
  const { blurriness, overexposure, underexposure, resolution } = compliance.scores;
  const isCompliant = issues.length === 0;
  return {
    compliance_status: isCompliant ? 'compliant' : 'non_compliant',
    compliance_issues: issues,
    should_retake: !isCompliant,
    image_analysis: {
      blurriness,
      overexposure,
      underexposure,
      resolution,
      image_width: image.width,
      image_height: image.height,
      binary_size: image.binary_size,
      orientation: orientation(image),
      predicted_image_type: 'unknown',
    },
    image_quality_assessment: {
      status: 'DONE',
      is_compliant: isCompliant,
      reasons: reasons.map(({ issue, message }) => `${issue.toUpperCase()}--${message}`),
      details: {
        blurriness_score: blurriness,
        overexposure_score: overexposure,
        underexposure_score: underexposure,
        resolution_score: resolution,
        thresholds,
      },
    },
    ...coverage(image),
  };
};
