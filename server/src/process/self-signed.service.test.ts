import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { certificatePath, keepSelfSigned, ownNames } from './self-signed.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'self-signed-'));
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(dataDir, { recursive: true });
});

test('it is good for this machine, by every name, and for the public address', async () => {
  const names = ownNames('https://inspect.example:8443/there');
  const { cert } = await keepSelfSigned(dataDir, names);
  const certificate = new X509Certificate(cert);
  for (const name of ['localhost', hostname().toLowerCase(), 'inspect.example'])
    expect(certificate.checkHost(name), name).toBe(name);
  for (const ip of ['127.0.0.1', '::1']) expect(certificate.checkIP(ip), ip).toBeDefined();
  expect(certificate.checkHost('elsewhere.example')).toBeUndefined();
  expect(ownNames('https://[2001:db8::1]/')).toContain('2001:db8::1');
});

test('processes that start together use one pair, and the next start uses it too', async () => {
  const pairs = await Promise.all(Array.from({ length: 4 }, () => keepSelfSigned(dataDir, ['localhost'])));
  for (const pair of pairs) expect(pair).toEqual(pairs[0]);
  expect(await keepSelfSigned(dataDir, ['localhost'])).toEqual(pairs[0]);
});

test('the key is for the owner of the data folder only; the certificate alone lies beside it', async () => {
  const { cert, key } = await keepSelfSigned(dataDir, ['localhost']);
  const pairFile = join(dataDir, 'tls/self-signed.pem');
  expect((await stat(pairFile)).mode & 0o777).toBe(0o600);
  expect(await readFile(pairFile, 'utf8')).toBe(key + cert);
  expect(await readFile(certificatePath(dataDir), 'utf8')).toBe(cert);
  expect(cert).not.toContain('PRIVATE');
});

test('it is made anew when it runs out within a month, lacks a name, or is damaged', async () => {
  const first = await keepSelfSigned(dataDir, ['localhost']);
  const named = await keepSelfSigned(dataDir, ['localhost', 'inspect.example']);
  expect(named.cert).not.toBe(first.cert);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 334 * 24 * 3600_000 });
  expect(await keepSelfSigned(dataDir, ['localhost'])).toEqual(named);
  vi.setSystemTime(Date.now() + 2 * 24 * 3600_000);
  const renewed = await keepSelfSigned(dataDir, ['localhost']);
  expect(renewed.cert).not.toBe(named.cert);
  expect(new X509Certificate(renewed.cert).validToDate.getTime()).toBeGreaterThan(
    Date.now() + 364 * 86_400_000,
  );
  await writeFile(join(dataDir, 'tls/self-signed.pem'), 'oh');
  const repaired = await keepSelfSigned(dataDir, ['localhost']);
  expect(new X509Certificate(repaired.cert).checkHost('localhost')).toBe('localhost');
});
