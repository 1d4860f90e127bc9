import { randomUUID } from 'node:crypto';
import { client, until } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { expect, test } from 'vitest';

const organization = randomUUID();
const admin = await client({ organization, permissions: ['organization:manage'] });
const month = new Date().toISOString().slice(0, 7);

test('usage is counted by month, and erasing takes away what is stored but not what was used', async () => {
  expect((await admin.get('/usage')).body).toMatchObject({ id: organization, to: month, months: [] });
  const member = await client({ organization });
  const erasable = await newInspection(member, { pricing: { status: 'TODO' }, images_ocr: {} });
  await newInspection(member, { pricing: { status: 'TODO' } });
  await newInspection(await client(), { pricing: { status: 'TODO' } });
  const file = await photo(200, 150);
  const { binary_size } = (await member.upload(`/inspections/${erasable}/images`, {}, file)).body;
  const used = {
    month,
    inspections: 2,
    images: 1,
    tasks: [{ name: 'pricing', count: 2 }],
  };
  const { body } = await admin.get('/usage');
  expect(body.months[0].tasks).toContainEqual({ name: 'pricing', count: 2 });
  expect(body.months[0].tasks.map(({ name }: { name: string }) => name)).not.toContain('images_ocr');
  expect(body.months).toMatchObject([{ ...used, tasks: body.months[0].tasks, bytes_stored: binary_size }]);

  await member.delete(`/inspections/${erasable}?erase=true`);
  const [left, ...others] = (
    await until(
      () => admin.get('/usage'),
      (answer) => answer.body.months[0].bytes_stored === 0,
      30_000,
    )
  ).body.months;
  expect(others).toEqual([]);
  expect(left).toEqual({ ...body.months[0], bytes_stored: 0 });
  const normalized = (await admin.get('/usage', { normalized: true })).body;
  expect(normalized.entities.usageReports[organization].months[0].bytesStored).toBe(0);
});

test('any range of months can be asked for, and nothing else', async () => {
  const { body } = await admin.get('/usage?to=2024-02');
  expect(body).toEqual({ id: organization, from: '2023-03', to: '2024-02', months: [] });
  expect((await admin.get('/usage?from=2021-03&to=2024-02')).status).toBe(200);
  for (const wrong of ['from=2021-02&to=2024-02', 'from=2024-03&to=2024-02', 'from=2024-13', 'from=2024-1-1'])
    expectProblem(await admin.get(`/usage?${wrong}`), 422, 'invalid_input', ['from']);
});

test('it is the business of the administrators of the organization', async () => {
  expectProblem(await (await client({ organization })).get('/usage'), 403, 'forbidden');
  expectProblem(
    await (await client({ permissions: ['organization:manage'] })).get('/usage'),
    403,
    'forbidden',
  );
});
