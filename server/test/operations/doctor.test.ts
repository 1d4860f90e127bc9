import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readdir, rm, truncate } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { databaseOf } from '@walkaround/harness/services/database.ts';
import { makePkcs12, noOpenssl, withOpenssl } from '@walkaround/harness/services/openssl.ts';
import { inherited } from '@walkaround/harness/services/service.ts';
import { startObjectStore } from '@walkaround/harness/stores/object-store.ts';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';

// Real models on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 120_000 });

const COMMAND = fileURLToPath(new URL('../../src/commands/doctor/doctor.ts', import.meta.url));
const MODELS = fileURLToPath(new URL('../../../models', import.meta.url));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doctor-'));
});
afterAll(() => rm(folder, { recursive: true }));

type Report = { ok: boolean; checks: { name: string; status: string; message: string }[] };

const run = async (args: string[], environment: Record<string, string>) => {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    env: { ...inherited(), PORT: '0', DATA_DIR: join(folder, 'data'), ...environment },
  });
  const status = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, said] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { status: await status, out, said };
};

/** What the doctor says of one thing, and whether it lets the service run. */
const examine = async (environment: Record<string, string>) => {
  const { status, out, said } = await run(['--json'], environment);
  expect(said).toBe('');
  const { ok, checks } = JSON.parse(out) as Report;
  expect(status).toBe(ok ? 0 : 1);
  const of = (name: string) => checks.find((check) => check.name === name);
  return {
    ok,
    checks,
    of,
    failed: checks.filter((check) => check.status === 'failed').map(({ name }) => name),
  };
};

/** Most of the time goes into the models; where they are not the point there are none. */
const WITHOUT_MODELS = { MODELS_DIR: '/nowhere' };
/** So it is with the built-in Postgres: where another one is named, none is made for a try. */
const WITHOUT_POSTGRES = { DATABASE_URL: 'postgres://127.0.0.1:1/x' };
const theModels = expect.arrayContaining(['model damage', 'model parts']);

test('where everything is there it says so line by line, and leaves nothing behind', async () => {
  const { status, out, said } = await run([], {});
  expect({ status, said }).toEqual({ status: 0, said: '' });
  const lines = out.split('\n');
  for (const name of [
    'Node',
    'data folder',
    'Postgres',
    'ONNX Runtime',
    'model damage',
    'added models',
    'model text',
    'port',
  ])
    expect(lines.filter((line) => line.startsWith(`  ✓ ${name} `))).toHaveLength(1);
  expect(out).toMatch(/✓ Postgres +18\.\d+, built in, runs here/);
  expect(out).toMatch(/✓ model damage +\d+\.\d+\.\d+, the file is whole and runs/);
  expect(out).toMatch(/\nThe service can run\. Start it with: npx walkaround serve\n$/);
  expect(await readdir(folder)).toEqual([]);
});

test('what is wrong is named with what to do: a damaged model, a database, an issuer and a port', async () => {
  const models = join(folder, 'models');
  await mkdir(models);
  for (const name of ['manifest.json', 'vehicles.onnx', 'plates.onnx'])
    await copyFile(join(MODELS, name), join(models, name));
  await truncate(join(models, 'plates.onnx'), 100_000);
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  const { ok, of, failed } = await examine({
    MODELS_DIR: models,
    DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/inspections',
    OIDC_ISSUER: 'http://127.0.0.1:1/issuer',
    PORT: String(port),
  });
  other.close();
  expect(ok).toBe(false);
  expect(failed).toEqual(
    expect.arrayContaining(['Postgres', 'model parts', 'model plates', 'issuer', 'port']),
  );
  expect(of('model vehicles')).toMatchObject({ status: 'ok' });
  expect(of('model plates')!.message).toMatch(/plates\.onnx of the model plates is damaged.* Restore it/);
  expect(of('model parts')!.message).toMatch(/parts\.onnx of the model parts is missing\. Restore it/);
  expect(of('Postgres')!.message).toMatch(
    /^The database 127\.0\.0\.1:1\/inspections cannot be used .* Check DATABASE_URL/,
  );
  expect(of('Postgres')!.message).not.toContain('secret');
  expect(of('issuer')!.message).toMatch(
    /^http:\/\/127\.0\.0\.1:1\/issuer cannot be used .* Check OIDC_ISSUER/,
  );
  expect(of('port')!.message).toBe(
    `${port} is taken by another program. Stop that one, or set PORT to a free port.`,
  );
});

