import { execFile } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { decodeProtectedHeader, type JSONWebKeySet } from 'jose';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openBrowser } from './test-browser.ts';
import { startTestProvider, type TestProvider } from './test-provider.ts';

const COMMAND = fileURLToPath(new URL('../../commands/rotate-keys.ts', import.meta.url));
const DAY_MS = 24 * 60 * 60_000;

let provider: TestProvider;
beforeEach(async () => {
  provider = await startTestProvider();
});
afterEach(() => provider.stop());

const rotate = (env: Record<string, string> = {}) =>
  promisify(execFile)(process.execPath, [COMMAND], {
    env: { DATA_DIR: dirname(dirname(provider.fileAt('keys.json'))), ...env },
  });

const newToken = async () => (await provider.tokensFor(openBrowser())).access_token;
const keyOf = (token: string) => decodeProtectedHeader(token).kid;
const published = async () => {
  const { keys } = (await (await fetch(`${provider.issuer}/jwks`)).json()) as JSONWebKeySet;
  return keys.map(({ kid }) => kid);
};
const readKeys = async () => JSON.parse(await readFile(provider.fileAt('keys.json'), 'utf8'));

test('a new key signs from the next start on, and what the old one has signed stays good', async () => {
  const first = await newToken();
  expect((await rotate()).stdout).toContain('Restart the service');
  expect((await stat(provider.fileAt('keys.json'))).mode & 0o777).toBe(0o600);
  // Until then nothing changes: neither for the service nor for `npx walkaround token`, which takes the first key.
  expect(keyOf(await newToken())).toBe(keyOf(first));
  expect((await readKeys()).keys[0].kid).toBe(keyOf(first));

  await provider.restart();
  const second = await newToken();
  expect(keyOf(second)).not.toBe(keyOf(first));
  expect(await published()).toEqual([keyOf(second), keyOf(first)]);
  for (const token of [first, second]) expect((await provider.verify(token)).user_id).toBe('demo');

  await provider.restart();
  expect(keyOf(await newToken())).toBe(keyOf(second));
});

test('two changes before a start are one', async () => {
  await rotate();
  const { next } = await readKeys();
  await rotate();
  expect((await readKeys()).next.kid).toBe(next.kid);
  await provider.restart();
  expect(await published()).toHaveLength(2);
});

test('an old key is dropped 30 days after the change, and its tokens are refused', async () => {
  const first = await newToken();
  await rotate();
  await provider.restart();
  const retiredFor = async (days: number) => {
    const content = await readKeys();
    content.keys[1].retired_at = new Date(Date.now() - days * DAY_MS).toISOString();
    await writeFile(provider.fileAt('keys.json'), JSON.stringify(content));
    await provider.restart();
  };
  await retiredFor(29.9);
  expect((await provider.verify(first)).user_id).toBe('demo');
  await retiredFor(30.1);
  await expect(provider.verify(first)).rejects.toMatchObject({ kind: 'unauthenticated' });
  expect((await readKeys()).keys).toHaveLength(1);
});

test('there is nothing to change where the keys are those of another provider, or none yet', async () => {
  await expect(rotate({ OIDC_ISSUER: 'https://login.example.com/' })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Change them there'),
  });
  await expect(rotate({ DATA_DIR: '/nowhere' })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The service makes them when it is first started'),
  });
});
