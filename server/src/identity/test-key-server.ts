/** For tests: signed tokens, and a real HTTP server that gives out keys as an identity provider does. */
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CryptoKey, JWK, JWTPayload } from 'jose';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { expect } from 'vitest';
import type { VerifyToken } from './verify-token.ts';

export type Key = { private: CryptoKey; public: CryptoKey; jwk: JWK; kid: string; alg: string };

export const makeKey = async (kid: string, alg = 'ES256'): Promise<Key> => {
  const pair = await generateKeyPair(alg, { extractable: true });
  const jwk = { ...(await exportJWK(pair.publicKey)), kid, alg, use: 'sig' };
  return { private: pair.privateKey, public: pair.publicKey, jwk, kid, alg };
};

export const ISSUER = 'https://login.example.com/';
export const AUDIENCE = 'https://api.example.com/v1/';
export const now = () => Math.floor(Date.now() / 1000);
export const good = (): JWTPayload => ({
  iss: ISSUER,
  aud: AUDIENCE,
  sub: 'ada',
  iat: now(),
  exp: now() + 600,
});

export const sign = (key: Key, payload: JWTPayload, { kid = key.kid as string | null } = {}) =>
  new SignJWT(payload).setProtectedHeader({ alg: key.alg, ...(kid && { kid }) }).sign(key.private);

export type KeyServer = {
  origin: string;
  keys: JWK[];
  requests: string[];
  failing: boolean;
  stop(): Promise<void>;
  startAgain(): Promise<void>;
};

export const startKeyServer = async (keys: JWK[]): Promise<KeyServer> => {
  const server: Server = createServer((request, response) => {
    keyServer.requests.push(request.url!);
    const { origin } = keyServer;
    const body = request.url!.endsWith('openid-configuration')
      ? { issuer: `${origin}/tenant`, jwks_uri: `${origin}/keys` }
      : { keys: keyServer.keys };
    response.writeHead(keyServer.failing ? 500 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  const listen = (port: number) => new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const keyServer: KeyServer = {
    origin: `http://127.0.0.1:${port}`,
    keys,
    requests: [],
    failing: false,
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
    startAgain: () => listen(port),
  };
  return keyServer;
};

export const refusal = async (verify: VerifyToken, header: string | undefined) => {
  const error = await verify(header).then(
    () => expect.fail('the token was accepted'),
    (thrown) => thrown,
  );
  return { kind: error.kind, message: error.message };
};

export const refused = (message: string) => ({ kind: 'unauthenticated', message });
