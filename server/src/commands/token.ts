/** `npm run -s token`: signs an access token with the key in the data folder; nothing has to be running. */
import { join } from 'node:path';
import { importJWK, SignJWT } from 'jose';
import { readArguments, runCommand, WrongUsage } from '../../../command-line/command.ts';
import type { Config } from '../config/config.ts';
import { readConfig } from '../config/config.ts';
import { builtInIssuer } from '../identity/issuer.ts';
import { asClientsSpell, BASIC_PERMISSIONS } from '../identity/permissions.ts';
import type { Accounts } from '../identity/provider/accounts.ts';
import { DEMO_ID, readAccounts } from '../identity/provider/accounts.ts';
import { readPrivateFile } from '../identity/provider/private-file.ts';
import { readSigningKeys } from '../identity/provider/signing-keys.ts';

const HELP = `Prints an access token for the service at PORT and DATA_DIR.

  npm run -s token -- [options]      or: npx walkaround token [options]

  --user U              subject: an account's id or email, or any name (default: the demo account)
  --organization O      organization of the user (default: the account's, else the demo account's)
  --permissions a,b     permissions (default: the account's, else those for one's own inspections)
  --expires-in 12h      how long it works: a number and s, m, h or d (default: 12h)
  --help                shows this
`;

const SECONDS = { s: 1, m: 60, h: 3600, d: 86_400 };

const parseDuration = (text: string): number => {
  const [, count, unit] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  const seconds = Number(count) * SECONDS[unit as keyof typeof SECONDS];
  if (!(seconds > 0))
    throw new WrongUsage(`--expires-in ${text} is not a duration. Write it like 90s, 30m, 12h or 7d.`);
  return seconds;
};

const readOptions = () =>
  readArguments({
    options: {
      user: { type: 'string' },
      organization: { type: 'string' },
      permissions: { type: 'string' },
      'expires-in': { type: 'string', default: '12h' },
      help: { type: 'boolean', default: false },
    },
  }).values;

type Options = ReturnType<typeof readOptions>;

/** The service writes down its issuer, for it alone knows its port when PORT is 0. */
const issuerOf = async (config: Config): Promise<string> => {
  const path = join(config.dataDir, 'service.json');
  const text = await readPrivateFile(path);
  if (text === null) return builtInIssuer(config);
  const { issuer } = JSON.parse(text) as { issuer?: unknown };
  return typeof issuer === 'string' ? issuer : builtInIssuer(config);
};

const holderOf = ({ accounts }: Accounts, options: Options) => {
  const user = options.user ?? DEMO_ID;
  const known = accounts.find(({ id, email }) => id === user || email === user);
  if (known === undefined && options.user === undefined)
    throw new Error('The demo account was removed from accounts.json. Name another one with --user.');
  const demo = accounts.find(({ id }) => id === DEMO_ID);
  return {
    subject: known?.id ?? user,
    name: known?.name,
    organization: options.organization ?? (known ?? demo)?.organization ?? null,
    // An invented user gets the rights over its own inspections only, as a new person should.
    permissions: options.permissions?.split(',').filter(Boolean) ??
      known?.permissions ?? [...BASIC_PERMISSIONS],
  };
};

const makeToken = async (config: Config, options: Options): Promise<string> => {
  const lifetime = parseDuration(options['expires-in']);
  const now = Math.floor(Date.now() / 1000);
  if (config.oidc.issuer !== null)
    throw new Error(
      `OIDC_ISSUER is set, so tokens come from ${config.oidc.issuer}. Get one there, or unset OIDC_ISSUER to use the built-in identity provider.`,
    );
  const [keys, accounts] = await Promise.all([readSigningKeys(config.dataDir), readAccounts(config.dataDir)]);
  if (keys === null || accounts === null)
    throw new Error(
      `There are no keys in ${config.dataDir} yet. Start the service once with \`npm start\` (and the same DATA_DIR), then ask again.`,
    );
  const { subject, name, organization, permissions } = holderOf(accounts, options);
  const key = keys.private[0]!;
  const claims = {
    azp: 'walkaround-token',
    permissions: asClientsSpell(permissions),
    ...(name && { name }),
    ...(organization && { [config.oidc.organizationClaim]: organization }),
  };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid: key.kid!, typ: 'at+jwt' })
    .setIssuer(await issuerOf(config))
    .setAudience(config.oidc.audience)
    .setSubject(subject)
    .setIssuedAt(now)
    .setExpirationTime(now + lifetime)
    .sign(await importJWK(key, 'RS256'));
};

await runCommand(async () => {
  const options = readOptions();
  process.stdout.write(options.help ? HELP : `${await makeToken(readConfig(process.env), options)}\n`);
  return 0;
});
