/**
 * The userinfo endpoint. The library's own one only takes tokens that are good for nothing else; the tokens
 * made here are for the service, and an app should be able to ask who is behind the one it holds.
 */
import type { JSONWebKeySet } from 'jose';
import type { Middleware } from 'oidc-provider';
import { Problem } from '../inspections/problems/problem.ts';
import type { Accounts } from './provider/accounts.ts';
import { createTokenVerifier } from './verify-token.ts';

export const USERINFO_PATH = '/userinfo';

type UserinfoOptions = {
  issuer: string;
  audience: string;
  jwks: JSONWebKeySet;
  organizationClaim: string;
  accounts: Accounts;
};

export const createUserinfo = ({ jwks, accounts, ...rest }: UserinfoOptions): Middleware => {
  const verify = createTokenVerifier({ ...rest, keys: { jwks } });

  return async (ctx, next) => {
    if (ctx.path !== USERINFO_PATH || !['GET', 'POST', 'OPTIONS'].includes(ctx.method)) return next();
    ctx.set('access-control-allow-origin', '*');
    ctx.set('cache-control', 'no-store');
    if (ctx.method === 'OPTIONS') {
      ctx.set('access-control-allow-methods', 'GET, POST');
      ctx.set('access-control-allow-headers', ctx.get('access-control-request-headers') || 'authorization');
      ctx.set('access-control-max-age', '3600');
      ctx.status = 204;
      return;
    }
    try {
      const actor = await verify(ctx.headers.authorization);
      const account = accounts.accounts.find(({ id }) => id === actor.user_id);
      ctx.body = {
        sub: actor.user_id,
        [rest.organizationClaim]: actor.organization_id,
        permissions: [...actor.permissions],
        ...(account && { name: account.name, email: account.email }),
      };
    } catch (error) {
      if (!(error instanceof Problem) || error.kind !== 'unauthenticated') throw error;
      ctx.status = 401;
      ctx.set('www-authenticate', 'Bearer error="invalid_token"');
      ctx.body = { error: 'invalid_token', error_description: error.message, message: error.message };
    }
  };
};
