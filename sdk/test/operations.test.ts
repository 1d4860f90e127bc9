import { randomUUID } from 'node:crypto';
import { newSuspicion } from '@walkaround/harness/clients/suspicion.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { beforeAll, expect, test, vi } from 'vitest';
import type { CreateInspection } from '../src/client.ts';
import { checkingFetch, recordOf, reference, sdkClient } from './harness/client.ts';

// Photos and reports are worked on by a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 120_000 });

/** Not for programs with a token: health checks, and the signed links that answers contain. */
const NOT_METHODS = /^GET \/(health|files|image_resize|console\.json|\.well-known)/;

let api: Awaited<ReturnType<typeof sdkClient>>;
beforeAll(async () => {
  const permissions = ['webhooks:manage', 'pricing_matrix:manage', 'organization:manage'];
  api = await sdkClient({ organization: randomUUID(), permissions }, { fetch: checkingFetch });
});

const newInspection = async (wishes: Partial<CreateInspection> = {}) =>
  (await api.inspections.createOne({ tasks: { damageDetection: {}, imagesOcr: {} }, ...wishes })).result;

const photoFile = async () => new File([new Uint8Array(await photo(160, 120))], 'front "1".jpeg');

test('inspections', async () => {
  const { inspections } = api;
  const first = await newInspection({ tasks: { damageDetection: { status: 'DONE' } } });
  const created = await inspections.createOne({
    tasks: { damageDetection: { damageScoreThreshold: 0.4 } },
    vehicle: { brand: 'Renault', mileage: { value: 42_000, unit: 'km' } },
    damageAreas: [{ id: 'left', relevantElements: ['door_front_left'] }],
    inspectionType: 'check_in_check_out',
    relatedInspectionId: first,
    usageDuration: 3,
    additionalData: { as_it_is: { likeThis: 1 } },
  });
  const id = created.result;
  expect(created.entities.inspections[id]).toMatchObject({
    relatedInspectionId: first,
    inspectionType: 'check_in_check_out',
    additionalData: { as_it_is: { likeThis: 1 } },
    tasks: Object.keys(created.entities.tasks),
  });
  expect(Object.values(created.entities.vehicles)).toMatchObject([
    { brand: 'Renault', mileageValue: 42_000 },
  ]);
  expect(recordOf(await api.vehicles.updateOne(id, { plate: 'AB-123-CD' }))).toMatchObject({
    brand: 'Renault',
    plate: 'AB-123-CD',
  });

  const page = await inspections.getMany({ limit: 1, showDeleted: false });
  expect(page.result).toEqual([id]);
  const next = await inspections.getMany({ showDeleted: false, ...page.paging.cursors.next });
  expect(next.result).toEqual([first]);
  expect((await inspections.getMany({ verbose: 1, inspectionStatus: 'DONE' })).result).toEqual([first]);
  expect(await inspections.getCount({ showDeleted: false })).toMatchObject({
    total: 2,
    subCount: { DONE: 1, NOT_STARTED: 1 },
  });
  expect(await inspections.getWorthReviewing({ showDeleted: false })).toMatchObject({
    inspections: 0,
    minutesPerInspection: 3,
    timedReviews: null,
  });
  const [summary] = Object.values(
    (await inspections.getSummaries({ search: 'ab 123' })).entities.inspections,
  );
  expect(summary).toMatchObject({
    id,
    brand: 'Renault',
    plate: 'AB-123-CD',
    imagesCount: 0,
    thumbnail: null,
  });
  expect((await inspections.getMany({ orderBy: 'brand', plate: 'ab-123-cd' })).result).toEqual([id]);

  await inspections.updateOne(id, { additionalData: { more: true } });
  await inspections.addAdditionalDataToOne(id, { agentFirstName: 'Ada', marketValue: 18_500 });
  expect(recordOf(await inspections.getOne(id)).additionalData).toMatchObject({
    more: true,
    pdf_data: { agent_first_name: 'Ada' },
  });
  expect(recordOf(await inspections.compareOne(id))).toMatchObject({ before: { inspectionId: first } });
  expect(recordOf(await inspections.compareOne(first, { relatedInspectionId: id }))).toMatchObject({
    after: { inspectionId: id },
  });
  const { result: damageId } = await api.damages.createOne(id, { damageType: 'dent', partType: 'hood' });
  const decided = recordOf(await inspections.decideComparison(id, { damageId, status: 'new' }));
  expect(decided.damages).toMatchObject([{ status: 'new' }]);

  expect(recordOf(await inspections.deleteOne(first))).toEqual({ id: first, deleted: true });
  expect(recordOf(await inspections.getOne(first, { showDeletedObjects: true })).deletedAt).not.toBeNull();
});

