/**
 * Everything that can be refused, in one closed list. Each entry carries the HTTP status that its
 * cause has by convention, a stable code for programs and a plain sentence for people. The sentence
 * says what is wrong and, where there is one, the cure.
 */
export type FieldError = { path: string; message: string };

export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: FieldError[];
  readonly retryAfterSeconds: number | undefined;
  /** What programs read beside the code, under the name that HTTP has for it. */
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    code: string,
    message: string,
    extra: {
      errors?: FieldError[];
      retryAfterSeconds?: number;
      headers?: Record<string, string>;
      cause?: unknown;
    } = {},
  ) {
    super(message, extra.cause === undefined ? undefined : { cause: extra.cause });
    this.name = 'Problem';
    this.status = status;
    this.code = code;
    this.errors = extra.errors ?? [];
    this.retryAfterSeconds = extra.retryAfterSeconds;
    this.headers = extra.headers ?? {};
  }
}

const describe = (errors: FieldError[]) =>
  errors
    .slice(0, 3)
    .map((e) => (e.path ? `${e.path}: ${e.message}` : e.message))
    .join(' ') + (errors.length > 3 ? ` And ${errors.length - 3} more.` : '');

// 400 and 401: the request cannot be read, or nobody known sent it.
// Client libraries match the 401 sentences literally: they are part of the interface.
export const malformedRequest = (message: string) => new Problem(400, 'malformed_request', message);
export const missingToken = () => new Problem(401, 'missing_token', 'Authorization header is required');
export const wrongAuthorizationFormat = () =>
  new Problem(
    401,
    'wrong_authorization_format',
    'Wrong authorization header format, should be in the format : Bearer TOKEN',
  );
export const tokenExpired = () => new Problem(401, 'token_expired', 'Token is expired');
export const tokenUndecodable = () => new Problem(401, 'token_undecodable', 'Token decode failed');
export const tokenInvalid = () =>
  new Problem(401, 'token_invalid', 'Invalid authentication token in request.');
export const tokenWrongAudience = () =>
  new Problem(401, 'token_wrong_audience', 'Token audience invalid, please check audience');
export const tokenWrongIssuer = () =>
  new Problem(401, 'token_wrong_issuer', 'Token issuer invalid, please check issuer');
export const tokenWithoutSubject = () =>
  new Problem(401, 'token_payload_unknown', 'Token payload schema unknown');

export const clientGone = () =>
  new Problem(
    400,
    'client_gone',
    'The connection ended before the answer was ready. Send the request again.',
  );

// 403 and 404: what a caller may see but not do, and what it may not even see.
export const forbidden = (permission: string) =>
  new Problem(403, 'forbidden', `This needs the permission ${permission}, which the token does not carry.`);
export const signedUrlInvalid = () =>
  new Problem(
    403,
    'signed_url_invalid',
    'The signature of this link is not valid. Read the image again to get a new one.',
  );
export const signedUrlExpired = () =>
  new Problem(403, 'signed_url_expired', 'This link has expired. Read the image again to get a new one.');
export const notFound = (what: string) => new Problem(404, 'not_found', `There is no such ${what}.`);
export const shareLinkOver = () =>
  new Problem(
    404,
    'not_found',
    'This link does not work: it has expired, was revoked, or is incomplete. Ask the sender for a new one.',
  );
export const consoleNotBuilt = () =>
  new Problem(
    404,
    'not_found',
    'The console is not built. Stop the service and start it with npm start, which builds it. The API works without it.',
  );

export const noLiveConfig = () =>
  new Problem(
    404,
    'not_found',
    'There is no live configuration with this name. The operator adds it as a JSON file to the folder LIVE_CONFIGS_DIR. Its name may have letters, digits, - and _.',
  );

// 405: the address is there, and something else is done with it.
export const methodNotAllowed = (method: string, allowed: readonly string[]) =>
  new Problem(
    405,
    'method_not_allowed',
    `This address does not take ${method}. It takes ${allowed.join(', ')}. See /docs.`,
    { headers: { allow: allowed.join(', ') } },
  );

