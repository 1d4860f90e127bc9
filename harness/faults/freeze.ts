import { postgresOf } from './postgres-processes.ts';
import { signal } from './signal.ts';

/** Stops the built-in Postgres of a service in the middle of everything, as a hanging disk would. Returns the cure. */
export const freezePostgres = async (service: { dataDir: string }): Promise<() => void> => {
  const { postmaster } = await postgresOf(service);
  // First the one that could start more.
  process.kill(postmaster, 'SIGSTOP');
  const { backends } = await postgresOf(service);
  for (const pid of backends) signal(pid, 'SIGSTOP');
  return () => {
    for (const pid of [...backends, postmaster]) signal(pid, 'SIGCONT');
  };
};