test('tasks', async () => {
  const id = await newInspection();
  const done = await api.tasks.updateOne(id, 'damage_detection', { status: 'DONE' });
  expect(recordOf(done)).toMatchObject({ name: 'damage_detection', status: 'DONE' });
  expect(recordOf(await api.tasks.getOne(id, 'image_ocr')).name).toBe('images_ocr');
  const { result, entities } = await api.tasks.getMany(id);
  const names = result.map((task) => entities.tasks[task]!.name);
  expect(names.toSorted()).toEqual(['compliances', 'damage_detection', 'images_ocr']);
});

test('images, damages and views', async () => {
  const { images, damages, views } = api;
  const id = await newInspection();
  const image = await images.addOne(id, {
    file: await photoFile(),
    name: 'Front',
    tasks: ['damage_detection', { name: 'image_ocr', imageDetails: { imageType: 'VIN' } }],
    compliances: { coverage360: { sightId: 'haccord-8YjMcu0D' } },
  });
  expect(recordOf(image)).toMatchObject({ name: 'Front', imageWidth: 160, sightId: 'haccord-8YjMcu0D' });
  expect((await images.getMany(id, { paginationOrder: 'asc' })).result).toEqual([image.result]);
  expect((await images.getOne(id, image.result)).result).toBe(image.result);
  const area = await api.damageAreas.upsertOne(id, image.result, { relevantElements: ['hood'] });
  expect(recordOf(area)).toEqual({ id: area.result, relevantElements: ['hood'] });

  const damage = await damages.createOne(id, { damageType: 'dent', partType: 'hood' });
  const boundingBox = { xmin: 10, ymin: 10, width: 30, height: 20 };
  const view = await views.createOne(id, { imageId: image.result, damageId: damage.result, boundingBox });
  expect(recordOf(view)).toMatchObject({ imageId: image.result, damageId: damage.result, boundingBox });
  const { entities } = await api.inspections.getOne(id);
  expect(entities.images[image.result]!.views).toEqual([view.result]);
  const uploaded = await views.createOne(id, { file: await photoFile(), newImage: {}, boundingBox });
  expect(recordOf(uploaded)).toMatchObject({ boundingBox });
  expect(recordOf(await views.deleteOne(id, uploaded.result))).toEqual({
    id: uploaded.result,
    deleted: true,
  });
  expect(recordOf(await damages.updateOne(id, damage.result, { damageType: 'scratch' }))).toMatchObject({
    damageType: 'scratch',
    partType: 'hood',
  });
  expect(recordOf(await damages.deleteOne(id, damage.result))).toMatchObject({ deleted: true });
  expect(recordOf(await damages.restoreOne(id, damage.result))).toMatchObject({ damageType: 'scratch' });
  const corrections = await api.inspections.getCorrections(id);
  expect(corrections.result.map((one) => corrections.entities.corrections[one]!.action)).toEqual([
    'created',
    'changed',
    'deleted',
    'restored',
  ]);
  const reading = await api.readings.correctOne(id, { subject: 'PLATE', values: [] });
  expect(recordOf(reading)).toMatchObject({ subject: 'PLATE', values: [] });

  const suspicion = await newSuspicion(id, image.result, {
    box: { xmin: 90, ymin: 60, width: 30, height: 20 },
  });
  expect((await api.inspections.getOne(id)).entities.inspections[id]!.suspicions).toMatchObject([
    { id: suspicion, damageType: 'scratch', state: 'open', views: [{ imageId: image.result }] },
  ]);
  expect(recordOf(await api.suspicions.dismissOne(id, suspicion)).state).toBe('dismissed');
  expect(recordOf(await api.suspicions.reopenOne(id, suspicion)).state).toBe('open');
  const confirmed = recordOf(await api.suspicions.confirmOne(id, suspicion));
  expect((await api.inspections.getOne(id)).entities.damages).toHaveProperty(confirmed.damageId!);

  const additionalData = { note: 'front' };
  expect(recordOf(await images.updateOne(id, image.result, { additionalData }))).toMatchObject({
    id: image.result,
    additionalData,
  });
  const unknown = randomUUID();
  expect(await images.deleteMany(id, { imageIds: [image.result, unknown] })).toMatchObject({
    deletedImageIds: [image.result],
    failed: [{ imageId: unknown, reason: 'There is no such image.' }],
  });
  const [left] = (await images.getMany(id)).result;
  expect(recordOf(await images.deleteOne(id, left!))).toEqual({ id: left, deleted: true });
});

