import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Key, KeyServer } from './test-key-server.ts';
import {
  AUDIENCE,
  good,
  ISSUER,
  makeKey,
  refusal,
  refused,
  sign,
  startKeyServer,
} from './test-key-server.ts';
import { createTokenVerifier } from './verify-token.ts';

let first: Key;
let second: Key;
let server: KeyServer;

beforeAll(async () => {
  [first, second] = await Promise.all([makeKey('first'), makeKey('second')]);
});
beforeEach(async () => {
  server = await startKeyServer([first.jwk]);
});
afterEach(async () => {
  vi.useRealTimers();
  await server.stop();
});

const verifier = () =>
  createTokenVerifier({
    issuer: ISSUER,
    audience: AUDIENCE,
    keys: { url: `${server.origin}/keys` },
    organizationClaim: 'organization',
  });

describe('the keys of the identity provider', () => {
  it('are read once for many tokens', async () => {
    const verify = verifier();
    const token = await sign(first, good());
    await Promise.all(Array.from({ length: 20 }, () => verify(`Bearer ${token}`)));
    await verify(`Bearer ${token}`);
    expect(server.requests).toEqual(['/keys']);
  });

  it('are read again when a token names a new one, so that a rotated key works', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    const verify = verifier();
    await verify(`Bearer ${await sign(first, good())}`);
    server.keys = [second.jwk];
    vi.advanceTimersByTime(31_000);
    expect((await verify(`Bearer ${await sign(second, good())}`)).user_id).toBe('ada');
    expect(await refusal(verify, `Bearer ${await sign(first, good())}`)).toEqual(
      refused('Invalid authentication token in request.'),
    );
  });

  it('are not asked for again and again by tokens with invented key ids', async () => {
    const verify = verifier();
    await verify(`Bearer ${await sign(first, good())}`);
    for (const kid of ['a', 'b', 'c'])
      expect(await refusal(verify, `Bearer ${await sign(second, good(), { kid })}`)).toEqual(
        refused('Invalid authentication token in request.'),
      );
    expect(server.requests).toHaveLength(1);
  });

  it('are dropped some minutes after the provider took them back', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    const verify = verifier();
    await verify(`Bearer ${await sign(first, good())}`);
    server.keys = [second.jwk];
    vi.advanceTimersByTime(11 * 60_000);
    await verify(`Bearer ${await sign(first, good())}`);
    await expect
      .poll(async () => refusal(verify, `Bearer ${await sign(first, good())}`))
      .toEqual(refused('Invalid authentication token in request.'));
  });

  it('go on working while the provider is down', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    const verify = verifier();
    await verify(`Bearer ${await sign(first, good())}`);
    server.failing = true;
    vi.advanceTimersByTime(60 * 60_000);
    for (let i = 0; i < 3; i++)
      expect((await verify(`Bearer ${await sign(first, good())}`)).user_id).toBe('ada');
  });

  it('that cannot be reached are no fault of the caller (503), and are asked for again', async () => {
    const verify = verifier();
    const token = await sign(first, good());
    server.failing = true;
    expect(await refusal(verify, `Bearer ${token}`)).toMatchObject({ kind: 'temporary' });
    await server.stop();
    expect(await refusal(verify, `Bearer ${token}`)).toMatchObject({ kind: 'temporary' });
    server.failing = false;
    await server.startAgain();
    expect((await verify(`Bearer ${token}`)).user_id).toBe('ada');
  });
});

describe('discovery', () => {
  const discovering = (issuer: string) =>
    createTokenVerifier({
      issuer,
      audience: AUDIENCE,
      keys: { discover: issuer },
      organizationClaim: 'organization',
    });

  it('finds the keys at the first token, once', async () => {
    const issuer = `${server.origin}/tenant`;
    const verify = discovering(issuer);
    expect(server.requests).toEqual([]);
    const token = await sign(first, { ...good(), iss: issuer });
    await Promise.all([verify(`Bearer ${token}`), verify(`Bearer ${token}`)]);
    await verify(`Bearer ${token}`);
    expect(server.requests).toEqual(['/tenant/.well-known/openid-configuration', '/keys']);
  });

  it('is tried again after the provider was down', async () => {
    const issuer = `${server.origin}/tenant`;
    const verify = discovering(issuer);
    const token = await sign(first, { ...good(), iss: issuer });
    server.failing = true;
    expect(await refusal(verify, `Bearer ${token}`)).toMatchObject({ kind: 'temporary' });
    server.failing = false;
    expect((await verify(`Bearer ${token}`)).user_id).toBe('ada');
  });

  it('does not trust a document that speaks for another issuer', async () => {
    const issuer = `${server.origin}/someone-else`;
    const token = await sign(first, { ...good(), iss: issuer });
    expect(await refusal(discovering(issuer), `Bearer ${token}`)).toMatchObject({ kind: 'temporary' });
  });
});
