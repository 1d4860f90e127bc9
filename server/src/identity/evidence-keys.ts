/**
 * The keys that sign evidence packs: Ed25519, made at the first start and kept in the data folder. A new one takes over
 * at a start after `npx walkaround rotate-keys --evidence`. Earlier ones sign no more; what they signed stays good.
 */
import { createPrivateKey, generateKeyPairSync, type JsonWebKey, sign } from 'node:crypto';
import { join } from 'node:path';
import { calculateJwkThumbprint, type JWK } from 'jose';
import { z } from 'zod';
import type { EvidenceSigner } from '../inspections/ports/evidence.ts';
import type { EvidenceKey, PublicKey } from '../inspections/records/evidence.ts';
import { createPrivateFile, readPrivateFile, replacePrivateFile } from './provider/private-file.ts';

const key = z.object({
  key_id: z.string(),
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  d: z.string(),
});

const keysFile = z.object({
  /** The first one signs. */
  keys: z.array(key.extend({ retired_at: z.iso.datetime().optional() })).min(1),
  /** Signs from the next start on. */
  next: key.optional(),
});

type Key = z.infer<typeof key>;
type KeysFile = z.infer<typeof keysFile>;

const pathOf = (dataDir: string) => join(dataDir, 'evidence', 'keys.json');

const parse = (dataDir: string, text: string): KeysFile => {
  try {
    return keysFile.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(
      `${pathOf(dataDir)} is damaged. Restore it, or delete it: then a new key is made. Packs that were signed before are still verified by the published keys.`,
      { cause },
    );
  }
};

const print = (content: KeysFile) => JSON.stringify(content, null, 2);

const makeKey = async (): Promise<Key> => {
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const { x, d } = jwk as { x: string; d: string };
  return { key_id: await calculateJwkThumbprint(jwk as JWK), kty: 'OKP', crv: 'Ed25519', x, d };
};

const publicKey = ({ key_id, kty, crv, x }: Key): PublicKey => ({
  kid: key_id,
  kty,
  crv,
  x,
  alg: 'EdDSA',
  use: 'sig',
});

const firstKeys = async (dataDir: string): Promise<KeysFile> => {
  const made = print({ keys: [await makeKey()] });
  return parse(dataDir, await createPrivateFile(pathOf(dataDir), made));
};

const takenOverBy = (next: Key, { keys }: KeysFile): KeysFile => {
  const retired_at = new Date().toISOString();
  return { keys: [next, ...keys.map((one) => ({ retired_at, ...one }))] };
};

/** Makes a key that takes over at the next start of the service. */
export const addNextEvidenceKey = async (dataDir: string): Promise<void> => {
  const text = await readPrivateFile(pathOf(dataDir));
  if (text === null)
    throw new Error(`There is no key in ${dataDir} yet. The service makes it when it is first started.`);
  const content = parse(dataDir, text);
  if (content.next === undefined)
    await replacePrivateFile(pathOf(dataDir), print({ ...content, next: await makeKey() }));
};

/** For the start of a worker: makes the key if there is none, and changes it when that is due. */
export const loadEvidenceKeys = async (
  dataDir: string,
): Promise<{ signer: EvidenceSigner; published: Omit<EvidenceKey, 'created_at'>[] }> => {
  const text = await readPrivateFile(pathOf(dataDir));
  const found = text === null ? await firstKeys(dataDir) : parse(dataDir, text);
  const content = found.next ? takenOverBy(found.next, found) : found;
  if (content !== found) await replacePrivateFile(pathOf(dataDir), print(content));
  const [current] = content.keys;
  const { key_id, retired_at: _, ...jwk } = current!;
  const secret = createPrivateKey({ key: jwk as JsonWebKey, format: 'jwk' });
  return {
    signer: { key_id, public_key: publicKey(current!), sign: (bytes) => sign(null, bytes, secret) },
    published: content.keys.map((one) => ({
      key_id: one.key_id,
      public_key: publicKey(one),
      retired_at: one.retired_at ?? null,
    })),
  };
};
