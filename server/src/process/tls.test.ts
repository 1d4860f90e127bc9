import { chmod, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { keepSelfSigned } from './self-signed.ts';
import { followKeyPair, type KeyPair, readKeyPair } from './tls.ts';

let folder: string;
let ours: KeyPair;
let another: KeyPair;
let files: { cert: string; key: string };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tls-'));
  ours = await keepSelfSigned(join(folder, 'ours'), ['localhost']);
  another = await keepSelfSigned(join(folder, 'another'), ['localhost', 'other.example']);
  files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
});
afterAll(() => rm(folder, { recursive: true }));

/** At one blow, as tools that renew certificates do. */
const put = async (path: string, content: string) => {
  await writeFile(`${path}.new`, content);
  await rename(`${path}.new`, path);
};
const write = async ({ cert, key }: KeyPair) => {
  await put(files.cert, cert);
  await put(files.key, key);
};

test('a pair that belongs together is read as it stands in its files', async () => {
  await write(ours);
  expect(await readKeyPair(files)).toEqual(ours);
});

test('a file that is missing, not PEM, or of another pair is named, with the cure', async () => {
  await write(ours);
  await expect(readKeyPair({ ...files, cert: join(folder, 'no.pem') })).rejects.toThrow(
    `TLS_CERT: there is no file ${folder}/no.pem. Name one that exists.`,
  );
  await expect(readKeyPair({ cert: files.key, key: files.key })).rejects.toThrow(/key\.pem holds no certif/);
  await expect(readKeyPair({ cert: files.cert, key: files.cert })).rejects.toThrow(
    /^TLS_KEY: .*cert\.pem holds no private key without a passphrase\./,
  );
  await expect(readKeyPair({ ...files, cert: folder })).rejects.toThrow(/^TLS_CERT: .* cannot be read/);
  await write({ cert: another.cert, key: ours.key });
  await expect(readKeyPair(files)).rejects.toThrow(
    /key\.pem is not the key of the certificate .*cert\.pem\./,
  );
});

test.skipIf(process.getuid?.() === 0)('a key that the service may not read is named', async () => {
  await write(ours);
  await chmod(files.key, 0);
  await expect(readKeyPair(files)).rejects.toThrow(/^TLS_KEY: .*may not be read/);
  await chmod(files.key, 0o600);
});

/** The names of the certificate that a visitor is shown. */
const shownBy = (server: Server) =>
  new Promise<string | undefined>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const asked = request({ port, host: 'localhost', rejectUnauthorized: false, agent: false });
    // At the handshake: when the answer is read, the connection may be closed and its certificate gone.
    asked.once('socket', (socket) =>
      socket.once('secureConnect', () => resolve((socket as TLSSocket).getPeerCertificate().subjectaltname)),
    );
    asked.once('response', (answer) => answer.resume());
    asked.once('error', reject).end();
  });

test('a replaced pair serves the next visitor; half of one changes nothing and is told once', async () => {
  await write(ours);
  const server = createServer(ours, (_request, answer) => void answer.end('here'));
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const warnings: string[] = [];
  const load = vi.fn(() => readKeyPair(files));
  const following = followKeyPair(server, { first: ours, load, warn: (line) => warnings.push(line) }, 20);
  try {
    expect(await shownBy(server)).toBe('DNS:localhost');
    await put(files.cert, another.cert);
    await expect.poll(() => warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/is not the key of .* the certificate loaded before stays in use/);
    const looked = load.mock.calls.length;
    await expect.poll(() => load.mock.calls.length).toBeGreaterThan(looked + 2);
    expect(warnings).toHaveLength(1);
    expect(await shownBy(server)).toBe('DNS:localhost');
    await put(files.key, another.key);
    await expect.poll(() => shownBy(server)).toContain('other.example');
  } finally {
    following.stop();
    server.close();
  }
});
