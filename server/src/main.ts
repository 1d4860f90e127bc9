/** Starts one role of the service: reads the configuration, opens the database, connects the modules. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { outliveReaders, readArguments, WrongUsage } from '../../command-line/command.ts';
import { type Config, configHelp, readConfig } from './config/config.ts';
import { banner } from './process/banner.ts';
import { lockDataDir } from './process/data-dir-lock.ts';
import { endProcess } from './process/end-process.ts';
import { connectTo } from './process/reachable-database.ts';
import { VERSION } from './process/version.ts';
import { startWorkerProcess } from './process/worker-process.ts';
import { createPool } from './store/database.ts';
import { startEmbeddedPostgres } from './store/embedded/embedded-postgres.ts';
import { migrate } from './store/migrate.ts';
import { ABOVE_RULES, isAboveRules } from './store/reach.ts';

const HELP = `Starts the service: npm start, or npx walkaround serve. It takes no options; environment variables set it up, as in
PORT=9000 npm start. Folders in them are relative to the checkout.
`;

const OPTIONS = { help: { type: 'boolean', short: 'h' } } as const;

type Closer = () => Promise<void>;

/** The worker of a process that stops has this much longer than its tasks, for what it closes then. */
const WORKER_CLOSES_SECONDS = 15;
/** As long as the built-in Postgres may take to stop, and the adapters of the api. */
const DATABASE_CLOSES_SECONDS = 30;

/** How long this process may take to stop: its requests, its tasks, its database. */
const drainSecondsOf = ({ shutdownDelaySeconds, shutdownTimeoutSeconds }: Config) =>
  shutdownDelaySeconds + 2 * shutdownTimeoutSeconds + WORKER_CLOSES_SECONDS + DATABASE_CLOSES_SECONDS;

/** The built-in Postgres, in the data folder that this process has for itself. */
const openDataDir = async (config: Config, log: pino.Logger, closers: Closer[]) => {
  const { dataDir } = config;
  let abandon = () => {};
  const lock = await lockDataDir(dataDir, {
    drainSeconds: drainSecondsOf(config),
    say: (message) => log.warn(message),
    onLost: (message) => {
      log.fatal(message);
      abandon();
      endProcess(1);
    },
  });
  closers.push(lock.release);
  // Nobody else uses the folder, so what is there is what a killed run had not finished.
  const incoming = join(dataDir, 'incoming');
  for (const name of await readdir(incoming).catch(() => [])) await rm(join(incoming, name), { force: true });
  const starting = startEmbeddedPostgres({
    dataDir,
    log: {
      info: (message) => log.info(message),
      warn: (message) => log.warn(message),
      error: (message) => log.error(message),
    },
  });
  // Before it is up, for a stop in the meantime must not leave it behind.
  closers.push(async () => (await starting.catch(() => null))?.stop());
  const postgres = await starting;
  abandon = postgres.abandon;
  return { url: postgres.url, draining: lock.draining };
};

const openDatabase = async (config: Config, log: pino.Logger, closers: Closer[]) => {
  const { url, draining } =
    config.database.url === null
      ? await openDataDir(config, log, closers)
      : { url: config.database.url, draining: async () => {} };
  const pool = createPool(url, 1, () => {}, { everything: true });
  try {
    (await connectTo(pool, url)).release();
    const applied = await migrate(pool, new URL('../migrations/', import.meta.url));
    if (applied.length > 0) log.info({ applied }, 'The database schema is up to date.');
    if (await isAboveRules(pool)) log.warn(ABOVE_RULES);
  } finally {
    await pool.end();
  }
  return { databaseUrl: url, draining };
};

/** Its libraries are loaded only where somebody wants traces. */
const openTracing = async ({ tracing, role }: Config, log: pino.Logger, closers: Closer[]) => {
  if (tracing === null) return null;
  const { startTracing } = await import('./tracing/tracing.ts');
  const opened = startTracing({ ...tracing, role, version: VERSION }, (message) => log.warn(message));
  closers.push(opened.close);
  return opened;
};

/** Loading is most of the work of a start, so each role loads what it needs. */
const start = async (config: Config, log: pino.Logger, closers: Closer[]) => {
  const tracing = await openTracing(config, log, closers);
  const { databaseUrl, draining } = await openDatabase(config, log, closers);
  if (config.role === 'worker') {
    const { startWorker } = await import('./process/worker.ts');
    const worker = await startWorker(config, databaseUrl, log, tracing);
    closers.push(worker.close);
    process.stdout.write('  The worker is ready.\n');
    process.send?.('ready');
    return;
  }
  if (config.role === 'all') {
    const environment = { ...process.env, ROLE: 'worker', DATABASE_URL: databaseUrl };
    const stopSeconds = config.shutdownTimeoutSeconds + WORKER_CLOSES_SECONDS;
    const worker = startWorkerProcess(environment, log, stopSeconds * 1000);
    closers.push(worker.close);
  }
  const { startApi } = await import('./process/api.ts');
  const api = await startApi(config, databaseUrl, log, tracing);
  closers.push(api.close, draining);
  process.stdout.write(banner(config, api, process.stdout.isTTY));
};

/** Closes in the opposite order of opening; called again, it lets the first call go on. */
const closeAll = (closers: Closer[], log: pino.Logger) => {
  let closing: Promise<void> | undefined;
  const close = async () => {
    for (const closer of closers.toReversed())
      await closer().catch((error) => log.error({ err: error }, 'stopping'));
  };
  return () => {
    closing ??= close();
    return closing;
  };
};

const main = async () => {
  outliveReaders();
  if (readArguments({ options: OPTIONS }).values.help) {
    process.stdout.write(`${HELP}\n${configHelp()}\n`);
    return;
  }
  const config = readConfig(process.env);
  // A line per request would carry the addresses just printed out of sight.
  const level = config.logLevel ?? (process.stdout.isTTY ? 'warn' : 'info');
  // Libraries that tell what they are given, at the level trace, would tell tokens too.
  const redact = { paths: ['headers', '*.headers'], remove: true };
  const log = pino({ level, base: { role: config.role }, redact });
  const closers: Closer[] = [];
  const close = closeAll(closers, log);
  let stopping = false;
  const stop = async () => {
    stopping = true;
    await close();
    endProcess(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  // The process that started this one is gone: nobody is left to stop it later.
  process.on('disconnect', stop);
  if (process.connected === false) await stop();
  try {
    await start(config, log, closers);
  } catch (error) {
    await close();
    // What is stopped while it starts fails in the middle of something, and that is no news.
    if (!stopping) throw error;
  }
};

main().catch((error: Error) => {
  const cure = error instanceof WrongUsage ? ` Settings are environment variables: npm start -- --help` : '';
  process.stderr.write(`\n${error.message}${cure}\n\n`);
  endProcess(error instanceof WrongUsage ? 2 : 1);
});
