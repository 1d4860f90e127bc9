import { expect, test } from 'vitest';
import { assessQuality, complianceRules, type QualityMeasures, unreadablePhoto } from './compliance.ts';

const good: QualityMeasures = {
  blurriness: 0.9,
  overexposure: 0.95,
  underexposure: 0.97,
  width: 4000,
  height: 3000,
};

test('a good photo has no issues and shows what was measured against which thresholds', () => {
  expect(assessQuality(good)).toEqual({
    issues: [],
    scores: { blurriness: 0.9, overexposure: 0.95, underexposure: 0.97, resolution: 1 },
    thresholds: { blurriness: 0.5, overexposure: 0.5, underexposure: 0.5, resolution: 0.5 },
    reasons: [],
  });
});

test.each(['blurriness', 'overexposure', 'underexposure'] as const)(
  'a low score of %s is that issue, with the score, the threshold and what to do',
  (name) => {
    const { issues, reasons } = assessQuality({ ...good, [name]: 0.2 });
    expect(issues).toEqual([name]);
    expect(reasons).toEqual([
      { issue: name, score: 0.2, threshold: 0.5, message: expect.stringMatching(/^The photo is .+: .+\.$/) },
    ]);
  },
);

test('a score at its threshold passes', () => {
  for (const { score, threshold } of complianceRules) {
    if (score !== 'resolution') expect(assessQuality({ ...good, [score]: threshold }).issues).toEqual([]);
  }
});

test('a photo needs 480 pixels on its shorter side, whichever that is', () => {
  expect(assessQuality({ ...good, width: 640, height: 480 }).issues).toEqual([]);
  expect(assessQuality({ ...good, width: 480, height: 640 }).issues).toEqual([]);
  expect(assessQuality({ ...good, width: 640, height: 479 }).issues).toEqual(['low_resolution']);
  expect(assessQuality({ ...good, width: 300, height: 4000 }).issues).toEqual(['low_resolution']);
});

test('a photo can have several issues at once', () => {
  const { issues } = assessQuality({
    blurriness: 0.1,
    overexposure: 1,
    underexposure: 0.1,
    width: 1,
    height: 1,
  });
  expect(issues).toEqual(['blurriness', 'underexposure', 'low_resolution']);
});

test('a score is never 0, which clients read as not measured, and never NaN', () => {
  const broken = { blurriness: 0, overexposure: Number.NaN, underexposure: -1, width: 0, height: 0 };
  for (const score of Object.values(assessQuality(broken).scores)) expect(score).toBe(0.001);
});

test('a photo that cannot be decoded is an issue without invented scores', () => {
  const { issues, scores, reasons } = unreadablePhoto();
  expect(issues).toEqual(['other']);
  expect(scores).toEqual({});
  expect(reasons).toEqual([{ issue: 'other', message: expect.stringContaining('Take it again') }]);
});

test('a picture of one color is to be taken again, however well it is lit', () => {
  const { issues, reasons } = assessQuality({ ...good, blank: true });
  expect(issues).toEqual(['other']);
  expect(reasons[0]?.message).toBe(
    'The photo shows nothing but one color: point the camera at the vehicle and take it again.',
  );
});
