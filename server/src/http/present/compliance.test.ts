import { expect, test } from 'vitest';
import { assessPhoto } from '../../inspections/photos/quality/assess-photo.ts';
import { assessQuality, unreadablePhoto } from '../../inspections/photos/quality/compliance.ts';
import { presentCompliance } from './compliance.ts';

const photo = { width: 4000, height: 3000, binary_size: 2_000_000, sight_id: null, compliance_checks: null };
const good = { blurriness: 0.9, overexposure: 0.95, underexposure: 0.97, width: 4000, height: 3000 };
const shown = (
  verdict: Parameters<typeof presentCompliance>[0],
  image: Partial<Parameters<typeof presentCompliance>[1]> = {},
) =>
  JSON.parse(JSON.stringify(presentCompliance(verdict, { ...photo, ...image }, { nullWhilePending: false })));

const FRONT = 'haccord-8YjMcu0D';
const toTheLeft = {
  measures: good,
  sight_id: FRONT,
  detections: {
    width: 4000,
    height: 3000,
    has_vehicle: true,
    vehicle: { whole_in_frame: true, share_of_picture: 0.05 },
    viewpoint: { prediction: 'left', confidence: 0.9 },
    photo: {
      lens_flare: { prediction: null, confidence: 0.2 },
      dirtiness: { prediction: null, confidence: 0.9 },
    },
  },
};

test('a photo that was not judged yet has no compliances, which generation 5 reads as running', () => {
  expect(presentCompliance(null, photo, { nullWhilePending: true })).toBeNull();
});

