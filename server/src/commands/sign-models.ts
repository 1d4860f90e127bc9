/** `npm run sign-models`: signs models/manifest.json, after a model was published. */
import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readArguments, runCommand, WrongUsage } from '../../../command-line/command.ts';
import { PUBLISHER_KEY, signModels } from '../vision/engine/signature.ts';

const HELP = `Signs the manifest of the models, and with it the sha256 of every model. Commit what it writes:
models/manifest.json.sig and the public key server/src/vision/engine/publisher-key.pem.

  npm run sign-models -- --key FILE
  npm run sign-models -- --new-key FILE

  --key FILE        the private key (Ed25519, PEM). The public key in the repository becomes that of this one
  --new-key FILE    first makes a private key there. Without the key of the last release, this is how to go on:
                    the models are then published by you. Keep the file out of the repository
  --models DIR      another folder than models/
  --public-key FILE where the public key goes, for models outside the repository
  --help            shows this
`;

const OPTIONS = {
  key: { type: 'string' },
  'new-key': { type: 'string' },
  models: { type: 'string', default: fileURLToPath(new URL('../../../models', import.meta.url)) },
  'public-key': { type: 'string', default: PUBLISHER_KEY },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const makeKey = (path: string) => {
  const { privateKey } = generateKeyPairSync('ed25519');
  // Never over a key that is there: what it has signed could not be signed again.
  return writeFile(path, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
};

await runCommand(async () => {
  const { help, key, models, ...given } = readArguments({ options: OPTIONS }).values;
  if (help) {
    process.stdout.write(HELP);
    return 0;
  }
  const file = key ?? given['new-key'];
  if (file === undefined || (key !== undefined && given['new-key'] !== undefined))
    throw new WrongUsage('Name either --key FILE or --new-key FILE.');
  if (key === undefined) await makeKey(resolve(file));
  await signModels(resolve(models), resolve(file), resolve(given['public-key']));
  process.stdout.write(
    `${resolve(models)}/manifest.json is signed. Commit the signature and the public key.\n`,
  );
  return 0;
});
