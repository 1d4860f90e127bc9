import { copyFile, cp, mkdtemp, open, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Body, type Client, until } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { ended, setStatus } from '@walkaround/harness/clients/tasks.ts';
import { carDrawing } from '@walkaround/harness/pictures/car-drawing.ts';
import { ownService } from '@walkaround/harness/services/own-service.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

// Real models on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 240_000 });

const MODELS = fileURLToPath(new URL('../../../models', import.meta.url));

let folder: string;
let photo: Buffer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walkaround-models-'));
  await cp(MODELS, folder, { recursive: true });
  photo = await carDrawing({ scratched: true });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** As a copy leaves it that was interrupted, or a disk that has lost a bit. */
const DAMAGES: Record<string, (file: string) => Promise<void>> = {
  'is cut off': (file) => truncate(file, 1_000_000),
  'has one wrong byte': async (file) => {
    const handle = await open(file, 'r+');
    const byte = Buffer.alloc(1);
    await handle.read(byte, 0, 1, 2_000_000);
    byte[0]! ^= 1;
    await handle.write(byte, 0, 1, 2_000_000);
    await handle.close();
  },
};

const withService = async <T>(work: (api: Client, output: () => string) => Promise<T>): Promise<T> => {
  const service = await ownService({ MODELS_DIR: folder });
  try {
    return await work(await service.client({ user: 'owner' }), service.output);
  } finally {
    await service.stop();
  }
};

const analysed = async (api: Client) => {
  const id = await newInspection(api, { damage_detection: {}, compliances: {} });
  const tasks = ['damage_detection', 'compliances'];
  expect((await api.upload(`/inspections/${id}/images`, { tasks }, photo)).status).toBe(201);
  for (const name of tasks) await setStatus(api, id, name, 'TODO');
  const [damages, verdicts] = await Promise.all(tasks.map((name) => ended(api, id, name, 180_000)));
  return { damages, verdicts, inspection: (await api.get(`/inspections/${id}`)).body as Body };
};

test('a model file that is damaged is named with both sums; what needs it says so, the rest works, and after repair all does', async () => {
  const file = join(folder, 'damage.onnx');
  const seen = { starts: 0, ended: 0, done: 0 };
  for (const [how, damage] of Object.entries(DAMAGES)) {
    await copyFile(join(MODELS, 'damage.onnx'), file);
    await damage(file);
    await withService(async (api, output) => {
      const { damages, verdicts } = await analysed(api);
      seen.starts += 1;
      expect(damages, how).toMatchObject({
        status: 'ERROR',
        error_messages: [{ error_code: 'model_unusable' }],
      });
      expect(damages.error_messages[0].message).toMatch(
        /damage\.onnx of the model damage is damaged: its sha256 is [0-9a-f]{64}, .* says [0-9a-f]{64}\. Restore it/,
      );
      seen.ended += 1;
      expect(verdicts, how).toMatchObject({ status: 'DONE', error_messages: [] });
      seen.done += 1;
      await until(
        async () => output(),
        (log) => log.includes('damage.onnx of the model damage is damaged'),
      );
    });
  }

  await copyFile(join(MODELS, 'damage.onnx'), file);
  await withService(async (api, output) => {
    const { damages, inspection } = await analysed(api);
    expect(damages).toMatchObject({ status: 'DONE', error_messages: [] });
    expect(inspection.damages.map(({ damage_type }: Body) => damage_type)).toContain('scratch');
    expect(output()).not.toContain('is damaged');
  });
  process.stdout.write(
    `damaged model file: ${seen.starts} starts with ${Object.keys(DAMAGES).length} kinds of damage, ` +
      `${seen.ended} tasks ended by their reason and ${seen.done} others done; repaired, done\n`,
  );
});
