/** A self-signed certificate, for one machine or one network. */
import { X509Certificate } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { createPrivateFile, readPrivateFile, replacePrivateFile } from '../identity/provider/private-file.ts';
import type { KeyPair } from './tls.ts';

const DAY_MS = 24 * 3600 * 1000;
const LIFETIME_DAYS = 365;
const RENEWED_BEFORE_DAYS = 30;

/** Key and certificate are one file, so that processes that start together can never mix two pairs. */
const pairPath = (dataDir: string) => join(dataDir, 'tls', 'self-signed.pem');
/** For those who want to trust it: the certificate alone, which is no secret. */
export const certificatePath = (dataDir: string) => join(dataDir, 'tls', 'certificate.pem');

/** The names under which the service is reached. */
export const ownNames = (publicUrl: string | null): string[] => {
  const names = ['localhost', '127.0.0.1', '::1', hostname().toLowerCase()];
  if (publicUrl !== null) names.push(new URL(publicUrl).hostname.replace(/^\[(.*)\]$/, '$1'));
  return [...new Set(names)].filter((name) => isIP(name) || /^[a-z0-9.-]+$/.test(name));
};

const generate = async (names: string[]): Promise<string> => {
  // Loaded only when a certificate is made: once a year.
  const { generate: make } = await import('selfsigned');
  const altNames = names.map((name) =>
    isIP(name) ? { type: 7 as const, ip: name } : { type: 2 as const, value: name },
  );
  const { private: key, cert } = await make([{ name: 'commonName', value: 'Walkaround (self-signed)' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    // A clock that is a little behind shall take it too.
    notBeforeDate: new Date(Date.now() - DAY_MS),
    notAfterDate: new Date(Date.now() + LIFETIME_DAYS * DAY_MS),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames },
    ],
  });
  return `${key.trim()}\n${cert.trim()}\n`;
};

const split = (pem: string): KeyPair => {
  const at = pem.indexOf('-----BEGIN CERTIFICATE-----');
  return { key: pem.slice(0, at), cert: pem.slice(at) };
};

const isGood = (pem: string, names: string[]): boolean => {
  try {
    const certificate = new X509Certificate(split(pem).cert);
    const left = certificate.validToDate.getTime() - Date.now();
    const covers = (name: string) => (isIP(name) ? certificate.checkIP(name) : certificate.checkHost(name));
    return left > RENEWED_BEFORE_DAYS * DAY_MS && names.every((name) => covers(name) !== undefined);
  } catch {
    return false;
  }
};

/** Kept between starts; made anew when it runs out soon, is damaged, or lacks one of the names. */
export const keepSelfSigned = async (dataDir: string, names: string[]): Promise<KeyPair> => {
  const path = pairPath(dataDir);
  let pem = await readPrivateFile(path);
  pem ??= await createPrivateFile(path, await generate(names));
  if (!isGood(pem, names)) {
    await replacePrivateFile(path, await generate(names));
    pem = (await readPrivateFile(path))!;
  }
  const pair = split(pem);
  if ((await readPrivateFile(certificatePath(dataDir))) !== pair.cert)
    await writeFile(certificatePath(dataDir), pair.cert);
  return pair;
};
