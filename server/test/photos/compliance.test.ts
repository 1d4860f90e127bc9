import {
  type Body,
  type Client,
  client,
  clientWithModels,
  until,
} from '@walkaround/harness/clients/client.ts';
import { readCompliance } from '@walkaround/harness/clients/generations/generation-3.ts';
import { readImage } from '@walkaround/harness/clients/generations/generation-5-reading.ts';
import { eventTypesUntilDeleted, imagesOf, newInspection } from '@walkaround/harness/clients/inspection.ts';
import { multipart } from '@walkaround/harness/clients/multipart.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { drawing, photo } from '@walkaround/harness/pictures/pictures.ts';
import { ownService } from '@walkaround/harness/services/own-service.ts';
import { workerOf, workerReady } from '@walkaround/harness/services/worker.ts';
import type { Sharp } from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

const WAIT = { tasks: ['damage_detection', { name: 'compliances', wait_for_result: true }] };

let api: Client;
let own: Awaited<ReturnType<typeof ownService>>;
beforeAll(async () => {
  api = await client();
  own = await ownService({ MODELS_DIR: '/nowhere' });
});
afterAll(() => own.stop());

const assessed = async (picture: Sharp, by = api): Promise<Body> => {
  const id = await newInspection(by);
  const file = await picture.jpeg({ quality: 90 }).toBuffer();
  const added = await by.upload(`/inspections/${id}/images`, WAIT, file);
  expect(added.status).toBe(201);
  return added.body;
};

test('an upload that waits for the result is answered with the verdict', async () => {
  const { compliances } = await assessed(drawing(1280, 960), await clientWithModels());
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

test('every photo is assessed, also one for which nobody asked, and everybody can see it', async () => {
  const id = await newInspection(api);
  const frame = { tasks: ['damage_detection'], additional_data: { frame_index: 0, timestamp: 0, alpha: 12 } };
  const added = await api.upload(`/inspections/${id}/images`, frame, await photo(1280, 960));
  expect(added.body.compliances.image_quality_assessment.status).toBe('TODO');
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

/** While the worker stands still nothing is judged. */
const withoutWorker = async (work: () => Promise<void>) => {
  await workerReady(own);
  const worker = workerOf(own)!;
  process.kill(worker, 'SIGSTOP');
  try {
    await work();
  } finally {
    process.kill(worker, 'SIGCONT');
  }
};

test('until a photo has been assessed, generation 3 finds both checks pending wherever it looks, and generation 5 finds it running', async () => {
  const somebody = await own.client();
  const id = await newInspection(somebody);
  let path = '';
  await withoutWorker(async () => {
    const json = { compliances: { image_quality_assessment: {}, coverage_360: { sight_id: 'sight-1' } } };
    const added = await somebody.upload(`/inspections/${id}/images`, json, await photo(1280, 960));
    const pending = { status: 'TODO', is_compliant: null, reasons: [] };
    path = `/inspections/${id}/images/${added.body.id}`;
    const read = async (request?: { headers: Record<string, string> }): Promise<Body[]> => [
      (await somebody.get(path, request)).body,
      (await somebody.get(`/inspections/${id}/images`, request)).body.data[0],
      (await somebody.get(`/inspections/${id}`, request)).body.images[0],
      (await somebody.get('/inspections', request)).body.data[0].images[0],
    ];
    for (const image of [added.body, ...(await read())]) {
      expect(readCompliance(image)).toEqual({ status: 'TODO', compliant: null, codes: [] });
      expect(image.compliances).toEqual({
        image_quality_assessment: pending,
        coverage_360: { ...pending, sight_id: 'sight-1' },
      });
    }
    // An object without a verdict would be a success to it.
    for (const image of await read({ headers: { 'x-monk-sdk-version': '5.4.2' } }))
      expect(readImage(image).compliance).toEqual({ status: 'running', issues: [] });
    const plain = await somebody.upload(`/inspections/${id}/images`, {}, await photo(640, 480));
    expect(plain.body.compliances).toEqual({
      image_quality_assessment: pending,
      coverage_360: pending,
    });
  });
  const done = await until(
    async () => (await somebody.get(path)).body.compliances,
    (compliances) => compliances.image_quality_assessment.status === 'DONE',
  );
  expect(done.compliance_issues).toEqual([]);
});

test('whoever waits for a photo of an inspection that is deleted meanwhile is told so at once', async () => {
  const somebody = await own.client();
  const id = await newInspection(somebody);
  await withoutWorker(async () => {
    const waiting = somebody.upload(`/inspections/${id}/images`, WAIT, await photo(640, 480));
    await until(
      () => imagesOf(somebody, id),
      (images) => images.length === 1,
    );
    await somebody.delete(`/inspections/${id}`);
    expectProblem(await waiting, 404, 'not_found');
  });
});

/** As over a bad line: the end of the body comes so much later. */
const slowly = (body: Uint8Array, ms: number) =>
  new ReadableStream({
    start: async (sink) => {
      sink.enqueue(body.slice(0, 100));
      await new Promise((resolve) => setTimeout(resolve, ms));
      sink.enqueue(body.slice(100));
      sink.close();
    },
  });

test('whoever waits is answered before clients give up, which is 30 s after they began to send', async () => {
  const somebody = await own.client();
  const id = await newInspection(somebody);
  const { body, headers } = multipart([
    { name: 'json', content: JSON.stringify(WAIT) },
    { name: 'image', filename: 'sight.jpeg', type: 'jpeg', content: await photo(640, 480) },
  ]);
  await withoutWorker(async () => {
    const began = Date.now();
    const answer = await fetch(`${somebody.baseUrl}/inspections/${id}/images`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${somebody.token}` },
      body: slowly(body, 6000),
      duplex: 'half',
    } as RequestInit);
    const { compliances } = (await answer.json()) as Body;
    expect([answer.status, compliances.image_quality_assessment.status]).toEqual([201, 'TODO']);
    expect(Date.now() - began).toBeLessThan(29_000);
  });
});
