/**
 * Who published the models: manifest.json.sig signs manifest.json, which has the sha256 of every file. It only says so.
 * Models of one's own need no signature, unless the operator names the key that must have signed (MODELS_PUBLISHER_KEY).
 */
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Beside the code and not beside the models: whoever replaces the models does not replace the key. */
export const PUBLISHER_KEY = fileURLToPath(new URL('./publisher-key.pem', import.meta.url));

const manifestIn = (folder: string) => join(folder, 'manifest.json');
const signatureIn = (folder: string) => join(folder, 'manifest.json.sig');

type Signed = { signed: true } | { signed: false; why: string };

const there = (path: string) => readFile(path).catch(() => null);

/** What is wrong with the key itself is thrown: it is a setting, or a file of the service. */
const publicKeyIn = async (path: string): Promise<KeyObject> => {
  const key = await readFile(path)
    .then(createPublicKey)
    .catch(() => null);
  if (key?.asymmetricKeyType !== 'ed25519')
    throw new Error(`${path} is no public key (Ed25519, PEM). Name the key of whoever publishes the models.`);
  return key;
};

export const checkSignature = async (folder: string, keyFile = PUBLISHER_KEY): Promise<Signed> => {
  const key = await publicKeyIn(keyFile);
  const [manifest, signature] = await Promise.all([there(manifestIn(folder)), there(signatureIn(folder))]);
  if (manifest === null) return { signed: false, why: 'There is no manifest.json, so nobody has signed it.' };
  if (signature === null)
    return { signed: false, why: 'The models are not signed: there is no manifest.json.sig.' };
  if (verify(null, manifest, key, Buffer.from(signature.toString(), 'base64'))) return { signed: true };
  return {
    signed: false,
    why: 'The signature of the models does not fit: manifest.json was changed after it was signed, or another key signed it.',
  };
};

/** Signs with a private key (Ed25519, PEM) and writes its public key to where the service looks for it. */
export const signModels = async (folder: string, privateKeyFile: string, keyFile = PUBLISHER_KEY) => {
  const key = await readFile(privateKeyFile)
    .then(createPrivateKey)
    .catch(() => null);
  if (key?.asymmetricKeyType !== 'ed25519')
    throw new Error(`${privateKeyFile} is no private key (Ed25519, PEM). Make one with --new-key FILE.`);
  const signature = sign(null, await readFile(manifestIn(folder)), key).toString('base64');
  await writeFile(keyFile, createPublicKey(key).export({ type: 'spki', format: 'pem' }));
  await writeFile(signatureIn(folder), `${signature}\n`);
};

/** Where an operator has named the publisher, the service does not start with the models of anybody else. */
export const assertPublisher = async (folder: string, pinned: string | null) => {
  if (pinned === null) return;
  const found = await checkSignature(folder, pinned);
  if (!found.signed)
    throw new Error(
      `${found.why} MODELS_PUBLISHER_KEY asks for models that ${pinned} has signed. Restore the models, or take the setting away to use models of your own.`,
    );
};

/** For the health: models without a publisher are nothing wrong, but somebody should know. No models at all are told elsewhere. */
export const publisherNotes = async (folder: string): Promise<string[]> => {
  if ((await there(manifestIn(folder))) === null) return [];
  const found = await checkSignature(folder);
  return found.signed
    ? []
    : [`${found.why} They are used as they are; docs/running/operations.md says who signs models.`];
};
