import type {
  Compliance,
  ComplianceIssue,
  ComplianceReason,
  QualityScore,
} from '../../records/compliance.ts';
import { QUALITY_THRESHOLD, SHORTER_SIDE_OF_FULL_SCORE, WORST_SCORE } from '../tuning.ts';

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
  /** One color all over: there is nothing to be seen. */
  blank?: boolean;
};

type Rule = { issue: ComplianceIssue; score: QualityScore; threshold: number; message: string };

/** A score below its threshold is an issue. docs/quality.md has the error rates measured at these. */
export const complianceRules: readonly Rule[] = [
  {
    issue: 'blurriness',
    score: 'blurriness',
    threshold: QUALITY_THRESHOLD,
    message: 'The photo is blurred: hold the phone still, tap the vehicle to focus and take it again.',
  },
  {
    issue: 'overexposure',
    score: 'overexposure',
    threshold: QUALITY_THRESHOLD,
    message: 'The photo is too bright: turn off the flash or keep the sun behind you and take it again.',
  },
  {
    issue: 'underexposure',
    score: 'underexposure',
    threshold: QUALITY_THRESHOLD,
    message: 'The photo is too dark: turn on the flash or move the vehicle into the light.',
  },
  {
    issue: 'low_resolution',
    score: 'resolution',
    threshold: QUALITY_THRESHOLD,
    message:
      'The photo is too small: its shorter side must have at least 480 pixels. Send the original file.',
  },
];

export const asScore = (value: number) =>
  Number.isNaN(value) ? WORST_SCORE : Math.min(1, Math.max(WORST_SCORE, value));

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
