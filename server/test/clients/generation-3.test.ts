import { randomUUID } from 'node:crypto';
import { type Body, until } from '@walkaround/harness/clients/client.ts';
import {
  type Generation3,
  generation3,
  Refused,
  readCompliance,
  readReport,
  refusal,
} from '@walkaround/harness/clients/generations/generation-3.ts';
import { wholeInspection } from '@walkaround/harness/clients/generations/generation-3-inspection.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { signToken } from '@walkaround/harness/services/issuer.ts';
import { beforeAll, expect, inject, test } from 'vitest';

const newClient = async () =>
  generation3(
    `${inject('serviceWithModelsUrl')}/v1`,
    await signToken(inject('issuerKey'), { user: `user-${randomUUID()}` }),
  );

let api: Generation3;

beforeAll(async () => {
  api = await newClient();
});

test('an inspection is created from everything the library sends, and normalized from everything it reads', async () => {
  const id = await api.inspection.createOne(wholeInspection());
  const { result, entities } = await api.inspection.getOne(id);
  expect(result).toBe(id);
  const inspection = entities.inspections![id];
  expect(inspection).toMatchObject({
    inspectionType: 'claim',
    accidentNature: 'hail',
    usageDuration: 12,
    wheelAnalysis: [],
    damageAreas: [{ id: 'a', relevantElements: ['hood'] }],
  });
  expect(inspection.additionalData.environment.connection).toEqual({ effectiveType: '4g', rtt: 50 });
  expect(inspection.additionalData.pdfData).toEqual({ agentFirstName: 'Ada' });
  const names = inspection.tasks.map((task: string) => entities.tasks![task].name);
  expect(names).toEqual([
    'damage_detection',
    'wheel_analysis',
    'repair_estimate',
    'images_ocr',
    'compliances',
  ]);
  expect(entities.vehicles![inspection.vehicle]).toMatchObject({
    vehicleAge: '3',
    mileageValue: 1200,
    mileageUnit: 'km',
    marketValueValue: 9000,
    marketValueUnit: 'EUR',
    ownerInfo: { firstName: 'Bo' },
  });
});

test('what the library renames by itself arrives renamed and is kept so', async () => {
  const id = await api.inspection.createOne(wholeInspection());
  const { additional_data } = await api.raw(`/inspections/${id}`);
  expect(additional_data).toMatchObject({ t_1: 1, pdf_data: { agent_first_name: 'Ada' } });
});

test('the camera uploads a sight and a close-up and learns whether to take them again', async () => {
  const id = await api.inspection.createOne(wholeInspection());
  const acquisition = { strategy: 'upload_multipart_form_keys', file_key: 'image' };
  const sight = await api.image.upload(
    id,
    {
      acquisition,
      compliances: { image_quality_assessment: {}, coverage_360: { sight_id: 'WKJlxkiF' } },
      tasks: [
        'damage_detection',
        { name: 'wheel_analysis', image_details: { wheel_name: 'wheel_front_left' } },
      ],
      additional_data: {
        id: 'WKJlxkiF',
        category: 'exterior',
        label: { en: 'Front' },
        createdAt: '2026-03-14',
      },
    },
    await photo(640, 480),
  );
  const closeUp = await api.image.upload(
    id,
    {
      acquisition,
      image_type: 'close_up',
      detailed_viewpoint: { centers_on: ['hood'] },
      compliances: { image_quality_assessment: {} },
      tasks: ['damage_detection'],
      additional_data: { category: 'close_up', createdAt: '2026-03-14' },
    },
    await photo(640, 480),
    'image/jpg',
  );
  for (const imageId of [sight, closeUp]) {
    // Readable at once, whether or not the check is through.
    expect(['TODO', 'DONE']).toContain(readCompliance(await api.image.getOne(id, imageId)).status);
    const image = await until(
      () => api.image.getOne(id, imageId),
      (answer) => readCompliance(answer).status === 'DONE',
    );
    const verdict = readCompliance(image);
    expect(verdict.compliant).toBeTypeOf('boolean');
    for (const code of verdict.codes) expect(code).toMatch(/^[A-Z_]+$/);
    expect(image.additional_data.createdAt).toBe('2026-03-14');
  }
  const asked = await api.image.getOne(id, sight);
  expect(asked.compliances.coverage_360.sight_id).toBe('WKJlxkiF');
  expect((await api.image.getOne(id, closeUp)).compliances).not.toHaveProperty('coverage_360');
});

