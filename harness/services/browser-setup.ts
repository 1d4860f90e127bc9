import type { TestProject } from 'vitest/node';
import { noBrowser, startBrowser } from './browser.ts';
import { startService } from './service.ts';

/**
 * One browser for all files of the lane, and two services where people sign in with its own identity provider: few files
 * look at what models find, and these take a second and more of processor time for each photo that comes in.
 */
export default async function setup(project: TestProject) {
  if (noBrowser) return;
  const browser = await startBrowser();
  project.provide('browserUrl', browser.wsEndpoint());
  const environment = { LOG_LEVEL: 'warn', RATE_LIMIT_PER_MINUTE: '0' };
  const [desk, withModels] = await Promise.all([
    startService({ ...environment, MODELS_DIR: '/nowhere' }),
    // Its webhooks reach the receivers of the tests.
    startService({ ...environment, ALLOW_PRIVATE_ADDRESSES: 'true' }),
  ]);
  project.provide('desk', { url: desk.url, dataDir: desk.dataDir });
  project.provide('deskWithModels', { url: withModels.url, dataDir: withModels.dataDir });
  return async () => {
    await browser.close();
    await desk.stop();
    await withModels.stop();
  };
}
