import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as given from '../test-inspection.ts';
import { makeReport, reportOf } from '../test-report.ts';
import { createBrands } from './brands.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brands-'));
});
afterAll(() => rm(folder, { recursive: true }));

test("an organization's name, color and logo are on its reports and on no others", async () => {
  await sharp({ create: { width: 300, height: 100, channels: 4, background: '#c00' } })
    .png()
    .toFile(join(folder, 'logo.png'));
  await writeFile(
    join(folder, 'fleet.json'),
    JSON.stringify({ name: 'Fleet & Sons', color: '#880044', logo: 'logo.png' }),
  );
  const brands = createBrands(folder, (message) => expect(message).toBe('no warning'));
  const own = await reportOf(given.emptyInspection(), { brands });
  expect(own.text).toContain('Fleet & Sons');
  expect(own.pictures).toBe(1);
  const others = await reportOf({ ...given.emptyInspection(), organization_id: '../fleet' }, { brands });
  expect(others.text).not.toContain('Fleet & Sons');
  expect(others.pictures).toBe(0);
});

test('a look that cannot be used is told to the operator, and the report gets the usual one', async () => {
  const warnings: string[] = [];
  const brands = createBrands(folder, (message) => warnings.push(message));
  await writeFile(join(folder, 'default.json'), JSON.stringify({ color: 'red', logo: '../secret.png' }));
  await makeReport({ ...given.emptyInspection(), organization_id: null }, { brands });
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain('must look like #1f4e79');
  expect(warnings[0]).toContain('must be the name of a file in the same folder');
});
