import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort, isFree } from './loopback-port.ts';
import { postgresBinaries, postgresEnvironment } from './postgres-binaries.ts';
import {
  accountFor,
  type Cluster,
  connectionUrl,
  createCluster,
  dataArgument,
  overwrite,
  setPassword,
} from './postgres-cluster.ts';
import { clearEarlierRun, endPostmaster, holdCluster, readPidFile } from './postmaster.ts';

type Log = { info(message: string): void; warn(message: string): void; error(message: string): void };
type Server = { child: ChildProcess; ended: Promise<string>; isThere(): boolean };

const RETRY_FOR_MS = 30_000;
const LONGEST_PAUSE_MS = 10_000;
const LOG_FILE_BYTES = 5 * 1024 * 1024;

/**
 * A real Postgres under the data folder, for runs without DATABASE_URL. It listens on a loopback port of
 * its own, with a password that only the owner of the data folder can read. The caller holds the lock of
 * the data folder, so whatever still works on it is a leftover.
 */
export async function startEmbeddedPostgres({
  dataDir,
  log,
  waitForFolderMs = RETRY_FOR_MS,
}: {
  dataDir: string;
  log: Log;
  waitForFolderMs?: number;
}): Promise<{ url: string; stop(): Promise<void>; abandon(): void }> {
  const folder = join(dataDir, 'postgres');
  const logFile = join(dataDir, 'postgres.log');
  const connectionFile = join(dataDir, 'postgres.json');
  const stopped = new AbortController();
  let server: Server | undefined;

  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const account = await accountFor(folder);
  const cluster: Cluster = { folder, account, binaries: await postgresBinaries(dataDir, account) };
  const held = await holdCluster(folder, waitForFolderMs, log);
  try {
    const { port, url } = await prepare();
    await launchUntilReady(port, RETRY_FOR_MS);
    await tryLogin(url);
    const supervision = supervise(port);
    return { url, stop: () => stop(supervision), abandon };
  } catch (error) {
    await held.close();
    throw error;
  }

  async function prepare(): Promise<{ port: number; url: string }> {
    const known = await readFile(connectionFile, 'utf8').then(
      (text) => new URL(JSON.parse(text).url),
      () => null,
    );
    const password = known?.password ?? randomBytes(24).toString('hex');
    const exists = await stat(join(folder, 'PG_VERSION')).catch(() => null);
    if (exists) await clearEarlierRun(folder, log);
    const port = known && (await isFree(Number(known.port))) ? Number(known.port) : await freePort();
    const url = connectionUrl(port, password);
    if (exists && !known) await setPassword(cluster, password);
    await overwrite(`${connectionFile}.new`, `${JSON.stringify({ url })}\n`);
    await rename(`${connectionFile}.new`, connectionFile);
    if (!exists) {
      log.info(`Making the database in ${folder}.`);
      await createCluster(cluster, password);
    }
    return { port, url };
  }

  async function launchUntilReady(port: number, retryForMs: number): Promise<void> {
    const giveUpAt = performance.now() + retryForMs;
    for (let pause = 300; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      server = await launch(cluster, port, logFile, held.fd);
      if (await becomesReady(server, folder)) return;
      // Typically the children of a killed Postgres have not all gone yet.
      const problem = `The built-in Postgres did not start (${await server.ended}); ${logFile} ends with:\n${await endOf(logFile)}`;
      if (stopped.signal.aborted || performance.now() + pause > giveUpAt) throw new Error(problem);
      log.warn(`${problem}\nTrying again.`);
      await sleep(pause, null, { signal: stopped.signal }).catch(() => {});
      await clearEarlierRun(folder, log);
    }
  }

  async function tryLogin(url: string): Promise<void> {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
    } catch (cause) {
      await end();
      throw new Error(
        `The built-in Postgres refuses the login in ${connectionFile}. Delete that file and start again: a new one is made.`,
        { cause },
      );
    } finally {
      await client.end();
    }
  }

  async function supervise(port: number): Promise<void> {
    for (let pause = 100; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      const since = performance.now();
      const how = await server!.ended;
      if (stopped.signal.aborted) return;
      log.error(`The database ended unexpectedly (${how}); starting it again.`);
      if (performance.now() - since > RETRY_FOR_MS) pause = 100;
      await sleep(pause, null, { signal: stopped.signal }).catch(() => {});
      if (stopped.signal.aborted) return;
      // Without a time limit it only gives up when it is told to stop.
      await launchUntilReady(port, Number.POSITIVE_INFINITY).catch(() => {});
      if (stopped.signal.aborted) return;
      log.info('The database runs again.');
    }
  }

  async function end(): Promise<void> {
    if (server?.isThere()) await endPostmaster(server.child.pid!, server.isThere);
  }

  async function stop(supervision: Promise<void>): Promise<void> {
    stopped.abort();
    await end();
    await supervision;
    // One that was being started again in this very moment.
    await end();
    await held.close();
  }

  /** At once and without another word to its files; what was committed is kept. */
  function abandon(): void {
    stopped.abort();
    server?.child.kill('SIGQUIT');
  }
}

async function launch(cluster: Cluster, port: number, logFile: string, heldFd: number): Promise<Server> {
  const size = await stat(logFile).then(
    (s) => s.size,
    () => 0,
  );
  if (size > LOG_FILE_BYTES) await rename(logFile, `${logFile}.1`);
  const settings = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '100',
    shared_buffers: '128MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    cluster_name: 'walkaround',
    jit: 'off',
    // The service reports its own failed statements; here they would only repeat personal data.
    log_min_messages: 'log',
    log_checkpoints: 'off',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const output = await open(logFile, 'a', 0o600);
  try {
    const child = spawn(join(cluster.binaries, 'postgres'), ['-D', dataArgument(cluster), ...options], {
      ...cluster.account,
      cwd: cluster.folder,
      env: postgresEnvironment,
      stdio: ['ignore', output.fd, output.fd, heldFd],
      // Ctrl-C in the terminal must not reach it before the service has drained.
      detached: true,
    });
    let there = true;
    const ended = new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(error.message));
      child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
    }).finally(() => {
      there = false;
    });
    return { child, ended, isThere: () => there };
  } finally {
    await output.close();
  }
}

async function becomesReady(server: Server, folder: string): Promise<boolean> {
  while (server.isThere()) {
    const state = await readPidFile(folder);
    if (state?.pid === server.child.pid && state?.ready) return true;
    await sleep(15);
  }
  return false;
}

async function endOf(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.trim().split('\n').slice(-5).join('\n');
}
