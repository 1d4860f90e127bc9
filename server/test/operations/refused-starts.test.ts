/** Starts that end by themselves with a sentence, seen from the processes that an operator starts. */
import { execFile, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { newDataFolder } from '@walkaround/harness/services/data-folder.ts';
import { databaseUrlOf } from '@walkaround/harness/services/database.ts';
import { inherited } from '@walkaround/harness/services/service.ts';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startEmbeddedPostgres } from '../../src/store/embedded/embedded-postgres.ts';
import { postgresBinaries, runPostgresTool } from '../../src/store/embedded/postgres-binaries.ts';
import { accountFor, dataArgument } from '../../src/store/embedded/postgres-cluster.ts';

const SOURCE = fileURLToPath(new URL('../../src/', import.meta.url));
const quiet = { info() {}, warn() {}, error() {} };
let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'refused-'));
});
afterAll(() => rm(home, { recursive: true }));

/** What a process says that is expected to fail. */
const refusalOf = async (program: string, settings: Record<string, string>) => {
  const env = { ...inherited(), OIDC_ISSUER: inject('issuerKey').issuer, DATA_DIR: home, ...settings };
  const starting = promisify(execFile)(process.execPath, [join(SOURCE, program)], { env, timeout: 60_000 });
  const ended = await starting.catch((error) => error);
  expect(ended).toMatchObject({ code: 1 });
  return ended.stderr.trim();
};

/** The built-in Postgres with a database that was made without a word about its encoding, in the locale C. */
const startAsciiDatabase = async () => {
  const dataDir = await newDataFolder();
  const folder = join(dataDir, 'postgres');
  const account = await accountFor(folder);
  const cluster = { folder, account, binaries: await postgresBinaries(dataDir, account) };
  const statements = [
    'DROP DATABASE walkaround',
    "CREATE DATABASE walkaround OWNER walkaround ENCODING 'SQL_ASCII' LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0",
  ];
  await runPostgresTool(
    join(cluster.binaries, 'postgres'),
    ['--single', '-D', dataArgument(cluster), '-c', 'exit_on_error=on', 'postgres'],
    { account, cwd: folder, input: `${statements.join('\n')}\n` },
  );
  const { url, stop } = await startEmbeddedPostgres({ dataDir, log: quiet });
  return {
    url,
    stop: async () => {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

test('a database whose encoding is not UTF8 is refused by every role and by "migrate"', async () => {
  const { url, stop } = await startAsciiDatabase();
  try {
    const { host } = new URL(url);
    const sentence = `The database ${host}/walkaround has the encoding SQL_ASCII, and the service needs UTF8. Create another one with ENCODING 'UTF8' TEMPLATE template0, and set DATABASE_URL to it.`;
    for (const ROLE of ['all', 'api', 'worker'])
      expect(await refusalOf('main.ts', { ROLE, DATABASE_URL: url })).toBe(sentence);
    expect(await refusalOf('commands/migrate.ts', { DATABASE_URL: url })).toBe(sentence);
  } finally {
    await stop();
  }
});

test('a worker that is told who must have signed the models does not start with those of another', async () => {
  const { publicKey } = generateKeyPairSync('ed25519');
  const other = join(home, 'other.pem');
  await writeFile(other, publicKey.export({ type: 'spki', format: 'pem' }));
  const database = await databaseUrlOf({ dataDir: inject('serviceDataDir') });
  const settings = { ROLE: 'worker', DATABASE_URL: database, LOG_LEVEL: 'silent' };
  expect(await refusalOf('main.ts', { ...settings, MODELS_PUBLISHER_KEY: other })).toBe(
    `The signature of the models does not fit: manifest.json was changed after it was signed, or another key signed it. MODELS_PUBLISHER_KEY asks for models that ${other} has signed. Restore the models, or take the setting away to use models of your own.`,
  );
  expect(await refusalOf('main.ts', { ...settings, MODELS_PUBLISHER_KEY: join(home, 'none.pem') })).toBe(
    `${join(home, 'none.pem')} is no public key (Ed25519, PEM). Name the key of whoever publishes the models.`,
  );
});

test('a process whose output nobody reads goes on instead of ending with EPIPE', async () => {
  const talking = spawn(process.execPath, [join(SOURCE, 'main.ts'), '--help'], {
    env: inherited(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  talking.stdout.destroy();
  const [words, [status]] = await Promise.all([text(talking.stderr), once(talking, 'exit')]);
  expect({ words, status }).toEqual({ words: '', status: 0 });
});
