import type { capture, Told } from '@walkaround/harness/clients/generations/capture-in-page.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { inBrowser, noBrowser, openBrowser } from '@walkaround/harness/services/browser.ts';
import { newerService } from '@walkaround/harness/services/newer-service.ts';
import { startPageServer } from '@walkaround/harness/services/page-server.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const captureIn = (page: Page, told: Told): ReturnType<typeof capture> =>
  page.evaluate(
    `import('/capture-in-page.ts').then(({ capture }) => capture(${JSON.stringify(told)}))`,
  ) as ReturnType<typeof capture>;

/** How large a picture is shown by a page that has nothing but its address. */
const shownSize = async (page: Page, address: string) => {
  await page.setContent(`<img src="${address.replaceAll('&', '&amp;')}">`, { waitUntil: 'load' });
  const box = await page.locator('img').boundingBox();
  return [box!.width, box!.height];
};

describe.skipIf(noBrowser)(inBrowser('a capture app of generation 5 in a browser'), () => {
  let service: Awaited<ReturnType<typeof newerService>>;
  let site: Awaited<ReturnType<typeof startPageServer>>;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    [service, site, browser] = await Promise.all([newerService(), startPageServer(), openBrowser()]);
    // The certificate is the service's own; a person would accept it once.
    page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
    await page.goto(site.url);
  });
  afterAll(async () => {
    await browser.close();
    await service.stop();
    await site.close();
  });

  test('asks before every call from another origin, is let in, and shows photos and thumbnails', async () => {
    const devtools = await page.context().newCDPSession(page);
    const methods = new Set<string>();
    const headers = new Set<string>();
    devtools.on('Network.requestWillBeSent', ({ request }) => {
      if (request.method !== 'OPTIONS') return;
      methods.add(request.headers['Access-Control-Request-Method']!);
      for (const name of request.headers['Access-Control-Request-Headers']!.split(',')) headers.add(name);
    });
    await devtools.send('Network.enable');
    const { fetch: _, ...config } = await service.configFor();
    const jpeg = (await photo(640, 480)).toString('base64');
    const seen = await captureIn(page, { ...config, photo: jpeg });
    expect(seen).toMatchObject({
      images: [seen.image.id],
      deleted: true,
      readable: true,
      total: 1,
      refused: 'UnavailablePdf',
    });
    expect([...methods].sort()).toEqual(['DELETE', 'GET', 'PATCH', 'POST']);
    expect([...headers].sort()).toEqual([
      'access-control-allow-origin',
      'authorization',
      'content-type',
      'x-monk-sdk-version',
    ]);
    expect(await shownSize(page, seen.image.path)).toEqual([640, 480]);
    expect(await shownSize(page, seen.thumbnail)).toEqual([160, 120]);
  });
});
