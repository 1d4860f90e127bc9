import { execFileSync } from 'node:child_process';
import type { Sharp } from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Body, type Client, client, until } from './harness/client.ts';
import { eventTypesUntilDeleted, imagesOf, newInspection } from './harness/inspection.ts';
import { ownService } from './harness/own-service.ts';
import { drawing, photo } from './harness/pictures.ts';

const WAIT = { tasks: ['damage_detection', { name: 'compliances', wait_for_result: true }] };

let api: Client;
let own: Awaited<ReturnType<typeof ownService>>;
beforeAll(async () => {
  api = await client();
  own = await ownService({});
});
afterAll(() => own.stop());

const assessed = async (picture: Sharp, json: object = WAIT): Promise<Body> => {
  const id = await newInspection(api);
  const file = await picture.jpeg({ quality: 90 }).toBuffer();
  const added = await api.upload(`/inspections/${id}/images`, json, file);
  expect(added.status).toBe(201);
  return added.body;
};

test('an upload that waits for the result is answered with the verdict', async () => {
  const { compliances } = await assessed(drawing(1280, 960));
  expect(compliances).toMatchObject({
    compliance_status: 'compliant',
    compliance_issues: [],
    should_retake: false,
    image_analysis: { image_width: 1280, image_height: 960, orientation: 'landscape' },
    image_quality_assessment: { status: 'DONE', is_compliant: true, reasons: [] },
  });
  const { blurriness, overexposure, underexposure } = compliances.image_analysis;
  for (const score of [blurriness, overexposure, underexposure]) {
    expect(score).toBeGreaterThan(0.5);
    expect(score).toBeLessThanOrEqual(1);
  }
});

test.each<[string, (picture: Sharp) => Sharp, string, string]>([
  ['blurred', (picture) => picture.blur(15), 'blurriness', 'blurriness_score'],
  ['too dark', (picture) => picture.linear(0.04, 0), 'underexposure', 'underexposure_score'],
  ['too bright', (picture) => picture.linear(0.04, 245), 'overexposure', 'overexposure_score'],
  ['too small', (picture) => picture.resize(320, 240), 'low_resolution', 'resolution_score'],
])(
  'a photo that is %s is told apart, in the words of each generation',
  async (_name, spoil, issue, score) => {
    const { compliances } = await assessed(spoil(drawing(1280, 960)));
    expect(compliances).toMatchObject({ compliance_status: 'non_compliant', should_retake: true });
    expect(compliances.compliance_issues).toContain(issue);
    const quality = compliances.image_quality_assessment;
    expect(quality).toMatchObject({ status: 'DONE', is_compliant: false });
    expect(quality.reasons).toContainEqual(
      expect.stringMatching(new RegExp(`^${issue.toUpperCase()}--The photo `)),
    );
    expect(quality.details[score]).toBeGreaterThan(0);
    expect(quality.details[score]).toBeLessThan(0.5);
  },
);

test('the verdict holds no null that an old client would trip over', async () => {
  const { compliances } = await assessed(drawing(1280, 960), {
    ...WAIT,
    compliances: { image_quality_assessment: {}, coverage_360: { sight_id: 'sight-1' } },
  });
  expect(compliances.coverage_360).toMatchObject({ sight_id: 'sight-1', status: 'DONE' });
  expect(Object.values(compliances)).not.toContain(null);
});

test('every photo is assessed, also one for which nobody asked, and everybody can see it', async () => {
  const id = await newInspection(api);
  const frame = { tasks: ['damage_detection'], additional_data: { frame_index: 0, timestamp: 0, alpha: 12 } };
  const added = await api.upload(`/inspections/${id}/images`, frame, await photo(1280, 960));
  expect(added.body.compliances).toBeNull();
  const one = await until(
    async () => (await api.get(`/inspections/${id}/images/${added.body.id}`)).body,
    (image) => image.compliances.image_quality_assessment.status === 'DONE',
  );
  const [listed] = await imagesOf(api, id);
  const inspection = (await api.get(`/inspections/${id}?verbose=light`)).body;
  expect(one.compliances.compliance_issues).toEqual([]);
  expect(listed.compliances).toEqual(one.compliances);
  expect(inspection.images[0].compliances).toEqual(one.compliances);
  const types = await eventTypesUntilDeleted(api, id);
  expect(types).toEqual(['inspection.created', 'image.added', 'image.assessed', 'inspection.deleted']);
});

test('a re-sent upload that waits is answered with the verdict on the first image', async () => {
  const id = await newInspection(api);
  const file = await photo(1280, 960);
  const answers = await Promise.all([1, 2, 3].map(() => api.upload(`/inspections/${id}/images`, WAIT, file)));
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
  for (const answer of answers) expect(answer.body.compliances.compliance_status).toBe('compliant');
});

const workerOf = ({ process: { pid } }: { process: { pid?: number } }) => {
  const children = execFileSync('pgrep', ['-P', String(pid)])
    .toString()
    .trim()
    .split('\n');
  const isWorker = (child: string) =>
    /main\.ts/.test(execFileSync('ps', ['-o', 'args=', '-p', child]).toString());
  return Number(children.find(isWorker));
};

test('until a photo has been assessed, a reader of one image finds a pending check and all others find null', async () => {
  const somebody = await own.client();
  const id = await newInspection(somebody);
  await until(
    async () => own.output(),
    (output) => output.includes('The worker is ready'),
  );
  const worker = workerOf(own);
  process.kill(worker, 'SIGSTOP');
  try {
    const json = { compliances: { image_quality_assessment: {}, coverage_360: { sight_id: 'sight-1' } } };
    const added = await somebody.upload(`/inspections/${id}/images`, json, await photo(1280, 960));
    expect(added.body.compliances).toBeNull();
    expect((await imagesOf(somebody, id))[0].compliances).toBeNull();
    const pending = { status: 'TODO', is_compliant: null, reasons: [] };
    const path = `/inspections/${id}/images/${added.body.id}`;
    expect((await somebody.get(path)).body.compliances).toEqual({
      image_quality_assessment: pending,
      coverage_360: { ...pending, sight_id: 'sight-1' },
    });
    process.kill(worker, 'SIGCONT');
    const done = await until(
      async () => (await somebody.get(path)).body.compliances,
      (compliances) => compliances.image_quality_assessment.status === 'DONE',
    );
    expect(done.compliance_issues).toEqual([]);
  } finally {
    process.kill(worker, 'SIGCONT');
  }
});
