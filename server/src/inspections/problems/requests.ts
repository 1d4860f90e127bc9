/** What is wrong with a request, whatever it asks for. */
import { type FieldError, Problem } from './problem.ts';

export const malformedRequest = (message: string) => new Problem('malformed_request', message);

export const clientGone = () =>
  new Problem('client_gone', 'The connection ended before the answer was ready. Send the request again.');

export const requestTooSlow = () =>
  new Problem('request_too_slow', 'The request did not arrive in time. Send it again.');

export const headersTooLarge = () =>
  new Problem('headers_too_large', 'The headers or the address of the request are too long. Shorten them.');

export const methodNotAllowed = (method: string, allowed: readonly string[]) =>
  new Problem(
    'method_not_allowed',
    `This address does not take ${method}. It takes ${allowed.join(', ')}. See /docs.`,
    { headers: { allow: allowed.join(', ') } },
  );

export const unsupportedMediaType = (message: string) => new Problem('unsupported_media_type', message);

export const rangeNotSatisfiable = (size: number) =>
  new Problem(
    'range_not_satisfiable',
    `The file has ${size} bytes. The requested range lies outside the file.`,
    { headers: { 'content-range': `bytes */${size}` } },
  );

export const tooLarge = (message: string) => new Problem('too_large', message);

const describe = (errors: FieldError[]) =>
  errors
    .slice(0, 3)
    .map((e) => (e.path ? `${e.path}: ${e.message}` : e.message))
    .join(' ') + (errors.length > 3 ? ` And ${errors.length - 3} more.` : '');

export const invalidInput = (errors: FieldError[]) =>
  new Problem('invalid_input', `The request is not valid: ${describe(errors)}`, { errors });

export const invalidField = (path: string, message: string) => invalidInput([{ path, message }]);

export const limitReached = (message: string) => new Problem('limit_reached', message);

export const idempotencyKeyReused = () =>
  new Problem(
    'idempotency_key_reused',
    'This Idempotency-Key was used for another request. Use a new key for a new request.',
  );

export const conflict = (message: string) => new Problem('conflict', message);

export const tooManyRequests = (retryAfterSeconds: number) =>
  new Problem('too_many_requests', `Too many requests. Try again in ${retryAfterSeconds} s.`, {
    retryAfterSeconds,
  });

export const tooManyStreams = (most: number) =>
  new Problem(
    'too_many_streams',
    `There are ${most} open event streams, which is the limit. Close some of them, or use webhooks.`,
    { retryAfterSeconds: 15 },
  );

export const internalError = () =>
  new Problem('internal_error', 'Something went wrong in the service. Look for the request id in the log.');

export const shuttingDown = () =>
  new Problem('shutting_down', 'The service is stopping. Try again in a few seconds.', {
    retryAfterSeconds: 3,
  });
