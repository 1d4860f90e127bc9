/** What people see on the pages of an app of generation 3, by the rules that these pages go by. */
import type { Body } from '../client.ts';

const LEVELS: Record<number, string> = { 1: 'low', 2: 'medium', 3: 'high' };

/**
 * The damages on the report: one row for each severity, by the name of its part. Shown are those with a price and a
 * level, or of a part that is replaced; the first of a part is the one that can be opened.
 */
export const shownDamages = ({ severity_results }: Body) =>
  severity_results
    .map(({ id, label, value: { custom_severity } }: Body) => ({
      id,
      part: label,
      severity: LEVELS[custom_severity.level] ?? null,
      price: custom_severity.pricing ?? 0,
      operation: custom_severity.repair_operation?.REPLACE === true ? 'replace' : 'repair',
    }))
    .filter(
      ({ price, severity, operation }: Body) => (price > 0 && severity !== null) || operation === 'replace',
    ) as { id: string; part: string; severity: string | null; price: number; operation: string }[];

/** The pictures beside a part that was opened: of the whole vehicle, and from near. */
export const picturesOf = ({ parts }: Body, name: string) => {
  const { related_images } = parts.find(({ part_type }: Body) => part_type === name);
  const ofType = (type: string): string[] =>
    related_images
      .filter(({ base_image_type }: Body) => base_image_type === type)
      .map(({ base_image_id }: Body) => base_image_id);
  return { whole: ofType('beauty_shot'), near: ofType('close_up') };
};

const KNOWN_REASONS = [
  'NO_CAR_BODY',
  'LOW_RESOLUTION',
  'BLURRINESS',
  'UNDEREXPOSURE',
  'OVEREXPOSURE',
  'LENS_FLARE',
  'DIRTINESS',
  'SNOWNESS',
  'WETNESS',
  'REFLECTIONS',
  'WRONG_ANGLE',
  'WRONG_CENTER_PART',
  'UNKNOWN_SIGHT',
  'UNKNOWN_VIEWPOINT',
  'MISSING_PARTS',
  'HIDDEN_PARTS',
  'MISSING',
];

/** Why the camera asks for the photo once more: what it does not know by name it leaves out, and then all is well. */
export const reasonsToTakeAgain = ({ compliances }: Body): string[] =>
  [compliances.image_quality_assessment, compliances.coverage_360]
    .filter((check) => check?.is_compliant === false)
    .flatMap((check) => check.reasons)
    .map((reason: string) => reason.split('--')[0]!)
    .filter((code) => KNOWN_REASONS.includes(code));
