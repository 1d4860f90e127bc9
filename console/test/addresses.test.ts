import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { inBrowser, noBrowser, PUBLIC_NAME } from '@walkaround/harness/services/browser.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Desk, expectAccessible, openDesk } from './harness/console.ts';

const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((one) => one?.address === '::1');
/** Both families of addresses, as a server in a network has them. */
const EVERYWHERE = { HOST: hasIpv6 ? '::' : '0.0.0.0', MODELS_DIR: '/nowhere' };
const LOOPBACK = ['127.0.0.1', 'localhost', ...(hasIpv6 ? ['[::1]'] : [])];

const freePort = async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return String(port);
};

/** As somebody who has never been here: nothing is kept from an earlier try. */
const signInAt = async (desk: Desk, address: string) => {
  const context = await desk.browser.newContext({ locale: 'en-GB' });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  await page.goto(address);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill('demo@walkaround.local');
  await page.getByLabel('Password').fill(desk.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Account').waitFor();
  const url = page.url();
  await context.close();
  return url;
};

describe.skipIf(noBrowser)(inBrowser('the addresses of the console'), () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await openDesk(EVERYWHERE);
  });
  afterAll(() => desk?.close());

  test.for(LOOPBACK)('whoever opens it at %s signs in at the first try', async (name) => {
    const { port } = new URL(desk.url);
    const path = '/settings?section=webhooks';
    expect(await signInAt(desk, `http://${name}:${port}${path}`)).toBe(`http://localhost:${port}${path}`);
  });

  test('whoever opens it at an address that nobody told it is told what to do', async () => {
    const context = await desk.browser.newContext({ locale: 'en-GB' });
    const page = await context.newPage();
    const { port } = new URL(desk.url);
    await page.goto(`http://${PUBLIC_NAME}:${port}/`);
    await page
      .getByText(`People can sign in only at http://localhost:${port}.`)
      .and(page.getByText(`set PUBLIC_URL to http://${PUBLIC_NAME}:${port} and start the service again.`))
      .waitFor();
    await context.close();
  });

  test.for([
    ['en-GB', { width: 1280, height: 800 }, 'There is no such page', 'All inspections'],
    ['de-DE', { width: 390, height: 844 }, 'Diese Seite gibt es nicht', 'Alle Inspektionen'],
  ] as const)(
    'an address that no page has says so in %s, and leads back',
    async ([locale, viewport, said, back]) => {
      const context = await desk.browser.newContext({ locale, viewport });
      const page = await context.newPage();
      page.setDefaultTimeout(30_000);
      const answer = await page.goto(`${desk.url}/settings/colours`);
      expect(answer!.status()).toBe(404);
      await page.getByRole('heading', { name: said }).waitFor();
      await expectAccessible(page);
      await page.getByRole('link', { name: back }).click();
      await page.getByRole('button').first().waitFor();
      expect(new URL(page.url()).pathname).toBe('/');
      await context.close();
    },
  );

  test('programs are told of a wrong address in JSON, whatever they accept', async () => {
    for (const [path, accept] of [
      ['/inspections/x/y/z', 'text/html'],
      ['/v1/nothing', 'text/html'],
      ['/nothing', 'application/json'],
      ['/nothing', '*/*'],
    ]) {
      const answer = await fetch(desk.url + path, { headers: { accept: accept! } });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        404,
        expect.stringContaining('json'),
      ]);
    }
  });

  test('an identity provider that does not answer leaves no empty page', async () => {
    const context = await desk.browser.newContext({ locale: 'en-GB' });
    const page = await context.newPage();
    await page.route('**/openid-configuration', (route) => route.abort());
    await page.goto(desk.url);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await context.close();
  });
});

describe.skipIf(noBrowser)(inBrowser('the addresses of the console with a PUBLIC_URL'), () => {
  let desk: Desk;
  let port: string;
  beforeAll(async () => {
    port = await freePort();
    desk = await openDesk({ ...EVERYWHERE, PORT: port, PUBLIC_URL: `http://${PUBLIC_NAME}:${port}` });
  });
  afterAll(() => desk?.close());

  test('several people who open it at its address and elsewhere at once sign in at the first try', async () => {
    const names = [PUBLIC_NAME, ...LOOPBACK];
    const ends = await Promise.all(names.map((name) => signInAt(desk, `http://${name}:${port}/`)));
    expect(ends).toEqual(names.map(() => `http://${PUBLIC_NAME}:${port}/`));
  });
});
