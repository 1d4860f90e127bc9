import type { Viewpoint } from './viewpoints.ts';

/**
 * Whether a photo is good enough to be analysed: the measures, the thresholds and the advice.
 * Every score lies between 0 and 1, and low is bad, unless it says otherwise.
 */
export type QualityMeasures = {
  blurriness: number;
  overexposure: number;
  underexposure: number;
  /** Of the upright picture, in pixels. */
  width: number;
  height: number;
  /** One colour all over: there is nothing to be seen. */
  blank?: boolean;
};

export type QualityScore = 'blurriness' | 'overexposure' | 'underexposure' | 'resolution';
/** What models see, besides: the first is the photo's, the others are the vehicle's. */
export type FaultScore = 'lens_flare' | 'reflections' | 'dirtiness' | 'wetness' | 'snowness';
/** Of zoom, high is too far away and low is too close. */
export type ComplianceScore = QualityScore | FaultScore | 'zoom';

export type ComplianceIssue =
  | 'blurriness'
  | 'overexposure'
  | 'underexposure'
  | 'low_resolution'
  | FaultScore
  | 'no_vehicle'
  | 'vehicle_not_fully_in_frame'
  | 'wrong_angle'
  | 'wrong_center_part'
  | 'missing_parts'
  | 'too_zoomed'
  | 'not_zoomed_enough'
  | 'unknown_sight'
  | 'unknown_viewpoint'
  | 'interior_not_supported'
  | 'other';

/** What a client may ask for besides the quality of the photo, which is always judged. */
export const SIGHT_CHECKS = ['coverage_360', 'zoom_level'] as const;
export type SightCheck = (typeof SIGHT_CHECKS)[number];

/** Without score and threshold when there was nothing to measure. */
export type ComplianceReason = {
  issue: ComplianceIssue;
  message: string;
  score?: number;
  threshold?: number;
  /** What it is about; absent for the quality of the photo. */
  check?: 'coverage' | 'zoom';
  /** Why something could not be judged: for the developer, and no reason to take the photo again. */
  note?: true;
};

/** What models saw, as far as it says something about the photo itself. */
export type SeenOnPhoto = {
  vehicle_present?: boolean;
  vehicle_fully_in_frame?: boolean;
  vehicle_share_of_picture?: number;
  image_type?: 'beauty_shot' | 'close_up';
  viewpoints?: Partial<Record<Viewpoint, number>>;
};

export type Compliance = {
  /** What the photo is to be taken again for. */
  issues: ComplianceIssue[];
  /** Only what was measured. */
  scores: Partial<Record<ComplianceScore, number>>;
  thresholds: Partial<Record<ComplianceScore, number>>;
  reasons: ComplianceReason[];
  /** Absent when no model looked. */
  seen?: SeenOnPhoto;
  /** Whether it shows what its sight asks for; absent when nobody could tell. */
  covers_sight?: boolean;
};

type Rule = { issue: ComplianceIssue; score: QualityScore; threshold: number; message: string };

/** A score below its threshold is an issue. docs/quality.md has the error rates measured at these. */
export const complianceRules: readonly Rule[] = [
  {
    issue: 'blurriness',
    score: 'blurriness',
    threshold: 0.5,
    message: 'The photo is blurred: hold the phone still, tap the vehicle to focus and take it again.',
  },
  {
    issue: 'overexposure',
    score: 'overexposure',
    threshold: 0.5,
    message: 'The photo is too bright: turn off the flash or keep the sun behind you and take it again.',
  },
  {
    issue: 'underexposure',
    score: 'underexposure',
    threshold: 0.5,
    message: 'The photo is too dark: turn on the flash or move the vehicle into the light.',
  },
  {
    issue: 'low_resolution',
    score: 'resolution',
    threshold: 0.5,
    message:
      'The photo is too small: its shorter side must have at least 480 pixels. Send the original file.',
  },
];

// Zero means "not measured" to client libraries, so the worst score is a little more than that.
const WORST_SCORE = 0.001;

export const asScore = (value: number) =>
  Number.isNaN(value) ? WORST_SCORE : Math.min(1, Math.max(WORST_SCORE, value));

/** 480 pixels on the shorter side, the least that shows a scratch, sit at the threshold of 0.5. */
const SHORTER_SIDE_OF_FULL_SCORE = 960;

const resolutionScore = ({ width, height }: QualityMeasures) =>
  asScore(Math.min(width, height) / SHORTER_SIDE_OF_FULL_SCORE);

const thresholds = () => Object.fromEntries(complianceRules.map((rule) => [rule.score, rule.threshold]));

const NOTHING_TO_SEE: ComplianceReason = {
  issue: 'other',
  message: 'The photo shows nothing but one color: point the camera at the vehicle and take it again.',
};

export function assessQuality(measures: QualityMeasures): Compliance {
  const scores: Record<QualityScore, number> = {
    blurriness: asScore(measures.blurriness),
    overexposure: asScore(measures.overexposure),
    underexposure: asScore(measures.underexposure),
    resolution: resolutionScore(measures),
  };
  const reasons: ComplianceReason[] = complianceRules
    .filter((rule) => scores[rule.score] < rule.threshold)
    .map(({ issue, score, threshold, message }) => ({ issue, message, score: scores[score], threshold }));
  if (measures.blank) reasons.unshift(NOTHING_TO_SEE);
  return { issues: reasons.map(({ issue }) => issue), scores, thresholds: thresholds(), reasons };
}

const verdictWithout = (message: string): Compliance => ({
  issues: ['other'],
  scores: {},
  thresholds: thresholds(),
  reasons: [{ issue: 'other', message }],
});

/** The verdict on a file that passed as a photo and yet cannot be decoded. */
export const unreadablePhoto = () =>
  verdictWithout('The photo cannot be read: the file is damaged. Take it again or send the original file.');

/** The verdict on a photo that was tried in vain, again and again. */
export const unassessablePhoto = () =>
  verdictWithout('The photo could not be judged after several attempts. Take it again or send another file.');
