import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Body, clientWithModels } from '@walkaround/harness/clients/client.ts';
import { expect, test } from 'vitest';

const MANIFEST = fileURLToPath(new URL('../../../models/manifest.json', import.meta.url));

test('everybody who signs in can read what the weights of each model may be used for, as the manifest says', async () => {
  const { models } = JSON.parse(await readFile(MANIFEST, 'utf8')) as { models: Body[] };
  const { status, body } = await (await clientWithModels()).get('/models');
  expect(status).toBe(200);
  const told = (body.data as Body[]).filter(({ id }) => id !== 'text');
  expect(told).toEqual(
    models.map(({ name, version, licence, use }) => ({ id: name, version, licence, use })),
  );
  expect(told.filter(({ use }) => use === 'evaluation_and_research')).toHaveLength(10);
});
