import { type Body, type Client, clientOf } from '@walkaround/harness/clients/client.ts';
import { type Generation5, generation5 } from '@walkaround/harness/clients/generations/generation-5.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { ended, setStatus } from '@walkaround/harness/clients/tasks.ts';
import { addDamage, estimated, type SaidDamage } from '@walkaround/harness/pictures/damages.ts';
import { newerService } from '@walkaround/harness/services/newer-service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: Awaited<ReturnType<typeof newerService>>;
let app: Generation5;
let api: Client;
beforeAll(async () => {
  service = await newerService();
  const config = await service.configFor();
  app = generation5(config);
  api = clientOf(service.url, config.authToken);
});
afterAll(() => service.stop());

const DAMAGES: SaidDamage[] = [
  ['dent', 'hood'],
  ['dent', 'roof'],
];

/** The hood as the review page shows it. */
const hoodOf = async (id: string) => {
  const { parts, pricings } = await app.getInspection(id, { light: false });
  const part = parts.find(({ type }: { type: string }) => type === 'hood')!;
  const price = pricings.find(({ relatedItemId }) => relatedItemId === part.id);
  return { damages: part.damages as string[], price: price?.id as string | undefined };
};

test('"part not damaged" takes the damages and the price of a part away at the same moment, and all of it succeeds', async () => {
  for (let tries = 0; tries < 6; tries++) {
    const id = await estimated(api, DAMAGES);
    const { damages, price } = await hoodOf(id);
    expect(damages).toHaveLength(1);
    const gone = await Promise.all([
      ...damages.map((damage) => app.deleteDamage(id, damage)),
      app.deletePricing(id, price!),
    ]);
    expect(gone).toEqual([...damages, price]);
    expect(await hoodOf(id)).toEqual({ damages: [], price: undefined });
  }
});

test('a price that went with its damages, or was deleted before, is deleted once more without an error', async () => {
  const id = await estimated(api, DAMAGES);
  const { damages, price } = await hoodOf(id);
  for (const damage of damages) await app.deleteDamage(id, damage);
  expect(await app.deletePricing(id, price!)).toBe(price);
  expect(await app.deletePricing(id, price!)).toBe(price);
  const own = await api.post(`/inspections/${id}/pricing`, {
    pricing: 5,
    related_item_type: 'part',
    part_type: 'hood',
  });
  for (let tries = 0; tries < 2; tries++) expect(await app.deletePricing(id, own.body.id)).toBe(own.body.id);
  expect(await hoodOf(id)).toEqual({ damages: [], price: undefined });
  const never = await api.delete(`/inspections/${id}/pricing/${id}`);
  expect([never.status, never.body.code]).toEqual([404, 'not_found']);
});

test('a price that was estimated in two ways is deleted in both, and the second call succeeds too', async () => {
  const id = await newInspection(api, {
    damage_detection: {},
    repair_estimate: {},
    pricing: { methodology: 'flat_rate' },
  });
  for (const damage of DAMAGES) await addDamage(api, id, damage);
  for (const task of ['repair_estimate', 'pricing']) {
    await setStatus(api, id, task, 'TODO');
    await ended(api, id, task);
  }
  const shown = async () => Object.values<Body>((await api.get(`/inspections/${id}`)).body.pricing);
  const prices = (await shown()).map(({ details }) => details.hood.id);
  expect(new Set(prices)).toHaveLength(2);
  for (const price of prices) expect(await app.deletePricing(id, price)).toBe(price);
  for (const { details } of await shown()) expect(Object.keys(details)).toEqual(['roof']);
});

test('a part that was said not to be damaged has a price again when a damage is found on it later', async () => {
  for (const first of ['damage', 'price']) {
    const id = await estimated(api, DAMAGES);
    const { damages, price } = await hoodOf(id);
    const calls = [() => app.deleteDamage(id, damages[0]!), () => app.deletePricing(id, price!)];
    for (const call of first === 'damage' ? calls : calls.toReversed()) await call();
    await addDamage(api, id, ['scratch', 'hood']);
    expect((await hoodOf(id)).price, `the ${first} went first`).toBeDefined();
  }
});

test('a price that an app of generation 3 set first does not come back after "part not damaged" in generation 5', async () => {
  for (const first of ['damage', 'price']) {
    const id = await estimated(api, DAMAGES);
    await api.post(`/inspections/${id}/severity_pricing`, { label: 'hood', pricing: 700, level: 3 });
    const said = await hoodOf(id);
    await api.patch(`/inspections/${id}/pricing/${said.price}`, { pricing: 350 });
    const { damages, price } = await hoodOf(id);
    const calls = [() => app.deleteDamage(id, damages[0]!), () => app.deletePricing(id, price!)];
    for (const call of first === 'damage' ? calls : calls.toReversed()) await call();
    expect(await hoodOf(id), `the ${first} went first`).toEqual({ damages: [], price: undefined });
    const { body } = await api.get(`/inspections/${id}`);
    expect(Object.keys(body.pricing.labor_cost.details)).toEqual(['roof']);
  }
});

test('the severities by themselves tell the hours of their part, as the inspection does', async () => {
  const id = await estimated(api, DAMAGES);
  const { body: inspection } = await api.get(`/inspections/${id}`);
  const shown = inspection.severity_results.find(({ label }: Body) => label === 'hood');
  const hours = shown.value.custom_severity.repair_operation;
  expect(hours).toMatchObject({ T1: expect.any(Number), T2: expect.any(Number), PAINT: expect.any(Number) });
  const path = `/inspections/${id}/severity_pricing`;
  const { body: list } = await api.get(path);
  expect(list.data.find(({ id: own }: Body) => own === shown.id)).toEqual(shown);
  expect((await api.get(`${path}/${shown.id}`)).body).toEqual(shown);
  const { body: changed } = await api.patch(`${path}/${shown.id}`, { comment: 'Looked at.' });
  expect(changed.value.custom_severity.repair_operation).toEqual(hours);
});
