import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ProvidedContext } from 'vitest';
import type { TestProject } from 'vitest/node';
import { TEMPLATE } from './data-folder.ts';
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

/**
 * Making a database and its schema is most of the work of a first start. It is done once: every other service begins
 * with a copy of what this one leaves behind. Answers what removes it.
 */
const makeTemplate = async (): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(join(tmpdir(), 'walkaround-template-'));
  const remove = async () => {
    delete process.env[TEMPLATE];
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const service = await startService({ LOG_LEVEL: 'warn', MODELS_DIR: '/nowhere' }, folder);
    await service.stop();
    process.env[TEMPLATE] = folder;
    return remove;
  } catch (error) {
    await remove();
    throw error;
  }
};

/** What the first lane has started, as JSON. */
const SHARED = 'TEST_SHARED_SERVICE';

type Shared = Pick<ProvidedContext, 'serviceUrl' | 'serviceDataDir' | 'issuerKey'>;

const startShared = async () => {
  await promisify(execFile)(process.execPath, [BUILD_CONSOLE]);
  const removeTemplate = await makeTemplate();
  const { issuer, privateJwk, close } = await startIssuer();
  const service = await startService({
    OIDC_ISSUER: issuer,
    LOG_LEVEL: 'warn',
    RATE_LIMIT_PER_MINUTE: '0',
  });
  const shared: Shared = {
    serviceUrl: service.url,
    serviceDataDir: service.dataDir,
    issuerKey: { issuer, privateJwk },
  };
  process.env[SHARED] = JSON.stringify(shared);
  return async () => {
    delete process.env[SHARED];
    await service.stop();
    await close();
    await removeTemplate();
  };
};

/**
 * One service for all tests that can share one; each test keeps to users and organizations of its own. The lanes are
 * set up one after the other: the first starts it, and stops it when all are done.
 */
export default async function setup(project: TestProject) {
  const stop = process.env[SHARED] ? undefined : await startShared();
  const { serviceUrl, serviceDataDir, issuerKey }: Shared = JSON.parse(process.env[SHARED]!);
  project.provide('serviceUrl', serviceUrl);
  project.provide('serviceDataDir', serviceDataDir);
  project.provide('issuerKey', issuerKey);
  return stop;
}