test('severity and prices', async () => {
  const { severity, pricing } = api;
  const id = await newInspection();
  const level = await severity.createOne(id, { label: 'hood', level: 2, repairOperation: 'repair' });
  expect((await severity.getMany(id)).result).toContain(level.result);
  await severity.updateOne(id, level.result, { level: 3 });
  expect(recordOf(await severity.getOne(id, level.result)).value.customSeverity.level).toBe(3);
  expect((await severity.getHistory(id, level.result)).result).toHaveLength(2);
  expect(recordOf(await severity.deleteOne(id, level.result))).toMatchObject({ deleted: true });

  const price = await pricing.createOne(id, { pricing: 120, relatedItemType: 'part', partType: 'hood' });
  expect(recordOf(await pricing.updateOne(id, price.result, { pricing: 99.5 })).pricing).toBe(99.5);
  expect((await pricing.getHistory(id, price.result)).result).toHaveLength(2);
  const { laborCost } = recordOf(await api.inspections.getOne(id)).pricing;
  expect(laborCost).toMatchObject({ totalPrice: 99.5, details: { hood: { pricing: 99.5 } } });
  expect(recordOf(await pricing.deleteOne(id, price.result))).toMatchObject({ deleted: true });
});

test('the price matrix', async () => {
  const { pricingMatrix } = api;
  const { id, version, isDefault, createdAt, createdBy, ...matrix } = recordOf(await pricingMatrix.getOne());
  expect({ version, isDefault, createdAt, createdBy }).toEqual({
    version: 0,
    isDefault: true,
    createdAt: null,
    createdBy: null,
  });
  const replaced = recordOf(await pricingMatrix.replaceOne({ ...matrix, taxPercent: 7 }));
  expect(replaced).toMatchObject({
    version: 1,
    taxPercent: 7,
    parts: { bumperBack: matrix.parts.bumperBack },
  });
  expect((await pricingMatrix.getMany()).result).toEqual([replaced.id, id]);
  expect(recordOf(await pricingMatrix.getOne(0)).taxPercent).toBe(matrix.taxPercent);
});

