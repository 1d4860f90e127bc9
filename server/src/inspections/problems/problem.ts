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

/**
 * The kind of each code. Codes are what programs branch on. The console has a sentence for each, in each of its languages.
 */
const KIND_OF_CODE = {
  malformed_request: 'request',
  client_gone: 'request',
  missing_token: 'unauthenticated',
  wrong_authorization_format: 'unauthenticated',
  token_expired: 'unauthenticated',
  token_undecodable: 'unauthenticated',
  token_invalid: 'unauthenticated',
  token_wrong_audience: 'unauthenticated',
  token_wrong_issuer: 'unauthenticated',
  token_payload_unknown: 'unauthenticated',
  forbidden: 'forbidden',
  signed_url_invalid: 'forbidden',
  signed_url_expired: 'forbidden',
  not_found: 'not_found',
  method_not_allowed: 'request',
  request_too_slow: 'request',
  illegal_transition: 'conflict',
  task_already_started: 'conflict',
  image_in_use: 'conflict',
  nothing_to_compare: 'conflict',
  conflict: 'conflict',
  too_large: 'input',
  unsupported_media_type: 'request',
  range_not_satisfiable: 'request',
  invalid_input: 'input',
  invalid_image: 'input',
  invalid_pdf: 'input',
  no_photo_readable: 'input',
  image_unreachable: 'input',
  forbidden_address: 'input',
  idempotency_key_reused: 'input',
  limit_reached: 'input',
  pdf_not_requested: 'input',
  pdf_in_progress: 'input',
  evidence_not_requested: 'conflict',
  evidence_in_progress: 'conflict',
  too_many_requests: 'throttled',
  too_many_streams: 'throttled',
  headers_too_large: 'request',
  internal_error: 'ours',
  models_failed: 'ours',
  decoders_failed: 'ours',
  model_unusable: 'ours',
  live_config_unusable: 'ours',
  pdf_failed: 'ours',
  evidence_failed: 'ours',
  database_unavailable: 'away',
  storage_full: 'full',
  storage_unavailable: 'temporary',
  picture_not_ready: 'temporary',
  picture_refused: 'temporary',
  models_busy: 'temporary',
  decoders_busy: 'temporary',
  identity_provider_unavailable: 'temporary',
  shutting_down: 'temporary',
  suspicion_confirmed: 'conflict',
  being_erased: 'conflict',
  contesting_closed: 'conflict',
  contest_open: 'conflict',
  contest_decided: 'conflict',
  contest_withdrawn: 'conflict',
  no_vin_or_plate: 'conflict',
  not_your_comment: 'forbidden',
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof KIND_OF_CODE;
export const PROBLEM_CODES = Object.keys(KIND_OF_CODE) as ProblemCode[];

export type FieldError = { path: string; message: string };

export class Problem extends Error {
  readonly kind: ProblemKind;
  readonly code: ProblemCode;
  readonly errors: FieldError[];
  readonly retryAfterSeconds: number | undefined;
  /** What programs read beside the code, under the name that HTTP has for it. */
  readonly headers: Record<string, string>;

  constructor(
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
    this.kind = KIND_OF_CODE[code];
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
