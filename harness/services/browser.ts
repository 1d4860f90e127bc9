import { type Browser, chromium } from 'playwright-core';
import { inject } from 'vitest';
import { chromiumPath, wholeChromiumPath } from './chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    browserUrl: string;
    /** A service where people sign in with its own identity provider. It has no models. */
    desk: { url: string; dataDir: string };
    /** Another one with the models, for tests in which they matter. */
    deskWithModels: { url: string; dataDir: string };
  }
}

/** For `describe.skipIf`: the name of a skipped test tells the reason. */
export const noBrowser = chromiumPath === undefined;
export const inBrowser = (what: string) =>
  noBrowser
    ? `${what} (skipped: there is no Chromium on this machine; npm test -- --install installs it on Debian as root)`
    : what;

/** A name that this browser finds on this machine, as if the service had it in a network. */
export const PUBLIC_NAME = 'inspections.example';

/**
 * The whole Chromium starts three renderers for each context: one for the page, one in reserve, one for suggestions under an
 * address bar that nobody sees. Without the last two a context takes a third of the processor time. This list replaces
 * that of Playwright, so it also has what would change pages: HTTPS tried first, and a new page painted late.
 */
const DISABLED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'MediaRouter',
  'OptimizationHints',
];

const launchOptions = (more: string[], executablePath = chromiumPath!) => ({
  executablePath,
  // Root may not use the sandbox; the camera is a moving test picture of the browser itself.
  args: [
    '--no-sandbox',
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--disable-features=${DISABLED_FEATURES.join(',')}`,
    `--host-resolver-rules=MAP ${PUBLIC_NAME} 127.0.0.1`,
    ...more,
  ],
});

/** One browser that all files connect to. */
export const startBrowser = () => chromium.launchServer(launchOptions([]));

/** The shared one, whose pages are apart by their contexts; with settings of its own a browser is started for them. */
export const openBrowser = (more: string[] = []): Promise<Browser> =>
  more.length > 0 ? chromium.launch(launchOptions(more)) : chromium.connect(inject('browserUrl'));

/** The headless shell shows no PDF. */
export const noPdfInBrowser = wholeChromiumPath === undefined;
export const inWholeBrowser = (what: string) =>
  noPdfInBrowser
    ? `${what} (skipped: only the whole Chromium shows PDF; npm test -- --install installs it on Debian as root)`
    : what;
export const openWholeBrowser = (): Promise<Browser> =>
  chromiumPath === wholeChromiumPath ? openBrowser() : chromium.launch(launchOptions([], wholeChromiumPath));
