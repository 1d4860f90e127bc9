import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { clientOf } from '../clients/client.ts';
import { databaseUrlOf } from './database.ts';
import { signToken, type TokenWishes } from './issuer.ts';
import { startService } from './service.ts';

/** A service with a configuration of its own, and clients for it; the issuer is the shared one. */
export const ownService = async (environment: Record<string, string>, dataDir?: string) => {
  const issuer = { OIDC_ISSUER: inject('issuerKey').issuer };
  const service = await startService(
    { ...issuer, LOG_LEVEL: 'warn', RATE_LIMIT_PER_MINUTE: '0', ...environment },
    dataDir,
  );
  return {
    ...service,
    client: async (wishes: TokenWishes = {}) =>
      clientOf(
        `${service.url}/v1`,
        await signToken(inject('issuerKey'), { ...wishes, user: wishes.user ?? `user-${randomUUID()}` }),
      ),
  };
};

/** One more process for HTTP beside the shared service, on its database and files, so that nothing else has to start. */
export const apiBeside = async (environment: Record<string, string>) => {
  const dataDir = inject('serviceDataDir');
  const DATABASE_URL = await databaseUrlOf({ dataDir });
  return ownService({ ROLE: 'api', DATABASE_URL, ...environment }, dataDir);
};

/** Every photo and every unfinished upload that a service has on its disk. */
export const photoFilesOf = async ({ dataDir }: { dataDir: string }): Promise<string[]> => {
  const found: string[] = [];
  // The store asks the clock of its disk by a file that is for a moment in one folder, then in the other.
  for (const folder of ['files', 'incoming'])
    for (const entry of await readdir(join(dataDir, folder), { recursive: true, withFileTypes: true }).catch(
      () => [],
    ))
      if (entry.isFile() && !entry.name.startsWith('clock-'))
        found.push(join(entry.parentPath, entry.name).slice(dataDir.length + 1));
  return found;
};
