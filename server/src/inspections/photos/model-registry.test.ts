import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { MODEL_NAMES } from './model-registry.ts';

const read = (path: string) => readFile(new URL(`../../../../${path}`, import.meta.url), 'utf8');

test('every model is shipped with its terms, and has a page on its accuracy that the README links', async () => {
  const { models } = JSON.parse(await read('models/manifest.json')) as {
    models: { name: string; licence: string; use: string }[];
  };
  expect(models.map(({ name }) => name).sort()).toEqual([...MODEL_NAMES].sort());
  const readme = await read('README.md');
  for (const { name, licence, use } of models) {
    expect([licence, use], name).not.toContain(undefined);
    expect(readme, `the terms of ${name} in the README`).toContain(`\`${name}\``);
    expect(readme, `the link to the page of ${name}`).toContain(`(docs/models/${name}.md)`);
    expect(await read(`docs/models/${name}.md`)).toContain(name);
  }
});
