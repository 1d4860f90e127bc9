/** `npx walkaround rotate-keys`: a new key for the built-in identity provider, or for evidence packs. */

import { readArguments, runCommand } from '../../../command-line/command.ts';
import { type Config, readConfig } from '../config/config.ts';
import { addNextEvidenceKey } from '../identity/evidence-keys.ts';
import { addNextKey } from '../identity/provider/signing-keys.ts';

const HELP = `Makes a new key with which the built-in identity provider of DATA_DIR signs its tokens.

  npx walkaround rotate-keys [--evidence]

  --evidence    a new key for evidence packs instead; packs that earlier keys have signed stay good

It signs from the next start of the service on. Tokens that earlier keys have signed go on working until they
expire, until the first start after 30 days at most.
`;

const rotateKeys = async ({ oidc, dataDir }: Config, ofEvidence: boolean) => {
  if (ofEvidence) return addNextEvidenceKey(dataDir);
  if (oidc.issuer !== null)
    throw new Error(
      `OIDC_ISSUER is set, so the keys are those of ${oidc.issuer}. Change them there: the service follows.`,
    );
  await addNextKey(dataDir);
};

await runCommand(async () => {
  const { help, evidence } = readArguments({
    options: {
      evidence: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  }).values;
  if (!help) await rotateKeys(readConfig(process.env), evidence);
  process.stdout.write(help ? HELP : 'A new key is there. Restart the service: it signs from then on.\n');
  return 0;
});
