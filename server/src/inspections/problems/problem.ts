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

export type FieldError = { path: string; message: string };

export class Problem extends Error {
  readonly kind: ProblemKind;
  readonly code: string;
  readonly errors: FieldError[];
  readonly retryAfterSeconds: number | undefined;
  /** What programs read beside the code, under the name that HTTP has for it. */
  readonly headers: Record<string, string>;

  constructor(
    kind: ProblemKind,
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
