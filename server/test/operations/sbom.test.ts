import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
type Component = {
  type: string;
  name: string;
  version: string;
  hashes?: { alg: string; content: string }[];
  licenses?: object[];
};

test('the bill of materials lists what runs with versions and hashes, and each model with its sha256 and terms', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/sbom.js'], {
    cwd: ROOT,
    maxBuffer: 64 * 1024 * 1024,
  });
  const bom = JSON.parse(stdout) as { bomFormat: string; specVersion: string; components: Component[] };
  expect(bom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5' });
  const lock = JSON.parse(await readFile(`${ROOT}package-lock.json`, 'utf8'));
  for (const name of ['fastify', 'pg-boss', 'onnxruntime-node', 'sharp'])
    expect(bom.components.find((one) => one.name === name)?.version, name).toBe(
      lock.packages[`node_modules/${name}`].version,
    );
  // What only development needs does not run.
  expect(bom.components.some(({ name }) => name === 'vitest')).toBe(false);
  const { models } = JSON.parse(await readFile(`${ROOT}models/manifest.json`, 'utf8'));
  const listed = bom.components.filter(({ type }) => type === 'machine-learning-model');
  expect(listed).toEqual(
    models.map(({ name, version, sha256, licence }: Record<string, string>) =>
      expect.objectContaining({
        name,
        version,
        hashes: [{ alg: 'SHA-256', content: sha256 }],
        licenses: [{ license: { name: licence } }],
      }),
    ),
  );
});
