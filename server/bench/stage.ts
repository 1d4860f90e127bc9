/** What a figure is played on: an identity provider, the real service, the floor, and a look into the database. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { signToken, startIssuer, type TokenWishes } from '../test/harness/issuer.ts';
import { startService } from '../test/harness/service.ts';
import { workerOf } from '../test/harness/worker.ts';
import { connect } from './connection.ts';

export const OWNER = 'bench-owner';
export const ORGANIZATION = 'bench-organization';

const everything: TokenWishes = {
  user: OWNER,
  organization: ORGANIZATION,
  permissions: ['inspections:read_organization', 'inspections:read_all'],
  expiresIn: '6h',
};

type Closer = () => Promise<unknown>;

/** Closes what the work has opened, the last first, also when it fails. */
export const onStage = async <T>(work: (opened: (close: Closer) => void) => Promise<T>): Promise<T> => {
  const closers: Closer[] = [];
  try {
    return await work((close) => void closers.push(close));
  } finally {
    for (const close of closers.toReversed()) await close();
  }
};

/** The service with a database of its own, an authorized connection to it, and its database. */
export const openService = async (opened: (close: Closer) => void) => {
  const issuer = await startIssuer();
  opened(issuer.close);
  const service = await startService({
    OIDC_ISSUER: issuer.issuer,
    RATE_LIMIT_PER_MINUTE: '0',
    LOG_LEVEL: 'warn',
  });
  opened(service.stop);
  const { url: databaseUrl } = JSON.parse(await readFile(join(service.dataDir, 'postgres.json'), 'utf8'));
  const database = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  opened(() => database.end());
  const connection = connect(service.url);
  opened(async () => connection.close());
  const token = await signToken(issuer, everything);
  return {
    url: service.url,
    dataDir: service.dataDir,
    pid: service.process.pid!,
    workerPid: () => workerOf(service)!,
    databaseUrl: String(databaseUrl),
    database,
    connection,
    authorization: { authorization: `Bearer ${token}` },
    /** Once the workers have nothing left to do. */
    idle: async () => {
      const busy = `select 1 from pgboss.job where name <> 'clean-up' and state < 'completed' limit 1`;
      while ((await database.query(busy)).rowCount) await sleep(5);
    },
  };
};

export type OpenService = Awaited<ReturnType<typeof openService>>;

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
  return connection;
};
