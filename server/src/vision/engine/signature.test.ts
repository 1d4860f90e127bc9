import { generateKeyPairSync } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { assertPublisher, checkSignature, PUBLISHER_KEY, publisherNotes, signModels } from './signature.ts';

const MODELS = fileURLToPath(new URL('../../../../models', import.meta.url));
const home = await mkdtemp(join(tmpdir(), 'signed-'));
const at = (name: string) => join(home, name);
afterAll(() => rm(home, { recursive: true }));

beforeEach(async () => {
  for (const name of ['manifest.json', 'manifest.json.sig']) await cp(join(MODELS, name), at(name));
});

test('models/manifest.json is signed: after a change of it run "npm run sign-models -- --key FILE", or without the release key "-- --new-key FILE", and commit both files', async () => {
  expect(await checkSignature(MODELS)).toEqual({ signed: true });
});

test('one bit that changes in the manifest, anywhere, breaks the signature, and only that', async () => {
  const manifest = await readFile(at('manifest.json'));
  for (const place of [0, Math.floor(manifest.length / 2), manifest.length - 1]) {
    const changed = Buffer.from(manifest);
    changed[place]! ^= 1;
    await writeFile(at('manifest.json'), changed);
    expect(await checkSignature(home)).toMatchObject({
      signed: false,
      why: expect.stringMatching(/does not fit/),
    });
  }
  expect(await publisherNotes(home)).toEqual([expect.stringMatching(/does not fit.*used as they are/)]);
});

test('models of one’s own need no signature, and that is told', async () => {
  await rm(at('manifest.json.sig'));
  expect(await publisherNotes(home)).toEqual([expect.stringMatching(/^The models are not signed/)]);
  await expect(assertPublisher(home, null)).resolves.toBeUndefined();
});

test('a fork signs with a key of its own, and an operator who names a publisher gets nobody else’s models', async () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  await writeFile(at('private.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  await signModels(home, at('private.pem'), at('public.pem'));
  await expect(assertPublisher(home, at('public.pem'))).resolves.toBeUndefined();
  expect((await checkSignature(home)).signed).toBe(false);
  await expect(assertPublisher(home, PUBLISHER_KEY)).rejects.toThrow(
    /another key signed it\. MODELS_PUBLISHER_KEY asks for models that .* Restore the models/,
  );
});

test.each(['manifest.json', 'nothing-here.pem'])('%s is refused as a key in a sentence', async (name) => {
  await expect(checkSignature(home, at(name))).rejects.toThrow(/is no public key \(Ed25519, PEM\)/);
  await expect(signModels(home, at(name), at('public.pem'))).rejects.toThrow(/is no private key/);
});
