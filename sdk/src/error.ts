export type FieldError = { path: string; message: string };

type Details = {
  /** 0: there was no answer. */
  status?: number;
  errors?: FieldError[];
  requestId?: string;
  retryAfterSeconds?: number;
  cause?: unknown;
};

/**
 * Everything that this SDK throws, but for what your own AbortSignal says. Branch on `code`, which is the
 * service's own or one of: `network_error`, `timeout`, `unreadable_answer`, `task_failed`, `invalid_id`.
 */
export class WalkaroundError extends Error {
  override name = 'WalkaroundError';
  code: string;
  status: number;
  /** Each wrong field of the request. */
  errors: FieldError[];
  /** Under which the service has logged the request. */
  requestId: string | undefined;
  retryAfterSeconds: number | undefined;

  constructor(code: string, message: string, details: Details = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.status = details.status ?? 0;
    this.errors = details.errors ?? [];
    this.requestId = details.requestId;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

const BUSY = new Set([429, 502, 503, 504]);

/** What may be gone when the same request is sent again. */
export const isPassing = (error: unknown): error is WalkaroundError =>
  error instanceof WalkaroundError &&
  (BUSY.has(error.status) || error.code === 'network_error' || error.code === 'timeout');

/** Seconds, or a date. */
const secondsIn = (header: string | null): number | undefined => {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
};

type Problem = { code: string; message: string; errors?: FieldError[] };

const problemIn = (text: string): Problem | undefined => {
  try {
    const problem = JSON.parse(text);
    return typeof problem?.code === 'string' && typeof problem.message === 'string' ? problem : undefined;
  } catch {
    return undefined;
  }
};

/** An answer that is a refusal; a proxy in between may have given it in a form of its own. */
export const refusalOf = async (response: Response): Promise<WalkaroundError> => {
  const { status, headers } = response;
  const problem = problemIn(await response.text());
  return new WalkaroundError(
    problem?.code ?? 'unreadable_answer',
    problem?.message ?? `The answer was ${status}, and not one of the service: something stands in between.`,
    {
      status,
      errors: problem?.errors,
      requestId: headers.get('x-request-id') ?? undefined,
      retryAfterSeconds: secondsIn(headers.get('retry-after')),
    },
  );
};
