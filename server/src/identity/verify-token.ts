/** From an Authorization header to the actor behind it, or to the 401 sentence that clients know. */
import type { JWTPayload, JWTVerifyOptions } from 'jose';
import { decodeJwt, decodeProtectedHeader, errors, jwtVerify } from 'jose';
import {
  missingToken,
  tokenExpired,
  tokenInvalid,
  tokenUndecodable,
  tokenWithoutSubject,
  tokenWrongAudience,
  tokenWrongIssuer,
  wrongAuthorizationFormat,
} from '../inspections/problems/access.ts';
import { Problem } from '../inspections/problems/problem.ts';
import { isStorable } from '../inspections/storable-text.ts';
import { createKeySource, type FindKey, type KeySource } from './key-source.ts';
import { createKnownTokens, type TokenHolder } from './known-tokens.ts';

type TokenVerifierOptions = {
  issuer: string | string[];
  audience: string;
  keys: KeySource;
  /** The claim that names the organization, taken literally: `https://example.com/org` is one name, not a path. */
  organizationClaim: string;
};

/** `beforeChecking` is called where the token is not known to be good, and may refuse to go on. */
export type VerifyToken = (
  authorizationHeader: string | undefined,
  beforeChecking?: () => void,
) => Promise<TokenHolder>;

// Asymmetric only: an HS* token could be signed by anyone who has read the public key.
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

const PREFIX = /^(?:monk_core_api|walkaround):/;

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];

const permissionsOf = (payload: JWTPayload): ReadonlySet<string> => {
  const scopes = typeof payload.scope === 'string' ? payload.scope.split(' ') : [];
  const names = [...strings(payload.permissions), ...scopes].map((name) => name.replace(PREFIX, ''));
  return new Set(names.filter((name) => name !== ''));
};

/** As OpenID Connect bounds a subject. Longer ones would not fit into the indexes of the database. */
const LONGEST_ID = 255;

/** What the service writes beside everything that somebody makes. */
const isUsableId = (id: string) => id !== '' && id.length <= LONGEST_ID && isStorable(id);

const organizationOf = (payload: JWTPayload, claim: string): string | null => {
  const value = Object.hasOwn(payload, claim) ? payload[claim] : null;
  return typeof value === 'string' && value !== '' ? value : null;
};

/** Only shown, so what cannot be kept of it is replaced; cutting may split a character too. */
const nameOf = ({ name, email }: JWTPayload): string | undefined =>
  [name, email]
    .find((text): text is string => typeof text === 'string' && text !== '')
    ?.slice(0, 200)
    .replaceAll('\0', '\ufffd')
    .toWellFormed();

const bearerToken = (header: string | undefined): string => {
  if (header === undefined || header.trim() === '') throw missingToken();
  const token = /^Bearer +(\S+) *$/i.exec(header)?.[1];
  if (token === undefined) throw wrongAuthorizationFormat();
  return token;
};

const assertDecodable = (token: string) => {
  try {
    decodeProtectedHeader(token);
    decodeJwt(token);
  } catch {
    throw tokenUndecodable();
  }
};

const explain = (error: unknown): unknown => {
  if (error instanceof Problem) return error;
  if (error instanceof errors.JWTExpired) return tokenExpired();
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'aud') return tokenWrongAudience();
    if (error.claim === 'iss') return tokenWrongIssuer();
    // The payload lacks what every token must have; the clients' sentence for it covers both.
    if (error.claim === 'sub' || (error.claim === 'exp' && error.reason === 'missing'))
      return tokenWithoutSubject();
    return tokenInvalid();
  }
  if (error instanceof errors.JWSInvalid || error instanceof errors.JWTInvalid) return tokenUndecodable();
  if (error instanceof errors.JOSEError) return tokenInvalid();
  return error;
};

/** A token without a key id may fit several keys of the set: one of them has to have signed it. */
const verifyWithAnyKey = async (
  token: string,
  findKey: FindKey,
  options: JWTVerifyOptions,
): Promise<JWTPayload> => {
  try {
    return (await jwtVerify(token, findKey, options)).payload;
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    for await (const key of error) {
      try {
        return (await jwtVerify(token, key, options)).payload;
      } catch (failure) {
        if (!(failure instanceof errors.JWSSignatureVerificationFailed)) throw failure;
      }
    }
    throw error;
  }
};

export const createTokenVerifier = (options: TokenVerifierOptions): VerifyToken => {
  const findKey = createKeySource(options.keys);
  const knownTokens = createKnownTokens();
  const checks: JWTVerifyOptions = {
    algorithms: ALGORITHMS,
    issuer: options.issuer,
    audience: options.audience,
    requiredClaims: ['sub', 'exp'],
    clockTolerance: 5,
  };
  return async (authorizationHeader, beforeChecking) => {
    const token = bearerToken(authorizationHeader);
    const known = knownTokens.find(token);
    if (known) return known;
    if (!knownTokens.wasGood(token)) beforeChecking?.();
    assertDecodable(token);
    const payload = await verifyWithAnyKey(token, findKey, checks).catch((error) => {
      throw explain(error);
    });
    const organization_id = organizationOf(payload, options.organizationClaim);
    if (typeof payload.sub !== 'string' || ![payload.sub, organization_id ?? 'none'].every(isUsableId))
      throw tokenWithoutSubject();
    const actor = {
      user_id: payload.sub,
      organization_id,
      permissions: permissionsOf(payload),
      name: nameOf(payload),
      token_ends_at: payload.exp! * 1000,
    };
    knownTokens.keep(token, actor);
    return actor;
  };
};
