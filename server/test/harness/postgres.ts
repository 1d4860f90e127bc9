import pg from 'pg';
import { databaseUrlOf } from './database.ts';
import { ownService } from './own-service.ts';
import { workerOf } from './worker.ts';

/**
 * A Postgres with nothing in it, for processes that share one: the built-in one of a service that is held, whose
 * worker is gone and whose tables are dropped.
 */
export const startPostgres = async () => {
  const service = await ownService({ LOG_LEVEL: 'silent' });
  service.process.kill('SIGSTOP');
  process.kill(workerOf(service)!, 'SIGKILL');
  const url = await databaseUrlOf(service);
  const pool = new pg.Pool({
    connectionString: url,
    max: 2,
    options: '-c walkaround.reach=everything',
  });
  await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where usename = current_user and pid <> pg_backend_pid()`);
  await pool.query('drop schema public cascade; drop schema pgboss cascade; create schema public');
  return {
    url,
    pool,
    stop: async () => {
      await pool.end();
      service.process.kill('SIGCONT');
      await service.stop();
    },
  };
};
