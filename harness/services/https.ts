import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { apiBeside } from './own-service.ts';

const OTHERS = getCACertificates('default');

/**
 * Makes `fetch` of this process trust the certificate that a service made for itself, and no longer that of another file
 * before: all have the same name, and among several of one name the right one is not always found.
 */
export const trust = async ({ dataDir }: { dataDir: string }): Promise<void> => {
  const certificate = await readFile(join(dataDir, 'tls/certificate.pem'), 'utf8');
  setDefaultCACertificates([...OTHERS, certificate]);
};

/** A service that speaks HTTPS only, as clients of generation 4 and 5 want it. */
export const httpsService = async (environment: Record<string, string> = {}) => {
  const service = await apiBeside({ TLS_SELF_SIGNED: 'true', ...environment });
  await trust(service);
  return service;
};
