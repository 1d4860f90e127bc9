import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    browserUrl: string;
    /** A service where people sign in with its own identity provider. */
    deskUrl: string;
    deskDataDir: string;
  }
}

/** The system's Chromium; `npm test -- --install` installs it where it may. */
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const chromiumPath: string | undefined = PLACES.find((place) => existsSync(place));

/** For `describe.skipIf`: the name of a skipped test tells the reason. */
export const noBrowser = chromiumPath === undefined;
export const inBrowser = (what: string) =>
  noBrowser
    ? `${what} (skipped: there is no Chromium on this machine; npm test -- --install installs it on Debian as root)`
    : what;

const launchOptions = (more: string[]) => ({
  executablePath: chromiumPath!,
  // Root may not use the sandbox; the camera is a moving test picture of the browser itself.
  args: ['--no-sandbox', '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream', ...more],
});

/** One browser that all files connect to. */
export const startBrowser = () => chromium.launchServer(launchOptions([]));

/** The shared one, whose pages are apart by their contexts; with settings of its own a browser is started for them. */
export const openBrowser = (more: string[] = []): Promise<Browser> =>
  more.length > 0 ? chromium.launch(launchOptions(more)) : chromium.connect(inject('browserUrl'));
