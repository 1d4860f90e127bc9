/** The verdict on a photo. Every score lies between 0 and 1, and low is bad, unless it says otherwise. */
import { z } from 'zod';
import { VIEWPOINTS } from '../viewpoints/viewpoints.ts';

const QUALITY_SCORES = ['blurriness', 'overexposure', 'underexposure', 'resolution'] as const;
export type QualityScore = (typeof QUALITY_SCORES)[number];
/** What models see, besides: the first is the photo's, the others are the vehicle's. */
const FAULT_SCORES = ['lens_flare', 'reflections', 'dirtiness', 'wetness', 'snowness'] as const;
export type FaultScore = (typeof FAULT_SCORES)[number];

/** Of zoom, high is too far away and low is too close. */
const complianceScoreSchema = z.enum([...QUALITY_SCORES, ...FAULT_SCORES, 'zoom']);

const complianceIssueSchema = z.enum([
  'blurriness',
  'overexposure',
  'underexposure',
  'low_resolution',
  ...FAULT_SCORES,
  'no_vehicle',
  'vehicle_not_fully_in_frame',
  'wrong_angle',
  'wrong_center_part',
  'missing_parts',
  'too_zoomed',
  'not_zoomed_enough',
  'unknown_sight',
  'unknown_viewpoint',
  'interior_not_supported',
  'other',
]);
export type ComplianceIssue = z.infer<typeof complianceIssueSchema>;

/** What a client may ask for besides the quality of the photo, which is always judged. */
export const SIGHT_CHECKS = ['coverage_360', 'zoom_level'] as const;
export type SightCheck = (typeof SIGHT_CHECKS)[number];

/** Without score and threshold when there was nothing to measure. */
const complianceReasonSchema = z.object({
  issue: complianceIssueSchema,
  message: z.string(),
  score: z.number().optional(),
  threshold: z.number().optional(),
  /** What it is about; absent for the quality of the photo. */
  check: z.enum(['coverage', 'zoom']).optional(),
  /** Why something could not be judged: for the developer, and no reason to take the photo again. */
  note: z.literal(true).optional(),
});
export type ComplianceReason = z.infer<typeof complianceReasonSchema>;

/** What models saw, as far as it says something about the photo itself. */
const detectedOnPhotoSchema = z.object({
  vehicle_present: z.boolean().optional(),
  vehicle_fully_in_frame: z.boolean().optional(),
  vehicle_share_of_picture: z.number().optional(),
  image_type: z.enum(['beauty_shot', 'close_up']).optional(),
  viewpoints: z.partialRecord(z.enum(VIEWPOINTS), z.number()).optional(),
});
export type DetectedOnPhoto = z.infer<typeof detectedOnPhotoSchema>;

export const complianceSchema = z.object({
  /** What the photo is to be taken again for. */
  issues: z.array(complianceIssueSchema),
  /** Only what was measured. */
  scores: z.partialRecord(complianceScoreSchema, z.number()),
  thresholds: z.partialRecord(complianceScoreSchema, z.number()),
  reasons: z.array(complianceReasonSchema),
  /** Absent when no model looked. */
  seen: detectedOnPhotoSchema.optional(),
  /** Whether it shows what its sight asks for; absent when nobody could tell. */
  covers_sight: z.boolean().optional(),
});
export type Compliance = z.infer<typeof complianceSchema>;