test('vehicles', async () => {
  const { vehicles } = api;
  const [first, second] = [
    await newInspection({ vehicle: { plate: 'ZZ-1' } }),
    await newInspection({ vehicle: { plate: 'ZZ-2' } }),
  ];
  const { result, entities } = await vehicles.getMany({ search: 'zz' });
  const [b, a] = result as [string, string];
  expect(entities.knownVehicles[a]).toMatchObject({ plate: 'ZZ-1', inspectionsCount: 1 });
  expect(recordOf(await vehicles.merge(a, { otherVehicleId: b }))).toMatchObject({
    id: a,
    inspectionsCount: 2,
  });
  expect((await api.inspections.getSummaries({ vehicleId: a })).result).toEqual([second, first]);
  const split = recordOf(await vehicles.link(second, { vehicleId: null }));
  expect(split).toMatchObject({ plate: 'ZZ-2', inspectionsCount: 1 });
  expect(recordOf(await vehicles.getOne(a)).inspectionsCount).toBe(1);
  const again = recordOf(await vehicles.recognize(second));
  // By the newer plate of the two that were merged.
  expect(again).toMatchObject({ id: a, inspectionsCount: 2 });
  expect(recordOf(await vehicles.getOne(again.id)).changes).toMatchObject([
    { inspectionId: second, vehicleId: a, formerVehicleId: split.id, isRecognized: true },
    { vehicleId: split.id, formerVehicleId: a },
    { vehicleId: a, formerVehicleId: b },
  ]);
  expect(recordOf(await vehicles.getDamages(a)).damages).toEqual([]);
});

test('the evidence pack', async () => {
  const { evidence } = api;
  const id = await newInspection();
  expect(recordOf(await evidence.requestOne(id)).status).toBe('requested');
  const pack = await vi.waitFor(async () => recordOf(await evidence.getOne(id)), 60_000);
  expect(pack).toMatchObject({ id, stale: false });
  expect(await (await evidence.downloadOne(id)).slice(0, 2).text()).toBe('PK');
});

test('the PDF report', async () => {
  const { pdf } = api;
  const id = await newInspection();
  expect(recordOf(await pdf.requestOne(id, { language: 'fr' })).status).toBe('requested');
  const report = recordOf(await api.waitForPdf(id));
  expect(recordOf(await pdf.getOne(id))).toMatchObject({ id: report.id, source: 'service' });
  const file = await pdf.downloadOne(id);
  expect(await file.slice(0, 5).text()).toBe('%PDF-');
  await pdf.uploadOne(id, file);
  expect(recordOf(await pdf.getOne(id)).source).toBe('client');
});

test('webhooks, deliveries and events', async () => {
  const { webhooks, deliveries } = api;
  const url = 'https://hooks.invalid/walkaround';
  const hook = await webhooks.createOne({ url, eventTypes: ['inspection.deleted'] });
  expect(recordOf(hook).secret).toMatch(/^whsec_/);
  expect((await webhooks.getMany()).result).toEqual([hook.result]);
  await webhooks.updateOne(hook.result, { description: 'ours' });
  expect(recordOf(await webhooks.getOne(hook.result)).description).toBe('ours');
  expect(recordOf(await webhooks.rotateSecret(hook.result)).secret).not.toBe(recordOf(hook).secret);

  const id = await newInspection();
  const events = api.events.watch(id, { lastEventId: '0' });
  expect((await events.next()).value).toMatchObject({ type: 'inspection.created', inspectionId: id });
  await events.return(undefined);
  expect((await deliveries.getManyOfInspection(id)).result).toEqual([]);

  await api.inspections.deleteOne(id);
  const [sent, ...more] = (await deliveries.getManyOfWebhook(hook.result)).result;
  expect(more).toEqual([]);
  expect(recordOf(await deliveries.getOne(sent!))).toMatchObject({ url, eventType: 'inspection.deleted' });
  await expect(deliveries.replayOne(sent!)).rejects.toMatchObject({ status: 409, code: 'conflict' });
  expect(recordOf(await webhooks.deleteOne(hook.result))).toEqual({ id: hook.result, deleted: true });
});

test('share links, which show an inspection to somebody without a token', async () => {
  const id = await newInspection({ vehicle: { brand: 'Renault' } });
  const link = recordOf(await api.shareLinks.createOne(id, { expiresInHours: 2, costs: true }));
  expect(link).toMatchObject({ inspectionId: id, costs: true, revokedAt: null });
  const secret = link.url!.split('/').at(-1)!;
  const stranger = await sdkClient({}, { getToken: () => Promise.reject(new Error('asked for a token')) });
  expect(recordOf(await stranger.shared.getOne(secret))).toMatchObject({
    id: link.id,
    vehicle: { brand: 'Renault' },
  });
  expect(recordOf(await api.shared.getOne(secret)).images).toEqual([]);
  expect((await api.shareLinks.getMany(id)).result).toEqual([link.id]);
  expect(recordOf(await api.shareLinks.deleteOne(id, link.id))).toEqual({ id: link.id, deleted: true });
  await expect(stranger.shared.getOne(secret)).rejects.toMatchObject({ status: 404, code: 'not_found' });
});

