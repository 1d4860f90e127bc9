import { expect, test } from 'vitest';
import { assessQuality, unreadablePhoto } from '../../inspections/compliance.ts';
import { presentCompliance } from './compliance.ts';

const photo = { width: 4000, height: 3000, binary_size: 2_000_000, sight_id: null };
const good = { blurriness: 0.9, overexposure: 0.95, underexposure: 0.97, width: 4000, height: 3000 };
const shown = (
  verdict: Parameters<typeof presentCompliance>[0],
  image: typeof photo | { sight_id: string } = photo,
) =>
  JSON.parse(JSON.stringify(presentCompliance(verdict, { ...photo, ...image }, { pendingAsObject: false })));

test('a photo that was not looked at yet has no compliances, which generation 5 reads as running', () => {
  expect(presentCompliance(null, photo, { pendingAsObject: false })).toBeNull();
});

test('read alone, a photo that was not looked at yet has a pending quality check for generation 3', () => {
  const pending = { status: 'TODO', is_compliant: null, reasons: [] };
  expect(presentCompliance(null, photo, { pendingAsObject: true })).toEqual({
    image_quality_assessment: pending,
  });
  expect(presentCompliance(null, { ...photo, sight_id: 'sight-1' }, { pendingAsObject: true })).toEqual({
    image_quality_assessment: pending,
    coverage_360: { ...pending, sight_id: 'sight-1' },
  });
});

test('a good photo is compliant in both dialects, with nothing that was not measured', () => {
  expect(shown(assessQuality(good))).toEqual({
    compliance_status: 'compliant',
    compliance_issues: [],
    should_retake: false,
    image_analysis: {
      blurriness: 0.9,
      overexposure: 0.95,
      underexposure: 0.97,
      resolution: 1,
      image_width: 4000,
      image_height: 3000,
      binary_size: 2_000_000,
      orientation: 'landscape',
      predicted_image_type: 'unknown',
    },
    image_quality_assessment: {
      status: 'DONE',
      is_compliant: true,
      reasons: [],
      details: {
        blurriness_score: 0.9,
        overexposure_score: 0.95,
        underexposure_score: 0.97,
        resolution_score: 1,
        thresholds: { blurriness: 0.5, overexposure: 0.5, underexposure: 0.5, resolution: 0.5 },
      },
    },
  });
});

test('a bad photo names its issues in lower case for generation 5 and as coded reasons for generation 3', () => {
  const verdict = shown(assessQuality({ ...good, blurriness: 0.1, height: 300 }));
  expect(verdict).toMatchObject({
    compliance_status: 'non_compliant',
    compliance_issues: ['blurriness', 'low_resolution'],
    should_retake: true,
  });
  expect(verdict.image_quality_assessment).toMatchObject({
    is_compliant: false,
    reasons: [
      expect.stringMatching(/^BLURRINESS--The photo is blurred/),
      expect.stringMatching(/^LOW_RESOLUTION--The photo is too small/),
    ],
  });
});

test('with a sight the coverage is there and pending, because it is not looked at', () => {
  expect(shown(assessQuality(good), { sight_id: 'sight-1' }).coverage_360).toEqual({
    status: 'TODO',
    is_compliant: null,
    sight_id: 'sight-1',
    reasons: [],
  });
});

test('no member is ever null, because generation 3 looks into each of them', () => {
  for (const verdict of [assessQuality(good), unreadablePhoto()]) {
    for (const member of Object.values(shown(verdict))) expect(member).not.toBeNull();
  }
});

test('a photo that cannot be decoded is to be taken again, without scores', () => {
  const verdict = shown(unreadablePhoto());
  expect(verdict).toMatchObject({ compliance_issues: ['other'], should_retake: true });
  expect(verdict.image_analysis).not.toHaveProperty('blurriness');
  expect(verdict.image_quality_assessment.reasons[0]).toMatch(/^OTHER--/);
});
