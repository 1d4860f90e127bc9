import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { clientOf } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { newDataFolder } from '@walkaround/harness/services/data-folder.ts';
import { databaseOf } from '@walkaround/harness/services/database.ts';
import { inherited, type Service, startService } from '@walkaround/harness/services/service.ts';
import { afterAll, expect, test } from 'vitest';

const COMMAND = fileURLToPath(new URL('../../src/commands/token.ts', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'walkaround-backup-'));
const original = await newDataFolder();
const [backup, restored] = ['backup', 'restored'].map((name) => join(folder, name));

let service: Service | undefined;
/** The address must stay, as it does where people use it: links and tokens name it. */
const start = async (dataDir: string, settings: Record<string, string> = {}) => {
  const PORT = service ? new URL(service.url).port : '0';
  service = await startService({ PORT, LOG_LEVEL: 'warn', MODELS_DIR: '/nowhere', ...settings }, dataDir);
  return service;
};
afterAll(async () => {
  await service?.stop();
  for (const one of [original, folder]) await rm(one, { recursive: true, force: true });
});

const run = promisify(execFile);
const copy = (from: string, to: string) => run('cp', ['-a', from, to]);
const statusOf = async (link: string) => (await fetch(link)).status;

test('a copy of DATA_DIR is a backup; and links outlive a new secret for as long as the old one is named', async () => {
  const first = await start(original);
  const env = { ...inherited(), DATA_DIR: original, PORT: '0' };
  const token = (await run(process.execPath, [COMMAND], { env })).stdout.trim();
  const api = clientOf(`${first.url}/v1`, token);
  const id = await newInspection(api, { images_ocr: {} }, { vehicle: { plate: 'AB-123-CD' } });
  const file = await photo(320, 240);
  const image = (await api.upload(`/inspections/${id}/images`, {}, file)).body;
  const share = (await api.post(`/inspections/${id}/share_links`, {})).body;
  await first.stop();
  await copy(original, backup!);
  await rm(original, { recursive: true });

  await copy(backup!, restored!);
  const second = await start(restored!);
  expect((await api.get(`/inspections/${id}`)).body).toMatchObject({
    vehicle: { plate: 'AB-123-CD' },
    images: [{ id: image.id }],
  });
  expect(Buffer.from(await (await fetch(image.path)).arrayBuffer()).equals(file)).toBe(true);
  expect(await statusOf(`${image.path}&width=160`)).toBe(200);
  const secret = new URL(share.url).pathname.split('/').at(-1);
  expect(await statusOf(`${second.url}/v1/shared_inspections/${secret}`)).toBe(200);
  expect((await api.upload(`/inspections/${id}/images`, {}, await photo(80, 60))).status).toBe(201);
  const database = await databaseOf(second);
  const { rows } = await database.query(`select value from shared_secrets where name = 'file-urls'`);
  await database.end();
  await second.stop();

  await start(restored!, { FILE_URL_SECRET: `${'n'.repeat(40)},${rows[0].value}` });
  expect(await statusOf(image.path)).toBe(200);
  const renewed = (await api.get(`/inspections/${id}/images/${image.id}`)).body.path;
  expect(new URL(renewed).searchParams.get('signature')).not.toBe(
    new URL(image.path).searchParams.get('signature'),
  );
  expect(await statusOf(renewed)).toBe(200);
}, 120_000);
