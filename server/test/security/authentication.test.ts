import { createHmac, createPublicKey, randomUUID } from 'node:crypto';
import { client, clientOf } from '@walkaround/harness/clients/client.ts';
import { AUDIENCE, signToken } from '@walkaround/harness/services/issuer.ts';
import { exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose';
import { describe, expect, inject, test } from 'vitest';

const ask = (authorization?: string) =>
  clientOf(`${inject('serviceUrl')}/v1`, null).get('/inspections', {
    headers: authorization === undefined ? {} : { authorization },
  });

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');

const claims = () => ({
  iss: inject('issuerKey').issuer,
  aud: AUDIENCE,
  sub: 'mallory',
  iat: Math.floor(Date.now() / 1000),
  exp: Math.floor(Date.now() / 1000) + 3600,
  permissions: ['inspections:read_all'],
});

const signed = async (payload: object, header: object = {}) =>
  new SignJWT({ ...payload })
    .setProtectedHeader({ alg: 'ES256', kid: 'one', ...header })
    .sign(await importJWK(inject('issuerKey').privateJwk, 'ES256'));

const refused = async (authorization: string | undefined, code: string, message: string) => {
  const { status, body, headers } = await ask(authorization);
  expect({ status, code: body.code, message: body.message }).toEqual({ status: 401, code, message });
  expect(headers.get('www-authenticate')).toBe('Bearer');
  expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
};

test('a token of the issuer opens the door', async () => {
  expect((await ask(`Bearer ${await signed(claims())}`)).status).toBe(200);
  expect((await ask(`bearer  ${await signed(claims())}`)).status).toBe(200);
});

test('without a token the answer says that the header is required', async () => {
  await refused(undefined, 'missing_token', 'Authorization header is required');
  await refused('', 'missing_token', 'Authorization header is required');
});

describe('a header of another form', () => {
  const sentence = 'Wrong authorization header format, should be in the format : Bearer TOKEN';
  test.each(['Basic dXNlcjpwYXNz', 'Bearer', 'Bearer one two', 'Token abc', 'BearerX abc', 'Bearer: abc'])(
    '%s',
    async (header) => {
      await refused(header, 'wrong_authorization_format', sentence);
    },
  );
});

describe('a token that is none', () => {
  test.each(['abc', 'a.b.c', '..', 'null', `${encode({ alg: 'ES256' })}.${encode({})}`])(
    'Bearer %s',
    async (token) => {
      await refused(`Bearer ${token}`, 'token_undecodable', 'Token decode failed');
    },
  );
});

test('an expired token', async () => {
  const expired = await signToken(inject('issuerKey'), { expiresIn: '-1m' });
  await refused(`Bearer ${expired}`, 'token_expired', 'Token is expired');
});

test('a token for another audience', async () => {
  const message = 'Token audience invalid, please check audience';
  const other = await signToken(inject('issuerKey'), { audience: 'https://api.example.com/' });
  await refused(`Bearer ${other}`, 'token_wrong_audience', message);
  const { aud: _, ...none } = claims();
  await refused(`Bearer ${await signed(none)}`, 'token_wrong_audience', message);
  expect((await ask(`Bearer ${await signed({ ...claims(), aud: ['other', AUDIENCE] })}`)).status).toBe(200);
});

test('a token of another issuer, although signed with the right key', async () => {
  const other = await signToken(inject('issuerKey'), { issuer: 'https://issuer.example.com' });
  await refused(`Bearer ${other}`, 'token_wrong_issuer', 'Token issuer invalid, please check issuer');
});

test('a token without a subject, or that never expires', async () => {
  const sentence = 'Token payload schema unknown';
  const { sub: _, ...nobody } = claims();
  await refused(`Bearer ${await signed(nobody)}`, 'token_payload_unknown', sentence);
  await refused(`Bearer ${await signed({ ...claims(), sub: '' })}`, 'token_payload_unknown', sentence);
  const { exp: __, ...forever } = claims();
  await refused(`Bearer ${await signed(forever)}`, 'token_payload_unknown', sentence);
});

test.each([
  ['a NUL in the subject', { sub: 'anna\0' }],
  ['half a character in the subject', { sub: 'anna\ud800' }],
  ['a subject of any length', { sub: 'a'.repeat(3000) }],
  ['a NUL in the organization', { organization: 'acme\0' }],
  ['half a character in the organization', { organization: '\udc00acme' }],
  ['an organization of any length', { organization: 'a'.repeat(3000) }],
])('a token whose names cannot be kept is refused, also when it is right otherwise: %s', async (_, odd) => {
  const token = await signed({ ...claims(), ...odd });
  await refused(`Bearer ${token}`, 'token_payload_unknown', 'Token payload schema unknown');
});

test('a name that cannot be kept as it is does not keep anybody from working', async () => {
  for (const name of ['Anna\0', 'Anna\ud800', `${'a'.repeat(199)}😀`]) {
    const api = await client({ claims: { name } });
    const { id } = (await api.post('/inspections', { tasks: { images_ocr: {} } })).body;
    const created = await api.post(`/inspections/${id}/damages`, { damage_type: 'dent', part_type: 'hood' });
    expect(created.status).toBe(201);
  }
});

describe('a forged token', () => {
  const sentence = 'Invalid authentication token in request.';

  test('signed with another key', async () => {
    const { privateKey } = await generateKeyPair('ES256');
    for (const kid of ['one', 'two', undefined]) {
      const forged = new SignJWT(claims()).setProtectedHeader({ alg: 'ES256', ...(kid && { kid }) });
      await refused(`Bearer ${await forged.sign(privateKey)}`, 'token_invalid', sentence);
    }
  });

  test('not signed at all', async () => {
    for (const alg of ['none', 'None', 'NONE']) {
      const token = `${encode({ alg, kid: 'one' })}.${encode(claims())}.`;
      await refused(`Bearer ${token}`, 'token_invalid', sentence);
    }
  });

  test('signed with the public key as if it were a shared secret', async () => {
    const { privateJwk } = inject('issuerKey');
    const { d: _, ...publicJwk } = privateJwk;
    const pem = createPublicKey({ key: publicJwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
    const signedPart = `${encode({ alg: 'HS256', kid: 'one' })}.${encode(claims())}`;
    for (const secret of [pem, JSON.stringify(publicJwk)]) {
      const signature = createHmac('sha256', secret).update(signedPart).digest('base64url');
      await refused(`Bearer ${signedPart}.${signature}`, 'token_invalid', sentence);
    }
  });

  test('carrying its own key', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    const jwk = await exportJWK(publicKey);
    const token = new SignJWT(claims()).setProtectedHeader({ alg: 'ES256', kid: 'one', jwk });
    await refused(`Bearer ${await token.sign(privateKey)}`, 'token_invalid', sentence);
  });

  test('changed after it was signed', async () => {
    const [header, , signature] = (await signed(claims())).split('.');
    const token = `${header}.${encode({ ...claims(), sub: 'somebody else' })}.${signature}`;
    await refused(`Bearer ${token}`, 'token_invalid', sentence);
  });
});

test('a refused caller is refused before the request is read: nothing is created', async () => {
  const nobody = clientOf(`${inject('serviceUrl')}/v1`, null);
  const malformed = await nobody.send('POST', '/inspections', {
    body: '{"tasks',
    headers: { 'content-type': 'application/json' },
  });
  expect([malformed.status, malformed.body.code]).toEqual([401, 'missing_token']);
  const upload = await nobody.upload(`/inspections/${randomUUID()}/images`, {}, Buffer.from('not a photo'));
  expect([upload.status, upload.body.code]).toEqual([401, 'missing_token']);
});

test('the subject of the token owns what it creates, whatever the body says', async () => {
  const anna = await client({ user: 'auth0|anna@example.com', organization: 'acme' });
  const created = await anna.post('/inspections', {
    tasks: { images_ocr: {} },
    owner_id: 'ben',
    creator_id: 'ben',
    organization_id: 'other',
  });
  expect(created.body).toMatchObject({
    owner_id: 'auth0|anna@example.com',
    creator_id: 'auth0|anna@example.com',
    organization_id: 'acme',
  });
});
