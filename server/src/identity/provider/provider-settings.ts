/** How the OpenID library is set up: which flows exist, what the tokens say, how long they last. */
import type { JWK } from 'jose';
import type { Client, Context, Token } from 'oidc-provider';
import { errors, interactionPolicy } from 'oidc-provider';
import { asClientsSpell } from '../permissions.ts';
import { USERINFO_PATH } from '../userinfo.ts';
import type { Accounts, IdentityClient } from './accounts.ts';
import { wordsFor } from './page-words.ts';
import { logoutContent, messageContent, showPage } from './pages.ts';
import { refuseFor } from './refusal.ts';
import { createSessionStorage } from './session-storage.ts';

type ProviderSettings = {
  issuer: string;
  audience: string;
  organizationClaim: string;
  accounts: Accounts;
  privateKeys: JWK[];
  cookieKeys: string[];
  allowsNative: boolean;
};

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const clientMetadata = (client: IdentityClient, ownAddress: string, allowsNative: boolean) => {
  const uris = client.redirectUris.map((uri) => (uri.startsWith('/') ? `${ownAddress}${uri}` : uri));
  const logsPeopleIn = uris.length > 0;
  return {
    client_id: client.id,
    client_name: client.name,
    ...(client.secret === undefined ? {} : { client_secret: client.secret }),
    token_endpoint_auth_method: client.secret === undefined ? 'none' : 'client_secret_basic',
    grant_types: [
      ...(logsPeopleIn ? ['authorization_code', 'refresh_token'] : []),
      ...(client.secret === undefined ? [] : ['client_credentials']),
    ],
    response_types: logsPeopleIn ? ['code'] : [],
    redirect_uris: uris,
    post_logout_redirect_uris: uris,
    // A native client may come back on any port of the loopback address: a console under development does.
    application_type: allowsNative && logsPeopleIn ? 'native' : 'web',
  };
};

/** People are asked to log in, never to consent: every client is one that the operator wrote down. */
const loginOnly = () => {
  const policy = interactionPolicy.base();
  policy.get('consent').checks.remove('native_client_prompt');
  return policy;
};

const loadGrant = async (ctx: Context) => {
  const { provider, session, client } = ctx.oidc;
  const clientId = client!.clientId;
  const id = session.grantIdFor(clientId);
  const known = id === undefined ? undefined : await provider.Grant.find(id);
  if (known) return known;
  const grant = new provider.Grant({ clientId, accountId: session.accountId });
  grant.addOIDCScope('openid profile email offline_access');
  await grant.save();
  return grant;
};

const showLogout = (ctx: Context, form: string) => {
  const { language, say } = wordsFor(ctx);
  return showPage(ctx, {
    status: 200,
    language,
    title: say.sign_out,
    content: logoutContent(say, form),
    returnsTo: ctx.oidc.params?.post_logout_redirect_uri,
  });
};

const showLoggedOut = (ctx: Context) => {
  const { language, say } = wordsFor(ctx);
  const content = messageContent(say.signed_out, say.signed_out_why);
  return showPage(ctx, { status: 200, language, title: say.signed_out, content });
};

export const providerSettings = (settings: ProviderSettings): Record<string, unknown> => {
  const { issuer, audience, organizationClaim, accounts, allowsNative } = settings;
  const { pathname } = new URL(issuer);
  const ownAddress = issuer.slice(0, issuer.lastIndexOf('/'));
  const findAccount = (id: string | undefined) => accounts.accounts.find((account) => account.id === id);
  // The library wants an absolute URI for a resource; an audience may be any word.
  const resource = URL.canParse(audience) ? audience : 'urn:walkaround:api';

  return {
    adapter: createSessionStorage(),
    clients: accounts.clients.map((client) => clientMetadata(client, ownAddress, allowsNative)),
    jwks: { keys: settings.privateKeys },
    cookies: {
      keys: settings.cookieKeys,
      names: {
        session: 'walkaround_session',
        interaction: 'walkaround_login',
        resume: 'walkaround_login_resume',
      },
      long: { httpOnly: true, sameSite: 'lax', path: pathname },
      short: { httpOnly: true, sameSite: 'lax' },
    },
    routes: {
      authorization: '/authorize',
      token: '/token',
      revocation: '/revoke',
      jwks: '/jwks',
      end_session: '/logout',
    },
    discovery: { userinfo_endpoint: `${issuer}${USERINFO_PATH}` },
    scopes: ['openid', 'profile', 'email', 'offline_access'],
    claims: { openid: ['sub', organizationClaim, 'permissions'], profile: ['name'], email: ['email'] },
    responseTypes: ['code'],
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    clientBasedCORS: () => true,
    pkce: { required: () => true },
    interactions: {
      policy: loginOnly(),
      url: (_ctx: Context, { uid }: { uid: string }) => `${pathname}/interaction/${uid}`,
    },
    loadExistingGrant: loadGrant,
    issueRefreshToken: (_ctx: Context, client: Client) => client.grantTypeAllowed('refresh_token'),
    renderError: (ctx: Context, _out: unknown, error: Error) => refuseFor(ctx, error),
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      userinfo: { enabled: false },
      clientCredentials: { enabled: true },
      revocation: {
        enabled: true,
        allowedPolicy: (_ctx: Context, client: Client, token: Token) => token.clientId === client.clientId,
      },
      rpInitiatedLogout: { enabled: true, logoutSource: showLogout, postLogoutSuccessSource: showLoggedOut },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx: Context, asked: string) => {
          if (asked !== resource) throw new errors.InvalidTarget();
          // No scopes: what a token may do is in its permissions, and asking for more must not give more.
          return { scope: '', audience, accessTokenFormat: 'jwt', jwt: { sign: { alg: 'RS256' } } };
        },
      },
    },
    findAccount: (_ctx: Context, id: string) => {
      const account = findAccount(id);
      if (account === undefined) return undefined;
      const { name, email, organization, permissions } = account;
      return {
        accountId: id,
        claims: () => ({ sub: id, name, email, [organizationClaim]: organization, permissions }),
      };
    },
    extraTokenClaims: (_ctx: Context, { accountId, clientId }: Token) => {
      const holder =
        accountId === undefined ? accounts.clients.find(({ id }) => id === clientId) : findAccount(accountId);
      return {
        azp: clientId,
        permissions: asClientsSpell(holder?.permissions ?? []),
        ...(holder && { name: holder.name }),
        ...(holder?.organization ? { [organizationClaim]: holder.organization } : {}),
      };
    },
    ttl: {
      AccessToken: HOUR,
      ClientCredentials: HOUR,
      IdToken: HOUR,
      AuthorizationCode: MINUTE,
      Interaction: HOUR,
      Session: 14 * DAY,
      Grant: 14 * DAY,
      RefreshToken: 14 * DAY,
    },
  };
};