// 408 and 409: right in form, wrong at this time.
export const illegalTransition = (task: string, from: string, to: string, allowed: readonly string[]) => {
  const cure = () => {
    if (from === 'DONE' && to === 'TODO') return 'To run it once more, send "again": true with the status.';
    if (allowed.length > 0) return `It can become ${allowed.join(' or ')}.`;
    return from === 'VALIDATED'
      ? 'Withdraw its validation first: send "status": "DONE" with "withdraw": true.'
      : 'Wait until it has ended.';
  };
  return new Problem(
    409,
    'illegal_transition',
    `The task ${task} is ${from} and cannot become ${to}. ${cure()}`,
  );
};
export const taskAlreadyStarted = (task: string, status: string) =>
  new Problem(
    409,
    'task_already_started',
    `The task ${task} has already started (it is ${status}), so its images and arguments can no longer change. Create a new inspection to add more.`,
  );
export const imageInUse = (task: string, status: string, authorized: readonly string[]) =>
  new Problem(
    409,
    'image_in_use',
    `The task ${task} of this image is ${status}, and the image may go only while its tasks are ${authorized.join(' or ')}. Name more in authorized_tasks_statuses.`,
  );
export const imageBeingAnalysed = (task: string, status: string) =>
  new Problem(
    409,
    'image_in_use',
    `The task ${task} is about to analyze this image (it is ${status}). Delete the image when the task has ended.`,
  );
export const requestTooSlow = () =>
  new Problem(408, 'request_too_slow', 'The request did not arrive in time. Send it again.');
export const nothingToCompare = (message: string) => new Problem(409, 'nothing_to_compare', message);
export const conflict = (message: string) => new Problem(409, 'conflict', message);

// 413, 415, 416, 422: input that can be read and is not acceptable.
export const tooLarge = (message: string) => new Problem(413, 'too_large', message);
export const unsupportedMediaType = (message: string) => new Problem(415, 'unsupported_media_type', message);
export const rangeNotSatisfiable = (size: number) =>
  new Problem(
    416,
    'range_not_satisfiable',
    `The file has ${size} bytes. The requested range lies outside the file.`,
    { headers: { 'content-range': `bytes */${size}` } },
  );
export const invalidInput = (errors: FieldError[]) =>
  new Problem(422, 'invalid_input', `The request is not valid: ${describe(errors)}`, { errors });
export const invalidField = (path: string, message: string) => invalidInput([{ path, message }]);
export const invalidImage = (message: string) => new Problem(422, 'invalid_image', message);
export const pictureTooCostly = (what: string) =>
  invalidImage(`Decoding the picture takes ${what}. Send it smaller, or as an ordinary JPEG.`);
export const invalidPdf = (message: string) => new Problem(422, 'invalid_pdf', message);
export const fileCutShort = (present: number, size: number) =>
  invalidImage(
    `Its file is damaged: ${present} of ${size} bytes are there. Restore it from a backup, or send the photo again.`,
  );
export const noPhotoReadable = (count: number, reasons: string[]) =>
  new Problem(
    422,
    'no_photo_readable',
    `None of the ${count} photos could be analyzed. ${reasons.slice(0, 3).join(' ')}`,
  );
export const imageUnreachable = (message: string) => new Problem(422, 'image_unreachable', message);
export const forbiddenAddress = (message: string) => new Problem(422, 'forbidden_address', message);
export const idempotencyKeyReused = () =>
  new Problem(
    422,
    'idempotency_key_reused',
    'This Idempotency-Key was used for another request. Use a new key for a new request.',
  );
export const limitReached = (message: string) => new Problem(422, 'limit_reached', message);
export const pdfNotRequested = () =>
  new Problem(
    422,
    'pdf_not_requested',
    'PDF has not been required to be generated. Ask for it with POST on this path.',
  );
export const pdfInProgress = () =>
  new Problem(422, 'pdf_in_progress', 'PDF is being generated. Ask again in a moment.');

// 429, 431 and 5xx: not now, or not so.
export const tooManyRequests = (retryAfterSeconds: number) =>
  new Problem(429, 'too_many_requests', `Too many requests. Try again in ${retryAfterSeconds} s.`, {
    retryAfterSeconds,
  });
