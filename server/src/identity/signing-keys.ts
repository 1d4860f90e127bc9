/**
 * The built-in provider's keys, made once and kept in the data folder, so that tokens and login sessions
 * outlive a restart. RS256, because it is the one algorithm that every OpenID client must understand.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { JSONWebKeySet, JWK } from 'jose';
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import { z } from 'zod';
import { createPrivateFile, readPrivateFile } from './private-file.ts';

const keysFile = z.object({
  keys: z
    .array(
      z.looseObject({
        kty: z.literal('RSA'),
        kid: z.string(),
        alg: z.literal('RS256'),
        n: z.string(),
        e: z.string(),
        d: z.string(),
      }),
    )
    .min(1),
  cookieKeys: z.array(z.string().min(32)).min(1),
});

export type SigningKeys = { private: JWK[]; public: JSONWebKeySet; cookieKeys: string[] };

const pathOf = (dataDir: string) => join(dataDir, 'identity', 'keys.json');

const parse = (dataDir: string, text: string): SigningKeys => {
  try {
    const { keys, cookieKeys } = keysFile.parse(JSON.parse(text));
    const publicPart = keys.map(({ kty, kid, alg, n, e }) => ({ kty, kid, alg, use: 'sig', n, e }));
    return { private: keys as JWK[], public: { keys: publicPart }, cookieKeys };
  } catch (cause) {
    throw new Error(
      `${pathOf(dataDir)} is damaged. Restore it, or delete it: then new keys are made and everyone logs in again.`,
      {
        cause,
      },
    );
  }
};

const generate = async (): Promise<string> => {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  const key = { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'RS256', use: 'sig' };
  return JSON.stringify({ keys: [key], cookieKeys: [randomBytes(32).toString('base64url')] }, null, 2);
};

/** Null when the service has never been started on this data folder. */
export const readSigningKeys = async (dataDir: string): Promise<SigningKeys | null> => {
  const text = await readPrivateFile(pathOf(dataDir));
  return text === null ? null : parse(dataDir, text);
};

export const loadSigningKeys = async (dataDir: string): Promise<SigningKeys> =>
  (await readSigningKeys(dataDir)) ??
  parse(dataDir, await createPrivateFile(pathOf(dataDir), await generate()));
