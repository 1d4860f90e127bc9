import type pg from 'pg';
import { inject } from 'vitest';
import { databaseOf, databaseUrlOf } from './database.ts';
import { ownService } from './own-service.ts';
import { workerOf } from './worker.ts';

/**
 * A Postgres with nothing in it, for processes that share one: the built-in one of a service that is held, whose
 * worker is gone and whose tables are dropped. `environment`: what every such process is told.
 */
export const startPostgres = async () => {
  const service = await ownService({ LOG_LEVEL: 'silent', MODELS_DIR: '/nowhere' });
  let pool: pg.Pool | undefined;
  const stop = async () => {
    await pool?.end();
    service.process.kill('SIGCONT');
    await service.stop();
  };
  try {
    const url = await databaseUrlOf(service);
    service.process.kill('SIGSTOP');
    process.kill(workerOf(service)!, 'SIGKILL');
    pool = await databaseOf(service);
    await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where usename = current_user and pid <> pg_backend_pid()`);
    await pool.query('drop schema public cascade; drop schema pgboss cascade; create schema public');
    const environment = (ROLE: string) => ({
      ROLE,
      DATABASE_URL: url,
      DATABASE_POOL_SIZE: '3',
      OIDC_ISSUER: inject('issuerKey').issuer,
      RATE_LIMIT_PER_MINUTE: '0',
    });
    return { url, pool, environment, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