test('a photo that was not judged yet has both checks pending for generation 3, with a sight or without', () => {
  const pending = { status: 'TODO', is_compliant: null, reasons: [] };
  expect(shown(null)).toEqual({ image_quality_assessment: pending, coverage_360: pending });
  expect(shown(null, { sight_id: 'sight-1' })).toEqual({
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

test('with a sight the coverage is there and pending, because it is not judged', () => {
  expect(shown(assessQuality(good), { sight_id: 'sight-1' }).coverage_360).toEqual({
    status: 'TODO',
    is_compliant: null,
    sight_id: 'sight-1',
    reasons: [],
  });
});

test('a client that asks for the quality alone is told nothing of the sight or the distance', () => {
  const verdict = shown(assessPhoto({ ...toTheLeft, checks: [] }), {
    sight_id: FRONT,
    compliance_checks: [],
  });
  expect(verdict.compliance_issues).toEqual(['dirtiness']);
  for (const unasked of ['coverage_360', 'zoom_level']) expect(verdict).not.toHaveProperty(unasked);
  expect(verdict.coverage_analysis).not.toHaveProperty('is_compliant_with_sight');
  const zoomed = shown(assessPhoto({ ...toTheLeft, checks: ['zoom_level'] }), {
    sight_id: FRONT,
    compliance_checks: ['zoom_level'],
  });
  expect(zoomed.compliance_issues).toEqual(['dirtiness', 'not_zoomed_enough']);
  expect(zoomed).not.toHaveProperty('coverage_360');
});

test('where models are missing the verdict says what was left out, and nobody takes the photo again for it', () => {
  const problem = 'The file of the model parts is missing. Restore it.';
  const pixelsAlone = assessPhoto({ measures: good, problem, sight_id: FRONT });
  const some = { ...toTheLeft, detections: { ...toTheLeft.detections, unavailable: { parts: problem } } };
  for (const [compliance, what] of [
    [pixelsAlone, 'Only the pixels were judged.'],
    [assessPhoto(some), 'Some checks were left out.'],
  ] as const) {
    const verdict = shown(compliance, { sight_id: FRONT });
    expect(verdict.image_quality_assessment.reasons).toContain(`OTHER--${what} ${problem}`);
    expect(verdict.compliance_issues).not.toContain('other');
  }
  expect(shown(pixelsAlone, { sight_id: FRONT })).toMatchObject({
    compliance_status: 'compliant',
    image_quality_assessment: { is_compliant: true },
    coverage_360: { status: 'TODO', is_compliant: null },
  });
});

test('no member is ever null, because generation 3 looks into each of them', () => {
  for (const verdict of [assessQuality(good), unreadablePhoto(), assessPhoto(toTheLeft)]) {
    for (const member of Object.values(shown(verdict))) expect(member).not.toBeNull();
  }
});

test('a photo that cannot be decoded is to be taken again, without scores', () => {
  const verdict = shown(unreadablePhoto());
  expect(verdict).toMatchObject({ compliance_issues: ['other'], should_retake: true });
  expect(verdict.image_analysis).not.toHaveProperty('blurriness');
  expect(verdict.image_quality_assessment.reasons[0]).toMatch(/^OTHER--/);
});

test('what the models saw is there for generation 5, with the issues of all checks together', () => {
  const verdict = shown(assessPhoto(toTheLeft), { sight_id: FRONT });
  expect(verdict).toMatchObject({
    compliance_status: 'non_compliant',
    compliance_issues: ['dirtiness', 'wrong_angle', 'not_zoomed_enough'],
    should_retake: true,
    image_analysis: { lens_flare: 0.8, zoom: 0.95, predicted_image_type: 'beauty_shot' },
  });
  expect(verdict.vehicle_analysis).toEqual({
    is_vehicle_present: true,
    vehicle_fully_in_frame: true,
    ratio_of_vehicle_to_image_pixels: 0.05,
    dirtiness: expect.closeTo(0.1),
  });
  expect(verdict.coverage_analysis).toEqual({
    probability_by_viewpoint: { left: 0.9 },
    is_compliant_with_sight: false,
    compliance_issues: ['wrong_angle'],
  });
});

test('generation 3 finds each reason under the check it belongs to, in capitals', () => {
  const verdict = shown(assessPhoto(toTheLeft), { sight_id: FRONT });
  expect(verdict.image_quality_assessment).toMatchObject({
    status: 'DONE',
    is_compliant: false,
    reasons: [expect.stringMatching(/^DIRTINESS--The vehicle is dirty/)],
    details: { dirtiness_score: expect.closeTo(0.1), lens_flare_score: 0.8 },
  });
  expect(verdict.coverage_360).toEqual({
    status: 'DONE',
    is_compliant: false,
    sight_id: FRONT,
    reasons: [
      'WRONG_ANGLE--This photo shows the left side: stand in front of the vehicle and take it again.',
    ],
  });
  expect(verdict.zoom_level).toMatchObject({
    status: 'DONE',
    is_compliant: false,
    reasons: [expect.stringMatching(/^NOT_ZOOMED_ENOUGH--/)],
    details: { zoom_score: 0.95 },
  });
});

test('a sight that nobody knows is named in the very words that generation 3 looks for, and is no issue', () => {
  const verdict = shown(assessPhoto({ ...toTheLeft, sight_id: 'sight-1' }), { sight_id: 'sight-1' });
  expect(verdict.coverage_360).toEqual({
    status: 'DONE',
    is_compliant: true,
    sight_id: 'sight-1',
    reasons: ['UNKNOWN_SIGHT--unknown sight'],
  });
  expect(verdict.coverage_analysis.compliance_issues).toEqual(['unknown_sight']);
  expect(verdict.compliance_issues).not.toContain('unknown_sight');
});

test('a verdict from before there were models is shown as it was', () => {
  const { issues, scores, thresholds, reasons } = assessQuality({ ...good, blurriness: 0.1 });
  const verdict = shown({ issues, scores, thresholds, reasons });
  expect(verdict).toMatchObject({ compliance_issues: ['blurriness'] });
  expect(verdict.image_quality_assessment.reasons).toHaveLength(1);
  for (const absent of ['vehicle_analysis', 'coverage_analysis', 'coverage_360', 'zoom_level'])
    expect(verdict).not.toHaveProperty(absent);
});