test('the report page reads an inspection at every stage, and corrects the severities', async () => {
  const id = await api.inspection.createOne({ ...wholeInspection(), vehicle: undefined });
  const read = async () => readReport(await api.raw(`/inspections/${id}`));
  expect((await read()).pending).toEqual([
    'damage_detection',
    'wheel_analysis',
    'repair_estimate',
    'images_ocr',
  ]);
  await api.image.upload(id, { tasks: ['damage_detection'] }, await photo(100, 100));
  for (const name of ['damage_detection', 'wheel_analysis', 'repair_estimate', 'images_ocr'])
    await api.task.updateOne(id, name, { status: 'TODO' });
  // The models are loaded for the first photo that anybody sends.
  const ended = await until(read, (report) => report.pending.length === 0, 100_000);
  expect(ended.failed).toEqual(expect.any(Array));

  await api.severity.createOne(id, { label: 'hood', pricing: 300, level: 3, repairOperation: 'replace' });
  const [made] = (await read()).severities;
  expect(made).toMatchObject({ part: 'hood', level: 3, price: 300, replace: true });
  await api.severity.updateOne(id, made.id, { pricing: null, level: 2 });
  expect((await read()).severities).toEqual([{ ...made, level: 2, price: null }]);
  await api.severity.updateOne(id, made.id, { level: 1, pricing: 0, repairOperation: 'repair' });
  expect((await read()).severities).toEqual([{ ...made, level: 1, price: 0, replace: false }]);
}, 120_000);

test('the vehicle and the report data are changed, and the PDF is waited for until its clear end', async () => {
  const id = await api.inspection.createOne(wholeInspection());
  const vehicleId = (await api.inspection.getOne(id)).entities.inspections![id].vehicle;
  expect(await api.vehicle.updateOne(id, { vehiculeAge: '4', color: 'red' })).toBe(vehicleId);
  await api.inspection.addAdditionalDataToOne(id, {
    agentLastName: 'Martin',
    mileage: { value: 1, unit: 'km' },
  });
  const { additional_data, vehicle } = await api.raw(`/inspections/${id}`);
  expect(additional_data.pdf_data).toMatchObject({ agent_first_name: 'Ada', agent_last_name: 'Martin' });
  expect(vehicle).toMatchObject({ vehicle_age: '4', color: 'red', brand: 'Renault' });

  expect((await refusal(api.inspection.getInspectionReportPdf(id))).answer.status).toBe(422);
  const wish = { pricing: true, customer: 'toyota', clientName: 'Bo', language: 'fr' };
  await api.inspection.requestInspectionReportPdf(id, wish);
  const ended = await until(
    () => api.inspection.getInspectionReportPdf(id).catch((error: Refused) => error),
    (outcome) => !(outcome instanceof Refused) || outcome.answer.status !== 422,
  );
  if (ended instanceof Refused)
    expect(ended.answer).toMatchObject({ status: 501, body: { code: 'pdf_failed' } });
  else expect(ended.pdf_url).toMatch(/^http/);
});

test('the list page follows cursors.next to the last page, and a deleted inspection is still listed', async () => {
  const own = await newClient();
  const made: string[] = [];
  for (let index = 0; index < 5; index++)
    made.unshift(await own.inspection.createOne({ tasks: { damageDetection: {} } }));
  await own.inspection.deleteOne(made[1]!);
  const seen: string[] = [];
  const filter = {
    ownershipFilter: 'own_resources',
    showDeleted: true,
    verbose: 1,
    inspectionStatus: 'NOT_STARTED',
  };
  let cursor: Body = { limit: 2 };
  while (cursor) {
    const { pages, paging } = await own.inspection.getMany({ ...filter, ...cursor });
    seen.push(...pages.map((page: Body) => page.result));
    expect(pages[0].entities.vehicles).toBeDefined();
    cursor = paging.cursors.next;
    if (cursor) expect(cursor.after ?? cursor.before).toBeTypeOf('string');
  }
  expect(seen).toEqual(made);
  expect((await refusal(own.inspection.getOne(made[1]!))).answer.status).toBe(404);
  const shown = await own.inspection.getOne(made[1]!, { showDeletedObjects: true });
  expect(shown.entities.inspections![made[1]!].deletedAt).toEqual(expect.any(String));
});

test('a browser may send the headers that the library sends', async () => {
  const preflight = await fetch(`${inject('serviceWithModelsUrl')}/v1/inspections`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://app.example.com',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'access-control-allow-origin,authorization,content-type',
    },
  });
  expect(preflight.status).toBe(204);
  const allowed = preflight.headers.get('access-control-allow-headers')!.toLowerCase();
  for (const header of ['access-control-allow-origin', 'authorization', 'content-type'])
    expect(allowed).toContain(header);
});
