/**
 * The built-in identity provider of the default run: OpenID Connect with a login page, so that the service
 * works out of the box. An installation with an issuer of its own never starts it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JSONWebKeySet } from 'jose';
import type { Middleware } from 'oidc-provider';
import { Provider } from 'oidc-provider';
import { IDENTITY_PATH } from '../issuer.ts';
import { createUserinfo } from '../userinfo.ts';
import { loadAccounts } from './accounts.ts';
import { createLogin } from './login.ts';
import { createLoginAttempts } from './login-attempts.ts';
import { providerSettings } from './provider-settings.ts';
import { refuse, refuseFor } from './refusal.ts';
import { loadSigningKeys } from './signing-keys.ts';

type IdentityLog = { error(details: object, message: string): void };

type IdentityProviderOptions = {
  /** As of `builtInIssuer`; every address that the provider hands out begins with it, whatever the Host header says. */
  issuer: string;
  dataDir: string;
  audience: string;
  organizationClaim: string;
  log: IdentityLog;
};

export type IdentityProvider = {
  issuer: string;
  jwks: JSONWebKeySet;
  /** For the start banner: how to log in. Null once the operator has replaced the demo account. */
  demo: { email: string; passwordFile: string } | null;
  /**
   * Takes a request whose `url` still has the `/identity` prefix and whose body nobody has read yet. `clientIp`
   * counts login attempts; give it when a proxy stands in front, where the socket's address is the proxy's.
   */
  handle(req: IncomingMessage, res: ServerResponse, clientIp?: string): void;
};

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

const withoutPrefix = (url: string, prefixes: string[]): string => {
  const prefix = prefixes.find((p) => url === p || url.startsWith(`${p}/`) || url.startsWith(`${p}?`));
  const rest = prefix === undefined ? url : url.slice(prefix.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
};

const answerEverything =
  (log: IdentityLog): Middleware =>
  async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      if (!('expose' in (error as Error))) log.error({ err: error }, 'The identity provider failed.');
      refuseFor(ctx, error as Error);
    }
    if (ctx.status === 404 && ctx.body === undefined)
      refuse(ctx, {
        status: 404,
        code: 'not_found',
        title: 'nothing_here',
        message: 'no_such_page',
      });
  };

export const createIdentityProvider = async (options: IdentityProviderOptions): Promise<IdentityProvider> => {
  const { issuer, dataDir, audience, organizationClaim, log } = options;
  const [keys, accounts] = await Promise.all([loadSigningKeys(dataDir), loadAccounts(dataDir)]);
  const address = new URL(issuer);
  const isLocal = LOOPBACK.has(address.hostname);

  const provider = new Provider(
    issuer,
    providerSettings({
      issuer,
      audience,
      organizationClaim,
      accounts,
      privateKeys: keys.private,
      cookieKeys: keys.cookieKeys,
      // Native clients may not come back to https on the loopback address.
      allowsNative: isLocal && address.protocol === 'http:',
    }),
  );
  // The library builds addresses and decides on Secure cookies from the request, which a client or a proxy
  // can color as it likes. The issuer is what the operator said.
  Object.defineProperties(provider.request, {
    host: { get: () => address.host },
    protocol: { get: () => address.protocol.slice(0, -1) },
  });
  provider.use(answerEverything(log));
  provider.use(createUserinfo({ issuer, audience, jwks: keys.public, organizationClaim, accounts }));
  provider.use(createLogin(provider, { accounts, attempts: createLoginAttempts(), isLocal }));
  provider.on('error', (err) => log.error({ err }, 'The identity provider failed.'));
  provider.on('server_error', (_ctx, err) => log.error({ err }, 'The identity provider failed.'));

  const callback = provider.callback();
  return {
    issuer,
    jwks: keys.public,
    demo: accounts.demo && { email: accounts.demo.account.email, passwordFile: accounts.demo.passwordFile },
    handle: (req, res, clientIp = req.socket.remoteAddress ?? '') => {
      const url = withoutPrefix(req.url ?? '/', [address.pathname, IDENTITY_PATH]);
      void callback(Object.assign(req, { url, baseUrl: address.pathname, clientIp }), res);
    },
  };
};
