import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { type IssuerKey, startIssuer } from './issuer.ts';
import { startService } from './service.ts';

declare module 'vitest' {
  interface ProvidedContext {
    serviceUrl: string;
    serviceDataDir: string;
    issuerKey: IssuerKey;
  }
}

const BUILD_CONSOLE = fileURLToPath(new URL('../../scripts/build-console.js', import.meta.url));

/** One service for all tests that can share one; each test keeps to users and organizations of its own. */
export default async function setup(project: TestProject) {
  await promisify(execFile)(process.execPath, [BUILD_CONSOLE]);
  const issuer = await startIssuer();
  const service = await startService({
    OIDC_ISSUER: issuer.issuer,
    LOG_LEVEL: 'warn',
    RATE_LIMIT_PER_MINUTE: '0',
  });
  project.provide('serviceUrl', service.url);
  project.provide('serviceDataDir', service.dataDir);
  project.provide('issuerKey', { issuer: issuer.issuer, privateJwk: issuer.privateJwk });
  return async () => {
    await service.stop();
    await issuer.close();
  };
}