test('contests of somebody without a token', async () => {
  const id = await newInspection();
  const { result: damageId } = await api.damages.createOne(id, { damageType: 'dent', partType: 'hood' });
  const { result: otherId } = await api.damages.createOne(id, { damageType: 'dent', partType: 'roof' });
  const link = recordOf(await api.shareLinks.createOne(id, { allowContesting: true }));
  const secret = link.url!.split('/').at(-1)!;
  const stranger = await sdkClient({}, { getToken: () => Promise.reject(new Error('asked for a token')) });
  const photos = [await photoFile(), new File([await photo(200, 150)], 'own.jpeg')];
  const said = { damageId, reason: 'not_a_damage', text: 'Dust' } as const;
  const contest = recordOf(await stranger.shared.contestOne(secret, { ...said, photos }));
  expect(contest).toMatchObject({
    ...said,
    state: 'open',
    photos: [{ imageWidth: 160 }, { imageWidth: 200 }],
  });
  // What is withdrawn can be said again.
  const taken = await stranger.shared.contestOne(secret, { ...said, text: 'Mud', damageId: otherId });
  expect(recordOf(await stranger.shared.withdrawOne(secret, taken.result)).state).toBe('withdrawn');
  // So is what was withdrawn before.
  expect((await api.shared.withdrawOne(secret, taken.result)).result).toBe(taken.result);
  // The same again is the same contest.
  expect((await api.shared.contestOne(secret, { ...said, photos })).result).toBe(contest.id);
  expect((await api.contests.getMany(id, { state: 'open' })).result).toEqual([contest.id]);
  expect((await api.inspections.getMany({ contested: true })).result).toContain(id);
  expect(recordOf(await api.contests.getOne(id, contest.id)).shareLinkId).toBe(link.id);
  const decision = { state: 'accepted', reason: 'It was dust.' } as const;
  expect(recordOf(await api.contests.decideOne(id, contest.id, decision))).toMatchObject({
    state: 'accepted',
    damageRemoved: true,
  });
  expect(recordOf(await stranger.shared.getOne(secret)).contests).toMatchObject([
    { state: 'accepted', decisionReason: 'It was dust.' },
    { state: 'withdrawn' },
  ]);
});

test('the settings and the logo of the organization', async () => {
  const { organization } = api;
  expect(recordOf(await organization.getSettings())).toMatchObject({ language: null, logoUrl: null });
  expect(recordOf(await organization.updateSettings({ language: 'fr', blurFaces: true }))).toMatchObject({
    language: 'fr',
    blurFaces: true,
    mayManage: { organization: true, pricingMatrix: true, webhooks: true },
  });
  expect(recordOf(await organization.replaceLogo(await photoFile())).logoUrl).toContain('/files/logos/');
  expect(recordOf(await organization.deleteLogo()).logoUrl).toBeNull();
  await organization.updateSettings({ language: null, blurFaces: null });
});

test('erasing, the audit log and the usage', async () => {
  const { organization, inspections } = api;
  const id = await newInspection();
  expect(recordOf(await inspections.eraseOne(id))).toEqual({ id, deleted: true, erased: true });
  const log = await organization.getAuditLog({ limit: 1 });
  expect(log.entities.auditEntries[log.result[0]!]).toMatchObject({
    action: 'inspection.erased',
    inspectionId: id,
    details: { reason: 'request' },
  });
  const { months, to } = recordOf(await organization.getUsage());
  expect(months.at(-1)).toMatchObject({ month: to, bytesStored: expect.any(Number) });
});

