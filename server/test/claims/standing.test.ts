import { randomUUID } from 'node:crypto';
import { type Body, type Client, client } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { newSuspicion } from '@walkaround/harness/clients/suspicion.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { beforeAll, expect, test } from 'vitest';

let api: Client;
beforeAll(async () => {
  api = await client({ organization: `org-${randomUUID()}` });
});

const summaryOf = async (id: string): Promise<Body> =>
  (await api.get('/inspections/summaries')).body.data.find((row: Body) => row.id === id);

/** A list says of an inspection what its own page says. */
const expectSame = async (id: string) => {
  const row = await summaryOf(id);
  const whole = (await api.get(`/inspections/${id}`)).body;
  expect(row.condition_score).toBe(whole.condition_score);
  const [pricing] = Object.values<Body>(whole.pricing);
  expect(row.repair_cost).toBe(pricing && !pricing.not_assessed ? pricing.total_price : null);
  return row;
};

test('cost, condition and worst severity in a list follow every change', async () => {
  const id = await newInspection(api, { damage_detection: {}, images_ocr: {} });
  const path = `/inspections/${id}`;
  const image = await api.upload(`${path}/images`, { tasks: ['damage_detection'] }, await photo(640, 480));
  expect(await expectSame(id)).toMatchObject({
    condition_score: null,
    repair_cost: null,
    worst_severity: null,
  });

  const damage = await api.post(`${path}/damages`, { damage_type: 'dent', part_type: 'hood' });
  expect((await expectSame(id)).condition_score).toBeLessThan(100);
  const severity = await api.post(`${path}/severity_pricing`, { label: 'hood', level: 3, pricing: 400 });
  expect(await expectSame(id)).toMatchObject({ worst_severity: 3, repair_cost: 400 });
  const price = { pricing: 120.5, related_item_type: 'part', part_type: 'hood' };
  const priced = await api.post(`${path}/pricing`, price);
  expect(await expectSame(id)).toMatchObject({ repair_cost: 120.5, currency: null });
  await api.delete(`${path}/pricing/${priced.body.id}`);
  await api.delete(`${path}/severity_pricing/${severity.body.id}`);
  expect(await expectSame(id)).toMatchObject({ worst_severity: null });
  await api.delete(`${path}/damages/${damage.body.id}`);
  expect(await expectSame(id)).toMatchObject({ condition_score: null });

  const suspicion = await newSuspicion(id, image.body.id);
  await api.post(`${path}/suspicions/${suspicion}/confirm`);
  expect((await expectSame(id)).condition_score).toBeLessThan(100);
  await api.post(`${path}/suspicions/${suspicion}/reopen`);
  await api.patch(`${path}/tasks/damage_detection`, { status: 'DONE' });
  expect(await expectSame(id)).toMatchObject({ condition_score: null });
  await api.post(`${path}/suspicions/${suspicion}/dismiss`);
  expect(await expectSame(id)).toMatchObject({ condition_score: 100 });
});

test('a list says that the worst severity is that of a part with many damages', async () => {
  const id = await newInspection(api, { damage_detection: { damage_severity: {} } });
  const path = `/inspections/${id}`;
  await api.patch(`${path}/tasks/damage_detection`, { status: 'DONE' });
  const scratch = () => api.post(`${path}/damages`, { damage_type: 'scratch', part_type: 'hood' });
  await scratch();
  await scratch();
  expect(await summaryOf(id)).toMatchObject({ worst_severity: 1, worst_severity_raised: false });
  await scratch();
  expect(await summaryOf(id)).toMatchObject({ worst_severity: 2, worst_severity_raised: true });
  await api.post(`${path}/severity_pricing`, { label: 'hood', level: 2 });
  expect(await summaryOf(id)).toMatchObject({ worst_severity: 2, worst_severity_raised: false });
});

test('lists are sorted by them over several pages, in either direction; what is not known comes last in a descending one', async () => {
  const sorter = await client({ organization: `org-${randomUUID()}` });
  const costs = [300, undefined, 100, 200.25];
  for (const pricing of costs) {
    const id = await newInspection(sorter);
    if (pricing !== undefined)
      await sorter.post(`/inspections/${id}/pricing`, { pricing, related_item_type: 'vehicle' });
  }
  const walk = async (order: string) => {
    const seen: (number | null)[] = [];
    for (let after: string | undefined = ''; after !== undefined; ) {
      const { body }: { body: Body } = await sorter.get(
        `/inspections/summaries?order_by=repair_cost&limit=1&pagination_order=${order}${after && `&after=${after}`}`,
      );
      seen.push(...body.data.map(({ repair_cost }: Body) => repair_cost));
      after = body.paging.cursors.next?.after;
    }
    return seen;
  };
  expect(await walk('desc')).toEqual([300, 200.25, 100, null]);
  expect(await walk('asc')).toEqual([null, 100, 200.25, 300]);
});
