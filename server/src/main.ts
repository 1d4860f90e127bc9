/** Starts one role of the service: reads the configuration, opens the database, wires the rooms together. */
import { pino } from 'pino';
import { type Api, startApi } from './api.ts';
import { type Config, configHelp, readConfig } from './config.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { createPool } from './store/database.ts';
import { startEmbeddedPostgres } from './store/embedded-postgres.ts';
import { migrate } from './store/migrate.ts';
import { startWorker } from './worker.ts';
import { startWorkerProcess } from './worker-process.ts';

type Closer = () => Promise<void>;

const banner = (config: Config, api: Api) => {
  const lines = [
    '',
    `  Walkaround is ready at ${api.url}`,
    '',
    `    reference  ${api.url}/docs`,
    `    data       ${config.dataDir}`,
    api.identity
      ? '    token      npm run -s token        (in another terminal, with the same PORT and DATA_DIR)'
      : `    token      from your identity provider, ${config.oidc.issuer}`,
  ];
  if (api.identity?.demo)
    lines.push(`    login      ${api.identity.demo.email}, password in ${api.identity.demo.passwordFile}`);
  process.stdout.write(`${lines.join('\n')}\n\n`);
};

const openDatabase = async (config: Config, log: pino.Logger, closers: Closer[]): Promise<string> => {
  let { url } = config.database;
  if (url === null) {
    closers.push(await lockDataDir(config.dataDir));
    const postgres = await startEmbeddedPostgres({
      dataDir: config.dataDir,
      log: {
        info: (message) => log.info(message),
        warn: (message) => log.warn(message),
        error: (message) => log.error(message),
      },
    });
    closers.push(() => postgres.stop());
    url = postgres.url;
  }
  const pool = createPool(url, 1, () => {});
  const applied = await migrate(pool, new URL('../migrations/', import.meta.url)).finally(() => pool.end());
  if (applied.length > 0) log.info({ applied }, 'The database schema is up to date.');
  return url;
};

const start = async (config: Config, log: pino.Logger, closers: Closer[]) => {
  const databaseUrl = await openDatabase(config, log, closers);
  if (config.role === 'worker') {
    const worker = await startWorker(config, databaseUrl, log);
    closers.push(worker.close);
    process.stdout.write('  The worker is ready.\n');
    process.send?.('ready');
    return;
  }
  if (config.role === 'all') {
    const environment = { ...process.env, ROLE: 'worker', DATABASE_URL: databaseUrl };
    const worker = startWorkerProcess(environment, log, (config.shutdownTimeoutSeconds + 5) * 1000);
    closers.push(worker.close);
  }
  const api = await startApi(config, databaseUrl, log);
  closers.push(api.close);
  banner(config, api);
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
  if (process.argv.includes('--help') || process.argv.includes('-h')) {
    process.stdout.write(configHelp());
    return;
  }
  const config = readConfig(process.env);
  const log = pino({ level: config.logLevel, base: { role: config.role } });
  const closers: Closer[] = [];
  const close = closeAll(closers, log);
  const stop = async () => {
    await close();
    process.exit(0);
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
    throw error;
  }
};

main().catch((error: Error) => {
  process.stderr.write(`\n${error.message}\n\n`);
  process.exit(1);
});
