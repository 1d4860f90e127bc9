/** Who is not let in, what a caller may see but not do, and what it may not even see. */
import { Problem } from './problem.ts';

// Client libraries match these sentences literally: they are part of the interface.
export const missingToken = () => new Problem('missing_token', 'Authorization header is required');

export const wrongAuthorizationFormat = () =>
  new Problem(
    'wrong_authorization_format',
    'Wrong authorization header format, should be in the format : Bearer TOKEN',
  );

export const tokenExpired = () => new Problem('token_expired', 'Token is expired');

export const tokenUndecodable = () => new Problem('token_undecodable', 'Token decode failed');

export const tokenInvalid = () => new Problem('token_invalid', 'Invalid authentication token in request.');

export const tokenWrongAudience = () =>
  new Problem('token_wrong_audience', 'Token audience invalid, please check audience');

export const tokenWrongIssuer = () =>
  new Problem('token_wrong_issuer', 'Token issuer invalid, please check issuer');

export const tokenWithoutSubject = () => new Problem('token_payload_unknown', 'Token payload schema unknown');

export const identityProviderUnavailable = (cause?: unknown) =>
  new Problem(
    'identity_provider_unavailable',
    'The identity provider does not answer at the moment, so the token cannot be checked. Try again in a few seconds.',
    { retryAfterSeconds: 3, cause },
  );

export const forbidden = (permission: string) =>
  new Problem('forbidden', `This needs the permission ${permission}, which the token does not carry.`);

export const signedUrlInvalid = () =>
  new Problem(
    'signed_url_invalid',
    'The signature of this link is not valid. Read the image again to get a new one.',
  );

export const signedUrlExpired = () =>
  new Problem('signed_url_expired', 'This link has expired. Read the image again to get a new one.');

export const shareLinkOver = () =>
  new Problem(
    'not_found',
    'This link does not work: it has expired, was revoked, or is incomplete. Ask the sender for a new one.',
  );

export const notFound = (what: string) => new Problem('not_found', `There is no such ${what}.`);

export const consoleNotBuilt = () =>
  new Problem(
    'not_found',
    'The console is not built. Stop the service and start it with npm start, which builds it. The API works without it.',
  );

export const noLiveConfig = () =>
  new Problem(
    'not_found',
    'There is no live configuration with this name. The operator adds it as a JSON file to the folder LIVE_CONFIGS_DIR. Its name may have letters, digits, - and _.',
  );

export const liveConfigUnusable = (id: string, reason: string) =>
  new Problem(
    'live_config_unusable',
    `The live configuration ${id} cannot be used: ${reason}. The operator has to correct the file.`,
  );
