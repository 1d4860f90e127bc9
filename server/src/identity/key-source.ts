/**
 * Where the keys that sign tokens come from: given, at an address, or found through OpenID discovery.
 * A provider that cannot be reached is not the caller's fault, so that is a 503 and never a 401.
 */
import type { CryptoKey, FlattenedJWSInput, JSONWebKeySet, JWSHeaderParameters } from 'jose';
import { createLocalJWKSet, createRemoteJWKSet, errors } from 'jose';
import { identityProviderUnavailable } from '../inspections/problems/access.ts';

export type KeySource = { jwks: JSONWebKeySet } | { url: string } | { discover: string };

/** Of an identity provider outside; where its keys are may be told without asking it. */
export const keySourceOf = (issuer: string, jwksUrl: string | null): KeySource =>
  jwksUrl ? { url: jwksUrl } : { discover: issuer };

export type FindKey = (header?: JWSHeaderParameters, token?: FlattenedJWSInput) => Promise<CryptoKey>;

const TIMEOUT_MS = 5_000;
/** An unknown key id makes us look for new keys, but no more often than this: anyone can invent key ids. */
const COOLDOWN_MS = 30_000;
/** Older keys are read again behind the request, so that a key taken back by the provider is dropped. */
const REFRESH_MS = 10 * 60_000;
/** While the provider is down the known keys go on working, but not for ever. */
const MAX_AGE_MS = 24 * 60 * 60_000;

const isAboutTheToken = (error: unknown) =>
  error instanceof errors.JWKSNoMatchingKey ||
  error instanceof errors.JWKSMultipleMatchingKeys ||
  error instanceof errors.JOSENotSupported;

const remoteKeys = (url: URL): FindKey => {
  const remote = createRemoteJWKSet(url, {
    timeoutDuration: TIMEOUT_MS,
    cooldownDuration: COOLDOWN_MS,
    cacheMaxAge: MAX_AGE_MS,
  });
  let lastTry = Number.NEGATIVE_INFINITY;
  return async (header, token) => {
    if (performance.now() - lastTry > REFRESH_MS) {
      lastTry = performance.now();
      if (remote.jwks() !== undefined) remote.reload().catch(() => {});
    }
    try {
      return await remote(header, token);
    } catch (error) {
      throw isAboutTheToken(error) ? error : identityProviderUnavailable(error);
    }
  };
};

const discoverKeysUrl = async (issuer: string): Promise<URL> => {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const response = await fetch(address, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { accept: 'application/json' },
  });
  if (!response.ok) throw new Error(`${address} answered ${response.status}.`);
  const document = (await response.json()) as { issuer?: unknown; jwks_uri?: unknown };
  if (document.issuer !== issuer)
    throw new Error(`${address} says that its issuer is ${String(document.issuer)}. Configure exactly that.`);
  if (typeof document.jwks_uri !== 'string') throw new Error(`${address} names no jwks_uri.`);
  return new URL(document.jwks_uri);
};

/** Lazy, so that the service starts while its identity provider is down, and asked again until it answers. */
const discoveredKeys = (issuer: string): FindKey => {
  let found: Promise<FindKey> | undefined;
  return async (header, token) => {
    found ??= discoverKeysUrl(issuer).then(remoteKeys);
    const findKey = await found.catch((error) => {
      found = undefined;
      throw identityProviderUnavailable(error);
    });
    return findKey(header, token);
  };
};

export const createKeySource = (keys: KeySource): FindKey => {
  if ('jwks' in keys) return createLocalJWKSet(keys.jwks);
  if ('url' in keys) return remoteKeys(new URL(keys.url));
  return discoveredKeys(keys.discover);
};
