import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** The system's Chromium; the test command installs it where it may. */
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const chromiumPath: string | undefined = PLACES.find((place) => existsSync(place));

/** For `describe.skipIf`: the name of a skipped test tells the reason. */
export const noBrowser = chromiumPath === undefined;
export const inBrowser = (what: string) =>
  noBrowser ? `${what} (skipped: there is no Chromium on this machine)` : what;

export const openBrowser = (more: string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumPath!,
    // Root may not use the sandbox; the camera is a moving test picture of the browser itself.
    args: ['--no-sandbox', '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream', ...more],
  });