export const tooManyStreams = (most: number) =>
  new Problem(
    429,
    'too_many_streams',
    `There are ${most} open event streams, which is the limit. Close some of them, or use webhooks.`,
    { retryAfterSeconds: 15 },
  );
export const headersTooLarge = () =>
  new Problem(
    431,
    'headers_too_large',
    'The headers or the address of the request are too long. Shorten them.',
  );
export const internalError = () =>
  new Problem(
    500,
    'internal_error',
    'Something went wrong in the service. Look for the request id in the log.',
  );
export const modelsFailed = (reason: string) =>
  new Problem(
    500,
    'models_failed',
    'Something went wrong during the analysis of the photo. Try again. The log contains the cause.',
    { cause: new Error(reason) },
  );
export const decodersFailed = (reason: string) =>
  new Problem(
    500,
    'decoders_failed',
    'Pictures cannot be decoded, because the decoder process does not start. The log contains the reason.',
    { cause: new Error(reason) },
  );
export const modelUnusable = (message: string) => new Problem(500, 'model_unusable', message);
export const liveConfigUnusable = (id: string, reason: string) =>
  new Problem(
    500,
    'live_config_unusable',
    `The live configuration ${id} cannot be used: ${reason}. The operator has to correct the file.`,
  );
export const pdfFailed = (message: string) => new Problem(500, 'pdf_failed', message);
export const databaseUnavailable = (cause?: unknown) =>
  new Problem(
    503,
    'database_unavailable',
    'The database does not answer at the moment. Try again in a few seconds.',
    {
      retryAfterSeconds: 3,
      cause,
    },
  );
export const databaseFull = (cause: unknown) =>
  new Problem(
    503,
    'storage_full',
    'The disk of the database is full, so nothing was stored. Try again when the operator has freed space.',
    { retryAfterSeconds: 60, cause },
  );
const storageFull = (cause: unknown) =>
  new Problem(
    503,
    'storage_full',
    'The file storage is full, so the file was not stored. Send it again when the operator has freed space.',
    { retryAfterSeconds: 60, cause },
  );
const isFull = (cause: unknown) =>
  cause instanceof Error && 'code' in cause && (cause.code === 'ENOSPC' || cause.code === 'EDQUOT');
export const storageUnavailable = (cause?: unknown) =>
  isFull(cause)
    ? storageFull(cause)
    : new Problem(
        503,
        'storage_unavailable',
        'The file storage does not work at the moment. Try again in a few seconds.',
        { retryAfterSeconds: 3, cause },
      );
export const pictureNotReady = () =>
  new Problem(
    503,
    'picture_not_ready',
    'Plates and faces on this photo are still being blurred. Try again in a few seconds.',
    { retryAfterSeconds: 2 },
  );
export const pictureRefused = (reason: string) =>
  new Problem(
    503,
    'picture_refused',
    `Plates and faces on this photo could not be blurred, so it is not shown. ${reason} It is being tried again.`,
    { retryAfterSeconds: 10 },
  );
export const modelsBusy = (waiting: number) =>
  new Problem(
    503,
    'models_busy',
    `Already ${waiting} photos wait for analysis, which is the limit. Try again in a few seconds.`,
    { retryAfterSeconds: 5 },
  );
export const decodersBusy = (waiting: number) =>
  new Problem(
    503,
    'decoders_busy',
    `Already ${waiting} pictures wait to be decoded, which is the limit. Try again in a few seconds.`,
    { retryAfterSeconds: 5 },
  );
export const identityProviderUnavailable = (cause?: unknown) =>
  new Problem(
    503,
    'identity_provider_unavailable',
    'The identity provider does not answer at the moment, so the token cannot be checked. Try again in a few seconds.',
    { retryAfterSeconds: 3, cause },
  );
export const shuttingDown = () =>
  new Problem(503, 'shutting_down', 'The service is stopping. Try again in a few seconds.', {
    retryAfterSeconds: 3,
  });
