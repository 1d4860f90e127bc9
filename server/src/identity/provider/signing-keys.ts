/**
 * The built-in provider's keys, made once and kept in the data folder, so that tokens and login sessions
 * outlive a restart; a new one takes over at a start (`npx walkaround rotate-keys`). RS256, because it is the
 * one algorithm that every OpenID client must understand.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { JSONWebKeySet, JWK } from 'jose';
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import { z } from 'zod';
import { createPrivateFile, readPrivateFile, replacePrivateFile } from './private-file.ts';

const DAY_MS = 24 * 60 * 60_000;

/** What an earlier key has signed is good until its own end, but not beyond the first start after so many days. */
const KEPT_DAYS = 30;

const key = z.looseObject({
  kty: z.literal('RSA'),
  kid: z.string(),
  alg: z.literal('RS256'),
  n: z.string(),
  e: z.string(),
  d: z.string(),
});

const keysFile = z.object({
  /** The first one signs. Those that did before it have a time since when they do not. */
  keys: z.array(key.extend({ retired_at: z.iso.datetime().optional() })).min(1),
  /** Signs from the next start on: only what a running service knows already may sign for it. */
  next: key.optional(),
  cookieKeys: z.array(z.string().min(32)).min(1),
});

type Key = z.infer<typeof key>;
type KeysFile = z.infer<typeof keysFile>;

type SigningKeys = { private: JWK[]; public: JSONWebKeySet; cookieKeys: string[] };

const pathOf = (dataDir: string) => join(dataDir, 'identity', 'keys.json');

const parse = (dataDir: string, text: string): KeysFile => {
  try {
    return keysFile.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(
      `${pathOf(dataDir)} is damaged. Restore it, or delete it: then new keys are made and everyone logs in again.`,
      { cause },
    );
  }
};

const readKeysFile = async (dataDir: string): Promise<KeysFile | null> => {
  const text = await readPrivateFile(pathOf(dataDir));
  return text === null ? null : parse(dataDir, text);
};

const print = (content: KeysFile) => JSON.stringify(content, null, 2);

const makeKey = async () => {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'RS256', use: 'sig' } as Key;
};

const makeCookieKey = () => randomBytes(32).toString('base64url');

const inUse = ({ keys, cookieKeys }: KeysFile): SigningKeys => ({
  private: keys.map(({ retired_at, ...jwk }) => jwk as JWK),
  public: { keys: keys.map(({ kty, kid, alg, n, e }) => ({ kty, kid, alg, use: 'sig', n, e })) },
  cookieKeys,
});

/** Null when the service has never been started on this data folder. */
export const readSigningKeys = async (dataDir: string): Promise<SigningKeys | null> => {
  const content = await readKeysFile(dataDir);
  return content && inUse(content);
};

/** Makes a key that takes over at the next start of the service. */
export const addNextKey = async (dataDir: string): Promise<void> => {
  const content = await readKeysFile(dataDir);
  if (content === null)
    throw new Error(`There are no keys in ${dataDir} yet. The service makes them when it is first started.`);
  if (content.next === undefined)
    await replacePrivateFile(pathOf(dataDir), print({ ...content, next: await makeKey() }));
};

const makeKeysFile = async (dataDir: string): Promise<KeysFile> => {
  const content = { keys: [await makeKey()], cookieKeys: [makeCookieKey()] };
  return parse(dataDir, await createPrivateFile(pathOf(dataDir), print(content)));
};

const takenOverBy = (next: Key, { keys, cookieKeys }: KeysFile): KeysFile => {
  const retired_at = new Date().toISOString();
  return {
    keys: [next, ...keys.map((one) => ({ retired_at, ...one }))],
    cookieKeys: [makeCookieKey(), cookieKeys[0]!],
  };
};

const isOver = (retiredAt: string | undefined) =>
  retiredAt !== undefined && Date.now() - Date.parse(retiredAt) > KEPT_DAYS * DAY_MS;

/** For the start of the service: makes the keys if there are none, and changes them when that is due. */
export const loadSigningKeys = async (dataDir: string): Promise<SigningKeys> => {
  const found = (await readKeysFile(dataDir)) ?? (await makeKeysFile(dataDir));
  const changed = found.next ? takenOverBy(found.next, found) : found;
  const content = { ...changed, keys: changed.keys.filter(({ retired_at }) => !isOver(retired_at)) };
  if (changed !== found || content.keys.length < found.keys.length)
    await replacePrivateFile(pathOf(dataDir), print(content));
  return inUse(content);
};
