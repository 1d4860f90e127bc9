import { randomUUID } from 'node:crypto';
import { type Body, type Client, client } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { ended, setStatus } from '@walkaround/harness/clients/tasks.ts';
import { addDamage, estimated, inspectionOf } from '@walkaround/harness/pictures/damages.ts';
import { beforeAll, expect, test } from 'vitest';

const PATH = '/pricing_matrix';
const permissions = ['pricing_matrix:manage', 'inspections:read_organization'];

let usual: Body;
beforeAll(async () => {
  usual = (await (await client()).get(PATH)).body;
});

/** The manager of an organization that nobody else is in. */
const someManager = async () => {
  const organization = `org-${randomUUID()}`;
  return { organization, api: await client({ organization, permissions }) };
};

const put = (api: Client, json: unknown) => api.send('PUT', PATH, { json });
const changed = (change: (matrix: Body) => void) => {
  const matrix = structuredClone(usual);
  change(matrix);
  return matrix;
};
const inFrancs = () =>
  changed((matrix) => {
    matrix.currency = 'CHF';
    matrix.tax_percent = 8.1;
    matrix.hourly_rates.t1 = 131.25;
  });

test('everybody sees the default matrix until the organization has its own', async () => {
  const { api } = await someManager();
  expect((await api.get(PATH)).body).toEqual(usual);
  expect(usual).toMatchObject({ version: 0, is_default: true, currency: 'EUR', created_by: null });
  expect((await api.get(`${PATH}/versions`)).body.data).toEqual([
    { id: '0', version: 0, is_default: true, created_at: null, created_by: null, currency: 'EUR' },
  ]);
});

test('a matrix that was read can be changed and sent back, and each one sent is a version', async () => {
  const { api } = await someManager();
  const first = await put(api, inFrancs());
  expect(first.status).toBe(200);
  expect(first.body).toMatchObject({ version: 1, is_default: false, currency: 'CHF', tax_percent: 8.1 });
  expect((await api.get(PATH)).body).toEqual(first.body);
  const second = await put(api, { ...first.body, tax_percent: 7.7 });
  expect(second.body.version).toBe(2);
  const versions = (await api.get(`${PATH}/versions`)).body.data;
  expect(versions.map(({ version }: Body) => version)).toEqual([2, 1, 0]);
  expect((await api.get(`${PATH}/versions/1`)).body).toEqual(first.body);
  expect((await api.get(`${PATH}/versions/0`)).body).toEqual(usual);
  for (const wrong of ['3', '-1', '1.5', 'x', '99999999999999999999'])
    expectProblem(await api.get(`${PATH}/versions/${wrong}`), 404, 'not_found');
});

test('sending the same matrix again makes no new version', async () => {
  const { api } = await someManager();
  const first = await put(api, inFrancs());
  expect((await put(api, inFrancs())).body).toEqual(first.body);
});

test('two who replace it at the same time make two versions', async () => {
  const { api } = await someManager();
  const answers = await Promise.all(
    [1, 2, 3, 4].map((tax_percent) => put(api, { ...inFrancs(), tax_percent })),
  );
  expect(answers.map(({ body }) => body.version).sort()).toEqual([1, 2, 3, 4]);
});

test('in the normalized form, which can be sent back as it is', async () => {
  const { api } = await someManager();
  const { entities, result } = (await api.get(PATH, { normalized: true })).body;
  const matrix = entities.pricingMatrices[result];
  expect(matrix.parts.doorFront.partPrices).toEqual(usual.parts.door_front.part_prices);
  const sent = await put(api, { ...matrix, currency: 'GBP' });
  expect(sent.body).toMatchObject({ version: 1, currency: 'GBP', parts: usual.parts });
});

test('it takes a permission and an organization to set it', async () => {
  const organization = `org-${randomUUID()}`;
  const colleague = await client({ organization });
  const refused = await put(colleague, inFrancs());
  expectProblem(refused, 403, 'forbidden');
  expect(refused.body.message).toContain('pricing_matrix:manage');
  expectProblem(await put(await client({ permissions }), inFrancs()), 403, 'forbidden');
  expect((await colleague.get(PATH)).body).toEqual(usual);
});

test('an organization never sees the prices of another', async () => {
  const { api, organization } = await someManager();
  await put(api, inFrancs());
  const { api: other } = await someManager();
  expect((await other.get(PATH)).body).toEqual(usual);
  expectProblem(await other.get(`${PATH}/versions/1`), 404, 'not_found');
  const colleague = await client({ organization });
  expect((await colleague.get(PATH)).body.currency).toBe('CHF');
});

test('an estimate uses the matrix of its organization, and keeps its version when another is set', async () => {
  const { api } = await someManager();
  await put(api, inFrancs());
  const id = await estimated(api, [['scratch', 'hood']]);
  const expected = { currency: 'CHF', total_price: 78.75, tax: 6.38, matrix_version: 1 };
  expect((await inspectionOf(api, id)).pricing.labor_cost).toMatchObject(expected);

  await put(api, { ...inFrancs(), currency: 'GBP' });
  await addDamage(api, id, ['scratch', 'roof']);
  expect((await inspectionOf(api, id)).pricing.labor_cost).toMatchObject({
    currency: 'CHF',
    total_price: 170.63,
    matrix_version: 1,
  });
  const later = await estimated(api, [['scratch', 'hood']]);
  expect((await inspectionOf(api, later)).pricing.labor_cost).toMatchObject({
    currency: 'GBP',
    matrix_version: 2,
  });
});

