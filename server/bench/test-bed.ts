/** What every benchmark runs on: an identity provider, the real service, the floor, and access to the database. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { signToken, startIssuer, type TokenWishes } from '@walkaround/harness/services/issuer.ts';
import { startService } from '@walkaround/harness/services/service.ts';
import { workerOf } from '@walkaround/harness/services/worker.ts';
import pg from 'pg';
import { startEmbeddedPostgres } from '../src/store/embedded/embedded-postgres.ts';
import { connect } from './connection.ts';
import { ORGANIZATION, OWNER } from './tenant.ts';

/** As most callers are: whoever may read everything is not held to what the database lets them reach. */
const caller: TokenWishes = {
  user: OWNER,
  organization: ORGANIZATION,
  permissions: ['inspections:read_organization'],
  expiresIn: '6h',
};

type Closer = () => Promise<unknown>;

/** Closes what the work has opened, the last first, also when it fails or is interrupted. */
export const withCleanup = async <T>(work: (opened: (close: Closer) => void) => Promise<T>): Promise<T> => {
  const closers: Closer[] = [];
  const close = async () => {
    for (let next = closers.pop(); next; next = closers.pop()) await next();
  };
  let closing: Promise<void> | undefined;
  const closeAll = () => {
    closing ??= close();
    return closing;
  };
  const interrupted = async (signal: NodeJS.Signals) => {
    await closeAll();
    process.exit(signal === 'SIGINT' ? 130 : 143);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, interrupted);
  try {
    return await work((closer) => void closers.push(closer));
  } finally {
    await closeAll();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupted);
  }
};

export const CORES = Math.min(4, availableParallelism());

/** The service with a database of its own, an authorized connection to it, and its database. */
export const openService = async (
  opened: (close: Closer) => void,
  environment: Record<string, string> = {},
  folder?: string,
) => {
  const issuer = await startIssuer();
  opened(issuer.close);
  const settings = {
    OIDC_ISSUER: issuer.issuer,
    RATE_LIMIT_PER_MINUTE: '0',
    LOG_LEVEL: 'warn',
    // As many as the floor has; services of tests get one.
    MODEL_CORES: String(CORES),
  };
  const service = await startService({ ...settings, ...environment }, folder);
  opened(service.stop);
  const { url: databaseUrl } = JSON.parse(await readFile(join(service.dataDir, 'postgres.json'), 'utf8'));
  const options = '-c walkaround.reach=everything';
  const database = new pg.Pool({ connectionString: databaseUrl, max: 2, options });
  opened(() => database.end());
  const connection = connect(service.url);
  opened(async () => connection.close());
  const token = await signToken(issuer, caller);
  return {
    url: service.url,
    dataDir: service.dataDir,
    pid: service.process.pid!,
    workerPid: () => workerOf(service)!,
    databaseUrl: String(databaseUrl),
    database,
    connection,
    authorization: { authorization: `Bearer ${token}` },
    tokenOf: (user: string) => signToken(issuer, { ...caller, user }),
    /** Once the workers have nothing left to do. */
    idle: async () => {
      const busy = `select 1 from pgboss.job where name <> 'clean-up' and state < 'completed' limit 1`;
      while ((await database.query(busy)).rowCount) await sleep(5);
    },
  };
};

export type OpenService = Awaited<ReturnType<typeof openService>>;

/** No worker beside it: the jobs that calls leave behind stay in the queue and disturb nobody. */
export const openApi = async (opened: (close: Closer) => void) => {
  const folder = await mkdtemp(join(tmpdir(), 'walkaround-bench-'));
  opened(() => rm(folder, { recursive: true, force: true }));
  const log = { info: () => {}, warn: console.error, error: console.error };
  const { url, stop } = await startEmbeddedPostgres({ dataDir: folder, log });
  opened(stop);
  return openService(opened, { ROLE: 'api', DATABASE_URL: url }, folder);
};

/** The floor stands on the same database and the same disk. */
export const openFloor = async ({ databaseUrl, dataDir }: OpenService, opened: (close: Closer) => void) => {
  const child = fork(new URL('./floor.ts', import.meta.url), [databaseUrl, join(dataDir, 'floor')], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  opened(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill();
    await once(child, 'exit');
  });
  const [url] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('The floor did not start.'))),
  ])) as [string];
  const connection = connect(url);
  opened(async () => connection.close());
  return { ...connection, url };
};
