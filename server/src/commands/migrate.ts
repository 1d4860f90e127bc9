/** `npx walkaround migrate`: brings the database up to date before the processes of a new version start. */
import { pino } from 'pino';
import { readArguments, runCommand, WrongUsage } from '../../../command-line/command.ts';
import { readConfig } from '../config/config.ts';
import { createQueue } from '../jobs/queue.ts';
import { connectTo } from '../process/reachable-database.ts';
import { createPool } from '../store/database.ts';
import { migrate } from '../store/migrate.ts';

const HELP = `Brings the schema of the database of DATABASE_URL up to date, and that of the queue in it. A start of the
service does the same; here it is a step of its own, for a deployment that waits for it. Processes of the version
before go on working meanwhile.

  npx walkaround migrate [--help]

Exit status: 0 the schema is up to date, 1 it is as it was, and a sentence says why, 2 wrong usage.
`;

await runCommand(async () => {
  const { help } = readArguments({ options: { help: { type: 'boolean', short: 'h' } } }).values;
  if (help) {
    process.stdout.write(HELP);
    return 0;
  }
  const { database, worker, callbacks } = readConfig(process.env);
  if (database.url === null)
    throw new WrongUsage('Set DATABASE_URL. The built-in database is brought up to date by "npm start".');
  const pool = createPool(database.url, 1, () => {}, { everything: true });
  try {
    (await connectTo(pool, database.url)).release();
    const applied = await migrate(pool, new URL('../../migrations/', import.meta.url));
    for (const name of applied) process.stdout.write(`${name}\n`);
  } finally {
    await pool.end();
  }
  const queue = await createQueue({
    connectionString: database.url,
    log: pino({ level: 'silent' }),
    works: false,
    taskTimeoutSeconds: worker.taskTimeoutSeconds,
    deliveryAttempts: callbacks.maxAttempts,
  });
  await queue.stop({ graceful: false, timeoutMs: 0 });
  process.stdout.write('The database is up to date.\n');
  return 0;
});