test('use_pricing_matrix: false estimates with the default matrix', async () => {
  const { api } = await someManager();
  await put(api, inFrancs());
  const id = await estimated(api, [['scratch', 'hood']], { options: { use_pricing_matrix: false } });
  expect((await inspectionOf(api, id)).pricing.labor_cost).toMatchObject({
    currency: 'EUR',
    total_price: 34.8,
  });
});

const BAD: Record<string, (matrix: Body) => void> = {
  'parts.hood': (m) => delete m.parts.hood,
  'parts.door_frnt': (m) => {
    m.parts.door_frnt = m.parts.door_front;
  },
  currency: (m) => {
    m.currency = 'XYZ';
  },
  tax_percent: (m) => {
    m.tax_percent = 120;
  },
  'hourly_rates.t1': (m) => {
    m.hourly_rates.t1 = -58;
  },
  'hourly_rates.paint': (m) => {
    m.hourly_rates.paint = 0;
  },
  'hourly_rates.m3': (m) => delete m.hourly_rates.m3,
  'parts.hood.part_prices.suv': (m) => {
    m.parts.hood.part_prices.suv = 1e9;
  },
  'parts.hood.part_prices.van': (m) => delete m.parts.hood.part_prices.van,
  'parts.hood.part_prices': (m) => {
    m.parts.hood.part_prices = null;
  },
  'parts.hood.flat_rates': (m) => {
    m.parts.hood.flat_rates = [300, 200, 100];
  },
  'parts.hood.flat_rates.1': (m) => {
    m.parts.hood.flat_rates[1] = -1;
  },
  'parts.hood.operations.painting.hours.2': (m) => {
    m.parts.hood.operations.painting.hours[2] = 1000;
  },
  'parts.hood.operations.painting.hours': (m) => {
    m.parts.hood.operations.painting.hours = [3, 2, 1];
  },
  'parts.hood.operations.painting.labour': (m) => {
    m.parts.hood.operations.painting.labour = 'p1';
  },
  'parts.hood.operations.gilding': (m) => {
    m.parts.hood.operations.gilding = m.parts.hood.operations.painting;
  },
  paint_preparation_hours: (m) => {
    m.paint_preparation_hours = 0.123;
  },
};

test.each(Object.entries(BAD))(
  'a matrix with a wrong %s is refused by that path, and the last good one stays',
  async (path, spoil) => {
    const { api } = await someManager();
    const good = await put(api, inFrancs());
    const refused = await put(api, changed(spoil));
    expectProblem(refused, 422, 'invalid_input', [path]);
    expect((await api.get(PATH)).body).toEqual(good.body);
  },
);

test('no matrix at all is refused by what is missing', async () => {
  const { api } = await someManager();
  const refused = await put(api, {});
  expectProblem(refused, 422, 'invalid_input');
  expect(refused.body.errors.map(({ path }: Body) => path)).toEqual(
    expect.arrayContaining(['currency', 'hourly_rates', 'parts']),
  );
});

test('every cost says that it is by example prices, until the organization has saved its own', async () => {
  const { api } = await someManager();
  const id = await estimated(api, [
    ['dent', 'hood'],
    ['scratch', 'roof'],
  ]);
  const marks = async (inspection: Body) => {
    const { pricing, vehicle, parts, severity_results } = inspection;
    const link = (await api.post(`/inspections/${inspection.id}/share_links`, { costs: true })).body.url;
    const shared = await api.get(`/shared_inspections/${link.split('/').at(-1)}`);
    return [
      pricing.labor_cost.example_prices,
      pricing.labor_cost.details.hood.example_prices,
      vehicle.repair_estimate_details.example_prices,
      parts.find(({ part_type }: Body) => part_type === 'hood').part_operation.example_prices,
      shared.body.costs.example_prices,
      severity_results.find(({ label }: Body) => label === 'hood').value.custom_severity.example_prices,
    ];
  };
  expect(await marks(await inspectionOf(api, id))).toEqual([true, true, true, true, true, true]);

  const price = { pricing: 50, related_item_type: 'part', part_type: 'roof' };
  expect((await api.post(`/inspections/${id}/pricing`, price)).body).toMatchObject({ example_prices: false });
  const { pricing, severity_results } = await inspectionOf(api, id);
  expect(
    severity_results.find(({ label }: Body) => label === 'roof').value.custom_severity.example_prices,
  ).toBe(false);
  expect(pricing.labor_cost).toMatchObject({
    example_prices: true,
    details: { roof: { example_prices: false } },
  });

  await put(api, inFrancs());
  const own = await inspectionOf(api, await estimated(api, [['dent', 'hood']]));
  expect(await marks(own)).toEqual([false, false, false, false, false, false]);
  // What was estimated before stays as it was, and so does its mark.
  expect((await inspectionOf(api, id)).pricing.labor_cost.example_prices).toBe(true);
});

test('a price beside a severity says what it is also where no estimate was asked for', async () => {
  const { api } = await someManager();
  const graded = async () => {
    const id = await newInspection(api, {
      damage_detection: { damage_severity: { output_format: 'default' } },
    });
    await addDamage(api, id, ['dent', 'hood']);
    await setStatus(api, id, 'damage_detection', 'TODO');
    await ended(api, id, 'damage_detection');
    const { severity_results } = await inspectionOf(api, id);
    return severity_results[0].value.custom_severity;
  };
  expect(await graded()).toMatchObject({ pricing: expect.any(Number), example_prices: true });
  await put(api, inFrancs());
  expect(await graded()).toMatchObject({ pricing: expect.any(Number), example_prices: false });
});
