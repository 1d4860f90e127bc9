import { decodeJwt, exportSPKI, SignJWT, UnsecuredJWT } from 'jose';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Key, KeyServer } from './test-key-server.ts';
import {
  AUDIENCE,
  good,
  ISSUER,
  makeKey,
  now,
  refusal,
  refused,
  sign,
  startKeyServer,
} from './test-key-server.ts';
import { createTokenVerifier } from './verify-token.ts';

let first: Key;
let second: Key;
let rsa: Key;
let server: KeyServer;

beforeAll(async () => {
  [first, second, rsa] = await Promise.all([makeKey('first'), makeKey('second'), makeKey('rsa', 'RS256')]);
});
beforeEach(async () => {
  server = await startKeyServer([first.jwk, rsa.jwk]);
});
afterEach(async () => {
  await server.stop();
});

const verifier = (organizationClaim = 'organization') =>
  createTokenVerifier({
    issuer: ISSUER,
    audience: AUDIENCE,
    keys: { url: `${server.origin}/keys` },
    organizationClaim,
  });

describe('a good token', () => {
  it('names the user, the organization and the permissions', async () => {
    const token = await sign(first, {
      ...good(),
      organization: 'acme',
      permissions: ['inspections:read_all'],
    });
    expect(await verifier()(`Bearer ${token}`)).toEqual({
      user_id: 'ada',
      organization_id: 'acme',
      permissions: new Set(['inspections:read_all']),
      token_ends_at: decodeJwt(token).exp! * 1000,
    });
  });

  it('may be signed by any asymmetric algorithm of the key set', async () => {
    for (const alg of ['PS256', 'EdDSA', 'ES384']) {
      const key = await makeKey(alg, alg);
      server.keys.push(key.jwk);
      const verify = verifier();
      expect((await verify(`Bearer ${await sign(key, good())}`)).user_id).toBe('ada');
    }
    expect((await verifier()(`Bearer ${await sign(rsa, good())}`)).user_id).toBe('ada');
  });

  it('reads permissions from the list and from the scope, with or without a known prefix', async () => {
    const token = await sign(first, {
      ...good(),
      permissions: [
        'monk_core_api:inspections:read',
        'walkaround:webhooks:manage',
        'other:inspections:read_all',
        7,
      ],
      scope: 'openid monk_core_api:damage_detection  inspections:create',
    });
    expect([...(await verifier()(`bearer ${token}`)).permissions]).toEqual([
      'inspections:read',
      'webhooks:manage',
      'other:inspections:read_all',
      'openid',
      'damage_detection',
      'inspections:create',
    ]);
  });

  it('takes the name of the organization claim literally', async () => {
    const claims = { ...good(), 'https://acme.example/org.id': 'acme', organization: 'other' };
    const verify = verifier('https://acme.example/org.id');
    expect((await verify(`Bearer ${await sign(first, claims)}`)).organization_id).toBe('acme');
  });

  it('has no organization when the claim is missing, empty or not a text', async () => {
    for (const organization of [undefined, '', 7, ['acme'], { id: 'acme' }]) {
      const token = await sign(first, { ...good(), organization });
      expect((await verifier()(`Bearer ${token}`)).organization_id).toBeNull();
    }
    expect((await verifier('constructor')(`Bearer ${await sign(first, good())}`)).organization_id).toBeNull();
  });

  it('may be a few seconds past its time, because clocks differ', async () => {
    const token = await sign(first, { ...good(), exp: now() - 2 });
    expect((await verifier()(`Bearer ${token}`)).user_id).toBe('ada');
  });

  it('may come from any of several issuers and be for several audiences', async () => {
    const verify = createTokenVerifier({
      issuer: ['https://other.example/', ISSUER],
      audience: AUDIENCE,
      keys: { jwks: { keys: [first.jwk] } },
      organizationClaim: 'organization',
    });
    const token = await sign(first, { ...good(), aud: ['else', AUDIENCE] });
    expect((await verify(`Bearer ${token}`)).user_id).toBe('ada');
  });

  it('without a key id is tried against every key that fits', async () => {
    server.keys = [first.jwk, second.jwk];
    const verify = verifier();
    expect((await verify(`Bearer ${await sign(second, good(), { kid: null })}`)).user_id).toBe('ada');
    const stranger = await makeKey('stranger');
    expect(await refusal(verify, `Bearer ${await sign(stranger, good(), { kid: null })}`)).toEqual(
      refused('Invalid authentication token in request.'),
    );
  });
});

