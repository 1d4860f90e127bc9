/**
 * A Postgres of the operator's own, with its `pg_dump` and `psql`: the server that is built in comes without them, and
 * they must be of its version. `npm test -- --install` installs Debian's.
 */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { until } from '../clients/client.ts';

const run = promisify(execFile);
const VERSIONS = '/usr/lib/postgresql';
/** The indexes of the service need it. */
const OLDEST = 15;
const ROLE = 'walkaround';

const findPrograms = (): string | null => {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS).map(Number) : [];
  const newest = versions.filter((version) => version >= OLDEST).toSorted((a, b) => b - a)[0];
  const folder = join(VERSIONS, String(newest), 'bin');
  return ['initdb', 'postgres', 'pg_dump', 'psql'].every((name) => existsSync(join(folder, name)))
    ? folder
    : null;
};
const PROGRAMS = findPrograms();

/** Why tests that need it cannot run here; null where they can. */
export const whyNoDebianPostgres =
  PROGRAMS === null
    ? `no Postgres ${OLDEST} or newer with pg_dump is installed here (npm test -- --install installs Debian's, as root)`
    : null;

/** Postgres does not run as root; its package has made an account for it. */
const account = () => {
  if (process.getuid!() !== 0) return {};
  const numberOf = (of: string) => Number(spawnSync('id', [of, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: numberOf('-u'), gid: numberOf('-g') };
};

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
};

/** The server, and as SQL what an operator does before the first start. `environment`: what it finds there beside ours. */
export const startDebianPostgres = async (environment: Record<string, string> = {}) => {
  const owner = account();
  const folder = await mkdtemp(join(tmpdir(), 'walkaround-postgres-'));
  if (owner.uid !== undefined) await chown(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const setUp = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'];
  await run(join(PROGRAMS!, 'initdb'), setUp, { ...owner, cwd: folder });

  const port = await freePort();
  const urlOf = (database: string, role = ROLE) => `postgres://${role}@127.0.0.1:${port}/${database}`;
  // Nothing is ever written to the shell: it ends the server when this process is gone.
  const untilWeEnd = '"$@" & read -r _; kill -INT $!; wait';
  const settings = ['-h', '127.0.0.1', '-p', String(port), '-k', ''];
  const child = spawn('sh', ['-c', untilWeEnd, 'sh', join(PROGRAMS!, 'postgres'), '-D', data, ...settings], {
    ...owner,
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const stop = async () => {
    child.stdin!.end();
    await once(child, 'exit');
    await rm(folder, { recursive: true, force: true });
  };
  const asSuperuser = async (sql: string) => {
    const client = new pg.Client({ connectionString: urlOf('postgres', 'postgres') });
    try {
      await client.connect();
      await client.query(sql);
      return true;
    } finally {
      await client.end();
    }
  };
  try {
    await until(() => asSuperuser('select 1').catch(() => false), Boolean, 30_000);
    await asSuperuser(`create role ${ROLE} login`);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    urlOf,
    createDatabase: (name: string) => asSuperuser(`create database ${name} owner ${ROLE}`),
    /** Runs one of its programs, as the user of the service. */
    run: (program: 'pg_dump' | 'psql', args: string[]) =>
      run(join(PROGRAMS!, program), args, {
        env: { PATH: process.env.PATH, PGOPTIONS: '-c walkaround.reach=everything' },
        maxBuffer: 2 ** 30,
      }),
    stop,
  };
};
