import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';

export const AUDIENCE = 'walkaround';

export type IssuerKey = { issuer: string; privateJwk: JWK };

/** A real OpenID Connect issuer, as far as an API needs one: discovery, keys and signed tokens. */
export const startIssuer = async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }];
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    const discovery = request.url === '/.well-known/openid-configuration';
    response.end(JSON.stringify(discovery ? { issuer, jwks_uri: `${issuer}/jwks` } : { keys }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    privateJwk: await exportJWK(privateKey),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
};

export type TokenWishes = {
  user?: string;
  organization?: string;
  permissions?: string[];
  audience?: string;
  issuer?: string;
  expiresIn?: string;
  claims?: Record<string, unknown>;
};

export const signToken = async ({ issuer, privateJwk }: IssuerKey, wishes: TokenWishes): Promise<string> =>
  new SignJWT({ organization: wishes.organization, permissions: wishes.permissions ?? [], ...wishes.claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'one' })
    .setIssuer(wishes.issuer ?? issuer)
    .setAudience(wishes.audience ?? AUDIENCE)
    .setSubject(wishes.user ?? 'somebody')
    .setIssuedAt()
    .setExpirationTime(wishes.expiresIn ?? '1h')
    .sign(await importJWK(privateJwk, 'ES256'));