test('settings that contradict each other are told as the service tells them', async () => {
  const { checks } = await examine({ ROLE: 'worker', PORT: 'eighty' });
  expect(checks).toEqual([
    {
      name: 'settings',
      status: 'failed',
      message: expect.stringContaining('PORT="eighty" must be a whole number'),
    },
  ]);
});

test('beside a running service it knows that one, and tries what the user of the database may do', async () => {
  const { issuer } = inject('issuerKey');
  const pool = await databaseOf({ dataDir: inject('serviceDataDir') });
  try {
    const { connectionString } = pool.options as { connectionString: string };
    const outside = { ...WITHOUT_MODELS, PORT: new URL(inject('serviceUrl')).port, OIDC_ISSUER: issuer };
    const good = await examine({ ...outside, DATABASE_URL: connectionString });
    expect(good.failed).toEqual(theModels);
    expect(good.of('Postgres')!.message).toMatch(
      /^18\.\d+ at 127\.0\.0\.1:\d+\/walkaround, and this user may create/,
    );
    expect(good.of('issuer')).toMatchObject({ status: 'ok', message: `${issuer} answers and has keys` });
    expect(good.of('port')!.message).toBe(`a Walkaround runs at ${outside.PORT}`);
    const { rows } = await pool.query("SELECT to_regclass('walkaround_doctor_probe') AS probe");
    expect(rows).toEqual([{ probe: null }]);

    const readOnly = `${connectionString}?options=-c%20default_transaction_read_only%3Don`;
    const bad = await examine({ ...outside, DATABASE_URL: readOnly });
    expect(bad.of('Postgres')!.status).toBe('failed');
    expect(bad.of('Postgres')!.message).toMatch(
      /may not create schemas and tables .* GRANT CREATE ON DATABASE/,
    );
  } finally {
    await pool.end();
  }
});

test('a file is put into the configured store, read and deleted again', async () => {
  const store = await startObjectStore();
  const broken = await startObjectStore((object) => Buffer.from(String(object).toUpperCase()));
  const s3 = {
    S3_BUCKET: 'photos',
    S3_ACCESS_KEY_ID: 'a',
    S3_SECRET_ACCESS_KEY: 'b',
    ...WITHOUT_POSTGRES,
  };
  try {
    const good = await examine({ ...WITHOUT_MODELS, ...s3, S3_ENDPOINT: store.endpoint });
    expect(good.of('S3')).toMatchObject({ status: 'ok' });
    expect(store.requests).toEqual(['PUT', 'GET', 'DELETE']);
    expect(store.objects.size).toBe(0);
    const bad = await examine({ ...WITHOUT_MODELS, ...s3, S3_ENDPOINT: broken.endpoint });
    expect(bad.of('S3')).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('it gives back other bytes than it was given'),
    });
  } finally {
    await store.close();
    await broken.close();
  }
});

test.skipIf(noOpenssl)(
  withOpenssl('what signs reports and stamps packs is looked at where it is set up'),
  async () => {
    const right = await makePkcs12(folder, 'Hansen');
    const old = await makePkcs12(folder, 'Old', { expired: true });
    const settings = (REPORT_SIGNING_CERTIFICATE: string) => ({
      ...WITHOUT_MODELS,
      ...WITHOUT_POSTGRES,
      REPORT_SIGNING_CERTIFICATE,
      REPORT_SIGNING_PASSWORD_FILE: right.passwordFile,
      TIMESTAMP_URL: 'http://127.0.0.1:1/stamp',
    });
    const well = await examine(settings(right.p12));
    expect(well.of('signing')).toMatchObject({
      status: 'ok',
      message: expect.stringMatching(/^the certificate of Hansen signs reports until \d{4}-\d\d-\d\d$/),
    });
    // Packs are made all the same.
    expect(well.of('time stamps')).toMatchObject({
      status: 'warning',
      message: expect.stringContaining('Packs are made without time stamps. Check TIMESTAMP_URL.'),
    });
    expect((await examine(settings(old.p12))).of('signing')).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('the certificate of Old has expired on 2021-01-01'),
    });
  },
);
