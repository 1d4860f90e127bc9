import type { TestProject } from 'vitest/node';
import { type IssuerKey, startIssuer } from './issuer.ts';
import { startService } from './service.ts';

declare module 'vitest' {
  interface ProvidedContext {
    serviceUrl: string;
    issuerKey: IssuerKey;
  }
}

/** One service for all tests that can share one; each test keeps to users and organizations of its own. */
export default async function setup(project: TestProject) {
  const issuer = await startIssuer();
  const service = await startService({
    OIDC_ISSUER: issuer.issuer,
    LOG_LEVEL: 'warn',
    RATE_LIMIT_PER_MINUTE: '0',
  });
  project.provide('serviceUrl', service.url);
  project.provide('issuerKey', { issuer: issuer.issuer, privateJwk: issuer.privateJwk });
  return async () => {
    await service.stop();
    await issuer.close();
  };
}
