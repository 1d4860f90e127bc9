import type { TestProject } from 'vitest/node';
import { noBrowser, startBrowser } from './browser.ts';
import { databaseUrlOf } from './database.ts';
import { sharedServices } from './global-setup.ts';
import { startService } from './service.ts';

/** An api where people sign in with its own identity provider, beside a shared service whose worker does the work. */
const startDesk = async (dataDir: string, environment: Record<string, string> = {}) => {
  const DATABASE_URL = await databaseUrlOf({ dataDir });
  const shared = { ROLE: 'api', DATABASE_URL, LOG_LEVEL: 'warn', RATE_LIMIT_PER_MINUTE: '0' };
  return startService({ ...shared, ...environment }, dataDir);
};

/**
 * One browser for all files of the lane, and two desks: few files look at what models find, and these take a second
 * and more of processor time for each photo that comes in.
 */
export default async function setup(project: TestProject) {
  if (noBrowser) return;
  const { serviceDataDir, serviceWithModelsDataDir } = sharedServices();
  const [browser, desk, withModels] = await Promise.all([
    startBrowser(),
    startDesk(serviceDataDir),
    // Its webhooks reach the receivers of the tests.
    startDesk(serviceWithModelsDataDir, { ALLOW_PRIVATE_ADDRESSES: 'true' }),
  ]);
  project.provide('browserUrl', browser.wsEndpoint());
  project.provide('desk', { url: desk.url, dataDir: desk.dataDir });
  project.provide('deskWithModels', { url: withModels.url, dataDir: withModels.dataDir });
  return async () => {
    await browser.close();
    await desk.stop();
    await withModels.stop();
  };
}
