import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Service, startService } from '@walkaround/harness/services/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, openBrowser, target } from '../../src/identity/provider/test-browser.ts';

const DEMO = 'demo@walkaround.local';

let service: Service;
let password: string;
beforeAll(async () => {
  // The tests come from everywhere, by what a proxy would say of them.
  service = await startService({
    LOG_LEVEL: 'warn',
    TRUSTED_PROXIES: '127.0.0.1,::1',
    MODELS_DIR: '/nowhere',
  });
  password = (await readFile(join(service.dataDir, 'identity/demo-password.txt'), 'utf8')).trim();
});
afterAll(() => service.stop());

const openLogin = async (browser: Browser) => {
  const challenge = createHash('sha256').update(randomBytes(32)).digest('base64url');
  const query = new URLSearchParams({
    client_id: 'walkaround-console',
    response_type: 'code',
    scope: 'openid',
    redirect_uri: `${service.url}/callback`,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    // Who is signed in is asked again.
    prompt: 'login',
  });
  const address = `${service.url}/identity/authorize?${query}`;
  return target(await browser.get(address), address);
};

/** One page and its cookie are enough for any number of attempts. */
const guesser = async () => {
  const browser = openBrowser();
  const page = await openLogin(browser);
  return async (address: string, email = DEMO) => {
    const form = { email, password: randomBytes(9).toString('base64') };
    const response = await browser.post(page, form, { 'x-forwarded-for': address });
    await response.text();
    return response.status;
  };
};

const countsOf = (statuses: number[]) =>
  Object.fromEntries([...new Set(statuses)].map((one) => [one, statuses.filter((s) => s === one).length]));

test('guesses from changing addresses within one network of IPv6 are those of one guesser', async () => {
  const guess = await guesser();
  const statuses: number[] = [];
  for (let i = 0; i < 25; i++) statuses.push(await guess(`2001:db8:1:1::${i + 1}`, 'ada@example.com'));
  expect(countsOf(statuses)).toEqual({ 422: 10, 429: 15 });
});

test('while many networks guess at once the service stays ready, and whoever signed in before still can', async () => {
  const person = openBrowser();
  const first = await openLogin(person);
  const home = { 'x-forwarded-for': '192.0.2.1' };
  expect((await person.post(first, { email: DEMO, password }, home)).status).toBe(303);
  const second = await openLogin(person);

  const guess = await guesser();
  const flood = Promise.all(
    Array.from({ length: 200 }, (_, i) =>
      guess(`2001:db8:2:${(i % 100).toString(16)}::1`, `${i}@example.com`),
    ),
  );
  const healthy: number[] = [];
  let over = false;
  const watching = (async () => {
    while (!over) healthy.push((await fetch(`${service.url}/health`)).status);
  })();
  const started = performance.now();
  expect((await person.post(second, { email: DEMO, password }, home)).status).toBe(303);
  const signedInMs = performance.now() - started;
  const statuses = await flood;
  over = true;
  await watching;

  expect(healthy.length).toBeGreaterThan(0);
  expect(countsOf(healthy)).toEqual({ 200: healthy.length });
  expect(countsOf(statuses)[503], 'some are sent away at once').toBeGreaterThan(0);
  expect(signedInMs).toBeLessThan(10_000);
});

test('wrong passwords for one account are counted over all networks, but do not block a browser in which the person signed in before', async () => {
  const person = openBrowser();
  const first = await openLogin(person);
  expect(
    (await person.post(first, { email: DEMO, password }, { 'x-forwarded-for': '192.0.2.9' })).status,
  ).toBe(303);
  const second = await openLogin(person);

  const guess = await guesser();
  const statuses: number[] = [];
  const began = performance.now();
  // On a busy machine the guesses take more than the minute that is counted.
  while (statuses.at(-1) !== 429 && statuses.length < 100)
    statuses.push(await guess(`2001:db8:3:${statuses.length.toString(16)}::1`));
  const minutes = Math.ceil((performance.now() - began) / 60_000);
  expect(statuses.at(-1)).toBe(429);
  expect(countsOf(statuses)[422]).toBeLessThanOrEqual(30 * minutes);

  const stranger = openBrowser();
  const page = await openLogin(stranger);
  const elsewhere = { 'x-forwarded-for': '198.51.100.7' };
  const refused = await stranger.post(page, { email: DEMO, password }, elsewhere);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  expect((await person.post(second, { email: DEMO, password }, elsewhere)).status).toBe(303);
});
