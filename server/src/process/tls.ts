/** The certificate the service shows when it speaks TLS itself, and its replacement without a restart. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSecureContext } from 'node:tls';

/** PEM texts. The certificate may be followed by those that lead to its root. */
export type KeyPair = { cert: string; key: string };
type KeyPairFiles = { cert: string; key: string };

type TlsServer = { setSecureContext(pair: KeyPair): void };

/** How old a replaced certificate can get before it is noticed. */
const LOOK_AGAIN_MS = 10_000;

const read = async (name: string, path: string): Promise<string> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new Error(`${name}: there is no file ${path}. Name one that exists.`);
    if (code === 'EACCES')
      throw new Error(`${name}: ${path} may not be read by the user of the service. Let it read the file.`);
    throw new Error(`${name}: ${path} cannot be read: ${message}.`);
  }
};

const parsed = <T>(problem: string, parse: () => T): T => {
  try {
    return parse();
  } catch (cause) {
    throw new Error(problem, { cause });
  }
};

const checked = (pair: KeyPair, files: KeyPairFiles): KeyPair => {
  const certificate = parsed(
    `TLS_CERT: ${files.cert} holds no certificate. Give a PEM file that begins with -----BEGIN CERTIFICATE-----.`,
    () => new X509Certificate(pair.cert),
  );
  const key = parsed(
    `TLS_KEY: ${files.key} holds no private key without a passphrase. Give a PEM file that begins with -----BEGIN PRIVATE KEY-----.`,
    () => createPrivateKey(pair.key),
  );
  if (!certificate.checkPrivateKey(key))
    throw new Error(
      `TLS_KEY: ${files.key} is not the key of the certificate ${files.cert}. Give the pair that was issued together.`,
    );
  // Whatever else OpenSSL dislikes, such as a key that is too short, is told now and not at the first visitor.
  parsed(`TLS_CERT: ${files.cert} cannot be used by this machine's TLS.`, () => createSecureContext(pair));
  return pair;
};

export const readKeyPair = async (files: KeyPairFiles): Promise<KeyPair> => {
  const [cert, key] = [await read('TLS_CERT', files.cert), await read('TLS_KEY', files.key)];
  return checked({ cert, key }, files);
};

/** Loads the pair again and again; a new one serves the next connection. What cannot be used changes nothing. */
export const followKeyPair = (
  server: TlsServer,
  { first, load, warn }: { first: KeyPair; load: () => Promise<KeyPair>; warn: (message: string) => void },
  everyMs = LOOK_AGAIN_MS,
): { stop(): void } => {
  let current = first;
  let lastProblem = '';
  const reload = async () => {
    try {
      const found = await load();
      if (found.cert !== current.cert || found.key !== current.key) server.setSecureContext(found);
      current = found;
      lastProblem = '';
    } catch (error) {
      const { message } = error as Error;
      if (message !== lastProblem) warn(`${message} Until then the certificate loaded before stays in use.`);
      lastProblem = message;
    }
  };
  // One look after the other: of two at once, the slower one would take back what the newer one found.
  let isStopped = false;
  void (async () => {
    while (!isStopped) {
      await sleep(everyMs, undefined, { ref: false });
      await reload();
    }
  })();
  return {
    stop: () => {
      isStopped = true;
    },
  };
};
