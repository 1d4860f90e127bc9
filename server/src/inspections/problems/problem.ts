/**
 * Everything that can be refused is a factory in this folder. Each refusal has a kind, which is all that the code
 * decides by, a stable code for programs and a plain sentence for people. The sentence says what is wrong and, where
 * there is one, the cure. Which HTTP status follows is known to `http/` alone.
 */
export type ProblemKind =
  /** It cannot be read, or is not the request that this address takes. */
  | 'request'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  /** Right in form, wrong at this time. */
  | 'conflict'
  /** It can be read and is not acceptable. */
  | 'input'
  /** Too much at a time from one caller. */
  | 'throttled'
  /** A fault of the service: trying again does not help. */
  | 'ours'
  /** The service is busy or something that it needs does not answer: later it may work. */
  | 'temporary'
  /** The database cannot be reached or cannot work. Whether it stored what it was last told is not known. */
  | 'away'
  /** There is no room left for rows or files. Nothing was stored. */
  | 'full';

/** What programs branch on. The console has a sentence for each, in each of its languages. */
export const PROBLEM_CODES = [
  'malformed_request',
  'client_gone',
  'missing_token',
  'wrong_authorization_format',
  'token_expired',
  'token_undecodable',
  'token_invalid',
  'token_wrong_audience',
  'token_wrong_issuer',
  'token_payload_unknown',
  'forbidden',
  'signed_url_invalid',
  'signed_url_expired',
  'not_found',
  'method_not_allowed',
  'request_too_slow',
  'illegal_transition',
  'task_already_started',
  'image_in_use',
  'nothing_to_compare',
  'conflict',
  'too_large',
  'unsupported_media_type',
  'range_not_satisfiable',
  'invalid_input',
  'invalid_image',
  'invalid_pdf',
  'no_photo_readable',
  'image_unreachable',
  'forbidden_address',
  'idempotency_key_reused',
  'limit_reached',
  'pdf_not_requested',
  'pdf_in_progress',
  'too_many_requests',
  'too_many_streams',
  'headers_too_large',
  'internal_error',
  'models_failed',
  'decoders_failed',
  'model_unusable',
  'live_config_unusable',
  'pdf_failed',
  'database_unavailable',
  'storage_full',
  'storage_unavailable',
  'picture_not_ready',
  'picture_refused',
  'models_busy',
  'decoders_busy',
  'identity_provider_unavailable',
  'shutting_down',
  'suspicion_confirmed',
  'being_erased',
  'not_your_comment',
] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];

export type FieldError = { path: string; message: string };

export class Problem extends Error {
  readonly kind: ProblemKind;
  readonly code: ProblemCode;
  readonly errors: FieldError[];
  readonly retryAfterSeconds: number | undefined;
  /** What programs read beside the code, under the name that HTTP has for it. */
  readonly headers: Record<string, string>;

  constructor(
    kind: ProblemKind,
    code: ProblemCode,
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
    this.kind = kind;
    this.code = code;
    this.errors = extra.errors ?? [];
    this.retryAfterSeconds = extra.retryAfterSeconds;
    this.headers = extra.headers ?? {};
  }
}

const LATER: readonly ProblemKind[] = ['temporary', 'away', 'full'];

/** Whether the same may work later with nothing changed by the caller. */
export const isTemporary = (error: unknown): boolean =>
  error instanceof Problem && LATER.includes(error.kind);