test('what models can learn', async () => {
  const { organization } = api;
  const { trainingUse } = recordOf(await organization.updateSettings({ trainingUse: 'shown' }));
  expect(trainingUse).toBe('shown');
  expect(recordOf(await organization.getTrainingData())).toMatchObject({
    trainingUse,
    images: expect.any(Number),
  });
  expect(recordOf(await organization.getModelQuality({ weeks: 2 }))).toMatchObject({ alerts: [] });
  expect(recordOf(await organization.getSideBySide())).toMatchObject({ compared: null });
  expect((await organization.getDifferingPhotos({ limit: 1 })).result).toEqual([]);
  const { result, paging } = await organization.getTrainingInspections({ limit: 1, photos: 'shown' });
  expect([result.length <= 1, paging.previous]).toEqual([true, null]);
  await organization.updateSettings({ trainingUse: 'none' });
});

test('what an inspection is about, who works on it, and what they say', async () => {
  const { organization, savedFilters, inspections, comments } = api;
  const id = await newInspection();
  const changed = await inspections.updateOne(id, { reference: 'CLM-1', dateOfLoss: '2026-03-14' });
  expect(recordOf(changed)).toMatchObject({ reference: 'CLM-1', dateOfLoss: '2026-03-14' });
  const members = await organization.joinMembers();
  expect((await organization.getMembers()).result).toEqual(members.result);
  const comment = await comments.createOne(id, { text: 'Hello' });
  expect((await comments.getMany(id)).result).toEqual([comment.result]);
  expect(recordOf(await comments.deleteOne(id, comment.result))).toMatchObject({ text: null });
  await inspections.deleteOne(id);
  expect(recordOf(await inspections.restoreOne(id))).toMatchObject({ deletedAt: null });
  const saved = await savedFilters.createOne({
    name: 'Mine',
    filter: { search: 'clm-1', orderBy: 'repair_cost' },
  });
  const { filter } = recordOf(saved);
  expect((await inspections.getSummaries(filter as never)).result).toEqual([id]);
  expect((await savedFilters.getMany()).result).toEqual([saved.result]);
  expect(recordOf(await savedFilters.renameOne(saved.result, { name: 'Ours' }))).toMatchObject({
    name: 'Ours',
  });
  await savedFilters.deleteOne(saved.result);
});

test('sights', async () => {
  const { result, entities } = await api.sights.getMany({ vehicle: 'haccord' });
  expect(result).toEqual(Object.keys(entities.sights));
  expect(entities.sights['haccord-8YjMcu0D']).toMatchObject({ vehicleType: 'sedan' });
});

test('models', async () => {
  const { result, entities } = await api.models.getMany();
  expect(result).toEqual(['text']);
  expect(entities.models.text).toMatchObject({ use: 'any' });
});

test('live configurations', async () => {
  await expect(api.liveConfigs.getOne('none')).rejects.toMatchObject({ status: 404, code: 'not_found' });
});

test('a refusal is thrown with its code, its sentence, each wrong field and the id of the request', async () => {
  const id = await newInspection();
  await expect(api.damages.createOne(id, { damageType: 'dent' } as never)).rejects.toMatchObject({
    name: 'WalkaroundError',
    status: 422,
    code: 'invalid_input',
    message: expect.stringContaining('part_type'),
    errors: [{ path: 'part_type', message: expect.any(String) }],
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  await expect(api.inspections.getOne(randomUUID())).rejects.toMatchObject({
    status: 404,
    code: 'not_found',
  });
  for (const wrong of ['', '.', '..'])
    expect(() => api.inspections.getOne(wrong)).toThrow(expect.objectContaining({ code: 'invalid_id' }));
});

test('every operation of the service is a method, and the tests above have used it', async () => {
  const operations = Object.entries((await reference()).paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const missing = operations.filter((operation) => {
    const pattern = new RegExp(`^${operation.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`);
    return !NOT_METHODS.test(operation) && !api.asked.some((asked) => pattern.test(asked));
  });
  expect(missing).toEqual([]);
});
