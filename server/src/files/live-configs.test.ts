import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLiveConfigs } from './live-configs.ts';

let folder: string;
beforeAll(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'walkaround-test-')), 'configs');
  await mkdir(join(folder, 'folder.json'), { recursive: true });
  await writeFile(join(folder, 'app.json'), '{"id":"app"}');
  await writeFile(join(folder, 'list.json'), '[]');
  await writeFile(join(folder, 'half.json'), '{"id":');
  await writeFile(join(folder, 'secret.json'), 'password=hunter2');
  await writeFile(join(folder, '../outside.json'), '{}');
});
afterAll(() => rm(join(folder, '..'), { recursive: true }));

test('a live configuration is read anew each time', async () => {
  const { read } = createLiveConfigs(folder);
  expect(await read('app')).toEqual({ id: 'app' });
  await writeFile(join(folder, 'app.json'), '{"id":"changed"}');
  expect(await read('app')).toEqual({ id: 'changed' });
});

test.each(['other', 'folder', '../outside', '..', '', 'app.json', 'a/b', 'a\0b', 'x'.repeat(101)])(
  'there is none called %j',
  async (name) => {
    expect(await createLiveConfigs(folder).read(name)).toBeNull();
    expect(await createLiveConfigs(null).read(name)).toBeNull();
  },
);

test.each([
  ['list', 'it is not a JSON object'],
  ['half', 'it is not JSON'],
  ['secret', 'it is not JSON'],
])('a file that is no JSON object (%s) is told by its name and its fault alone', async (name, fault) => {
  await expect(createLiveConfigs(folder).read(name)).rejects.toMatchObject({
    code: 'live_config_unusable',
    message: `The live configuration ${name} cannot be used: ${fault}. The operator has to correct the file.`,
  });
});
