import type { TestProject } from 'vitest/node';
import { noBrowser, startBrowser } from './browser.ts';
import { startService } from './service.ts';

/** One browser for all files of the lane, and one service where people sign in with its own identity provider. */
export default async function setup(project: TestProject) {
  if (noBrowser) return;
  const browser = await startBrowser();
  project.provide('browserUrl', browser.wsEndpoint());
  const desk = await startService({ LOG_LEVEL: 'warn', RATE_LIMIT_PER_MINUTE: '0' });
  project.provide('deskUrl', desk.url);
  project.provide('deskDataDir', desk.dataDir);
  return async () => {
    await browser.close();
    await desk.stop();
  };
}
