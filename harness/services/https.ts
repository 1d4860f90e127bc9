import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { inject } from 'vitest';
import { databaseUrlOf } from './database.ts';
import { ownService } from './own-service.ts';

/** Makes `fetch` of this test file trust the certificate that a service made for itself. */
export const trust = async ({ dataDir }: { dataDir: string }): Promise<void> => {
  const certificate = await readFile(join(dataDir, 'tls/certificate.pem'), 'utf8');
  setDefaultCACertificates([...getCACertificates('default'), certificate]);
};

/**
 * A service that speaks HTTPS only, as clients of generation 4 and 5 want it: one more process for HTTP beside the
 * shared service, on its database and files, so that nothing else has to start.
 */
export const httpsService = async (environment: Record<string, string> = {}) => {
  const dataDir = inject('serviceDataDir');
  const DATABASE_URL = await databaseUrlOf({ dataDir });
  const api = { ROLE: 'api', DATABASE_URL, TLS_SELF_SIGNED: 'true' };
  const service = await ownService({ ...api, ...environment }, dataDir);
  await trust(service);
  return service;
};