describe('a request that is refused with the sentence that clients know', () => {
  it('has no Authorization header', async () => {
    expect(await refusal(verifier(), undefined)).toEqual(refused('Authorization header is required'));
    expect(await refusal(verifier(), '')).toEqual(refused('Authorization header is required'));
  });

  it('has an Authorization header of another form', async () => {
    const sentence = 'Wrong authorization header format, should be in the format : Bearer TOKEN';
    for (const header of ['Bearer', 'Bearer ', 'Basic dTpw', 'Bearer a b', 'BearerX'])
      expect(await refusal(verifier(), header)).toEqual(refused(sentence));
  });

  it('has something that is not a token', async () => {
    const [head, , signature] = (await sign(first, good())).split('.');
    for (const text of [
      'x',
      'a.b.c',
      'a.b.c.d.e',
      `${head}.bm90IGpzb24.${signature}`,
      `${head}.W10.${signature}`,
    ])
      expect(await refusal(verifier(), `Bearer ${text}`)).toEqual(refused('Token decode failed'));
  });

  it('has an expired token', async () => {
    const token = await sign(first, { ...good(), exp: now() - 60 });
    expect(await refusal(verifier(), `Bearer ${token}`)).toEqual(refused('Token is expired'));
  });

  it('has a token for another audience, or for none', async () => {
    for (const aud of ['https://else.example/', undefined]) {
      const token = await sign(first, { ...good(), aud });
      expect(await refusal(verifier(), `Bearer ${token}`)).toEqual(
        refused('Token audience invalid, please check audience'),
      );
    }
  });

  it('has a token of another issuer, or of none', async () => {
    for (const iss of ['https://login.example.com', undefined]) {
      const token = await sign(first, { ...good(), iss });
      expect(await refusal(verifier(), `Bearer ${token}`)).toEqual(
        refused('Token issuer invalid, please check issuer'),
      );
    }
  });

  it('has a token without a subject or without an end', async () => {
    for (const lack of [{ sub: undefined }, { sub: '' }, { sub: 'a\0' }, { exp: undefined }]) {
      const token = await sign(first, { ...good(), ...lack });
      expect(await refusal(verifier(), `Bearer ${token}`)).toEqual(refused('Token payload schema unknown'));
    }
  });

  it('has a token that is not valid yet', async () => {
    const token = await sign(first, { ...good(), nbf: now() + 60 });
    expect(await refusal(verifier(), `Bearer ${token}`)).toEqual(
      refused('Invalid authentication token in request.'),
    );
  });

  it('has a token that someone else signed, or changed after it was signed', async () => {
    const stranger = { ...(await makeKey('first')), kid: 'first' };
    const [head, , signature] = (await sign(first, good())).split('.');
    const payload = Buffer.from(JSON.stringify({ ...good(), sub: 'eve' })).toString('base64url');
    for (const token of [await sign(stranger, good()), `${head}.${payload}.${signature}`])
      expect(await refusal(verifier(), `Bearer ${token}`)).toEqual(
        refused('Invalid authentication token in request.'),
      );
  });

  it('has a token without any signature (alg none)', async () => {
    const token = new UnsecuredJWT(good()).encode();
    expect(await refusal(verifier(), `Bearer ${token}`)).toEqual(
      refused('Invalid authentication token in request.'),
    );
  });

  it('has a token signed with the public key as if it were a secret (HS256)', async () => {
    const secret = new TextEncoder().encode(await exportSPKI(rsa.public));
    const token = await new SignJWT(good()).setProtectedHeader({ alg: 'HS256', kid: 'rsa' }).sign(secret);
    expect(await refusal(verifier(), `Bearer ${token}`)).toEqual(
      refused('Invalid authentication token in request.'),
    );
  });
});
