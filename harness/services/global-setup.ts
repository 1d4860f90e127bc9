import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ProvidedContext } from 'vitest';
import type { TestProject } from 'vitest/node';
import { REMEMBERED } from '../models/folder.ts';
import { TEMPLATE } from './data-folder.ts';
import { type IssuerKey, startIssuer } from './issuer.ts';
import { startService } from './service.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** It has no models, for these analyze every photo that comes in: most of the work of most tests. */
    serviceUrl: string;
    serviceDataDir: string;
    /** Another one with the models, for tests in which they matter. */
    serviceWithModelsUrl: string;
    serviceWithModelsDataDir: string;
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
    // Nobody cuts the power of a test: what is written outlives a killed process all the same.
    await appendFile(join(folder, 'postgres/postgresql.conf'), 'fsync = off\nfull_page_writes = off\n');
    process.env[TEMPLATE] = folder;
    return remove;
  } catch (error) {
    await remove();
    throw error;
  }
};

/** What the first lane has started, as JSON. */
const SHARED = 'TEST_SHARED_SERVICE';

type Shared = Pick<
  ProvidedContext,
  'serviceUrl' | 'serviceDataDir' | 'serviceWithModelsUrl' | 'serviceWithModelsDataDir' | 'issuerKey'
>;

const startShared = async () => {
  const building = promisify(execFile)(process.execPath, [BUILD_CONSOLE]);
  const answers = await mkdtemp(join(tmpdir(), 'walkaround-answers-'));
  process.env[REMEMBERED] = answers;
  const [removeTemplate] = await Promise.all([makeTemplate(), building]);
  const { issuer, privateJwk, close } = await startIssuer();
  const environment = { OIDC_ISSUER: issuer, LOG_LEVEL: 'warn', RATE_LIMIT_PER_MINUTE: '0' };
  const [service, withModels] = await Promise.all([
    startService({ ...environment, MODELS_DIR: '/nowhere' }),
    // It analyzes two photos at the same time for the files that wait for them; its webhooks reach their receivers.
    startService({ ...environment, MODEL_THREADS: '2', ALLOW_PRIVATE_ADDRESSES: 'true' }),
  ]);
  const shared: Shared = {
    serviceUrl: service.url,
    serviceDataDir: service.dataDir,
    serviceWithModelsUrl: withModels.url,
    serviceWithModelsDataDir: withModels.dataDir,
    issuerKey: { issuer, privateJwk },
  };
  process.env[SHARED] = JSON.stringify(shared);
  return async () => {
    delete process.env[SHARED];
    await service.stop();
    await withModels.stop();
    await close();
    await removeTemplate();
    await rm(answers, { recursive: true, force: true });
  };
};

export const sharedServices = (): Shared => JSON.parse(process.env[SHARED]!);

/**
 * Services for all tests that can share one; each test keeps to users and organizations of its own. The lanes are
 * set up one after the other: the first starts them, and stops them when all are done.
 */
export default async function setup(project: TestProject) {
  const stop = process.env[SHARED] ? undefined : await startShared();
  const shared = sharedServices();
  project.provide('serviceUrl', shared.serviceUrl);
  project.provide('serviceDataDir', shared.serviceDataDir);
  project.provide('serviceWithModelsUrl', shared.serviceWithModelsUrl);
  project.provide('serviceWithModelsDataDir', shared.serviceWithModelsDataDir);
  project.provide('issuerKey', shared.issuerKey);
  return stop;
}
