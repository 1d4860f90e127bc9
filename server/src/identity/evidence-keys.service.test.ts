import { createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addNextEvidenceKey, loadEvidenceKeys } from './evidence-keys.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walkaround-evidence-'));
});
afterAll(() => rm(folder, { recursive: true }));

const isSignedBy = (key: object, bytes: Uint8Array, signature: Uint8Array) =>
  verify(null, bytes, createPublicKey({ key: key as JsonWebKey, format: 'jwk' }), signature);

test('the key is made once, for the operator alone, and what is published has no secret', async () => {
  await expect(addNextEvidenceKey(folder)).rejects.toThrow('There is no key in');
  const [first, second] = await Promise.all([loadEvidenceKeys(folder), loadEvidenceKeys(folder)]);
  expect(first.signer.key_id).toBe(second.signer.key_id);
  expect((await stat(join(folder, 'evidence', 'keys.json'))).mode & 0o077).toBe(0);
  expect(JSON.stringify(first.published)).not.toContain('"d"');
});

test('a new key signs from the next start on, and the one before stays published', async () => {
  const before = await loadEvidenceKeys(folder);
  await addNextEvidenceKey(folder);
  await addNextEvidenceKey(folder);
  const after = await loadEvidenceKeys(folder);
  expect(after.signer.key_id).not.toBe(before.signer.key_id);
  expect(after.published.map(({ key_id, retired_at }) => [key_id, retired_at !== null])).toEqual([
    [after.signer.key_id, false],
    [before.signer.key_id, true],
  ]);
  const bytes = Buffer.from('manifest');
  expect(isSignedBy(after.signer.public_key, bytes, after.signer.sign(bytes))).toBe(true);
  expect(isSignedBy(before.signer.public_key, bytes, after.signer.sign(bytes))).toBe(false);
});

test('a damaged file is told with the cure', async () => {
  await writeFile(join(folder, 'evidence', 'keys.json'), '{');
  await expect(loadEvidenceKeys(folder)).rejects.toThrow('is damaged. Restore it, or delete it');
});
