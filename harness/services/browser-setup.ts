import type { TestProject } from 'vitest/node';
import { noBrowser, startBrowser } from './browser.ts';

/** One browser for all files of the lane. */
export default async function setup(project: TestProject) {
  if (noBrowser) return;
  const browser = await startBrowser();
  project.provide('browserUrl', browser.wsEndpoint());
  return () => browser.close();
}
