import { isPassing, refusalOf, WalkaroundError } from './error.ts';
import { backoffMs, pause } from './pause.ts';
import { type Attached, multipart, type OnProgress, randomKey, sendWithProgress } from './upload.ts';

export type ClientOptions = {
  /** Where the service is, with or without /v1. */
  baseUrl: string;
  /** The access token; asked for with every request, and once more with `expired` when it was refused. */
  getToken: (why: { expired: boolean }) => string | Promise<string>;
  /** How often a request is sent again after a lost connection, 429, 502, 503 or 504. Usually 4. */
  retries?: number;
  /** For one attempt at a request without a file. Usually a minute. */
  timeoutMs?: number;
  fetch?: typeof globalThis.fetch;
};

export type CallOptions = {
  signal?: AbortSignal;
  /** Of a POST. One is made up; give your own to be able to repeat the request after a restart. */
  idempotencyKey?: string;
};

export type UploadOptions = CallOptions & { onProgress?: OnProgress };

export type Call = {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  path: string;
  query?: object;
  json?: unknown;
  /** Sent after `json` in a multipart body, each under the name `field`. */
  files?: readonly Attached[];
  headers?: Record<string, string>;
  /** The answer has no end that could be late. */
  endless?: boolean;
  /** It needs no token, and whoever asks may have none. */
  open?: boolean;
};

/** The answer is JSON unless it is read in another way. */
export type Request = <T>(
  call: Call,
  options?: UploadOptions,
  read?: (response: Response) => Promise<T>,
) => Promise<T>;

const LONGEST_WAIT_SECONDS = 60;

/** Fills the ids into an address. */
export const path = (parts: TemplateStringsArray, ...ids: string[]): string =>
  parts.reduce((address, part, i) => {
    const id = ids[i - 1]!;
    if (id === '' || id === '.' || id === '..')
      throw new WalkaroundError('invalid_id', `"${id}" is not an id. Give the one that the service gave.`);
    return address + encodeURIComponent(id) + part;
  });

const addressOf = (baseUrl: string, { path, query = {} }: Call) => {
  const base = baseUrl.replace(/\/+$/, '').replace(/\/v1$/, '');
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return `${base}/v1${path}${search && '?'}${search}`;
};

const failureOf = (error: unknown): WalkaroundError => {
  if (error instanceof WalkaroundError) return error;
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return new WalkaroundError('timeout', 'The service did not answer in time. Try again.', { cause: error });
  const message = 'The service could not be reached. Check its address and the network, and try again.';
  return new WalkaroundError('network_error', message, { cause: error });
};

const jsonOf = <T>(response: Response) => response.json() as Promise<T>;

/** Every request goes through here: the token, the key that makes repeating safe, and the repeating. */
export const requester = (client: ClientOptions): Request => {
  const { baseUrl, getToken, retries = 4, timeoutMs = 60_000, fetch = globalThis.fetch } = client;
  let refreshing: Promise<string> | undefined;

  /** Requests that are refused at the same time share one fresh token. */
  const freshToken = () => {
    refreshing ??= Promise.resolve(getToken({ expired: true })).finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  };

  const attempt = (call: Call, headers: Headers, body: string | Blob | undefined, options: UploadOptions) => {
    const url = addressOf(baseUrl, call);
    const { onProgress } = options;
    const limits = [options.signal, call.files || call.endless ? undefined : AbortSignal.timeout(timeoutMs)];
    const signals = limits.filter((limit) => limit !== undefined);
    const signal = signals.length > 0 ? AbortSignal.any(signals) : undefined;
    const sending = { method: call.method, headers, signal };
    return body instanceof Blob && onProgress
      ? sendWithProgress(fetch, url, { ...sending, body }, onProgress)
      : fetch(url, { ...sending, body });
  };

  return async (call, options = {}, read = jsonOf) => {
    const body = call.files
      ? multipart(call.json, call.files)
      : call.json === undefined
        ? undefined
        : JSON.stringify(call.json);
    const headers = new Headers({ accept: 'application/vnd.walkaround.normalized+json', ...call.headers });
    if (body instanceof Blob) headers.set('content-type', body.type);
    else if (body !== undefined) headers.set('content-type', 'application/json');
    if (call.method === 'POST') headers.set('idempotency-key', options.idempotencyKey ?? randomKey());
    if (!call.open) headers.set('authorization', `Bearer ${await getToken({ expired: false })}`);

    for (let repeats = 0, refreshed = false; ; ) {
      options.signal?.throwIfAborted();
      try {
        const response = await attempt(call, headers, body, options);
        if (response.ok) return await read(response);
        throw await refusalOf(response);
      } catch (error) {
        options.signal?.throwIfAborted();
        const failure = failureOf(error);
        if (failure.status === 401 && !call.open && !refreshed) {
          refreshed = true;
          headers.set('authorization', `Bearer ${await freshToken()}`);
          continue;
        }
        const { retryAfterSeconds = 0 } = failure;
        if (!isPassing(failure) || repeats === retries || retryAfterSeconds > LONGEST_WAIT_SECONDS)
          throw failure;
        await pause(Math.max(retryAfterSeconds * 1000, backoffMs(repeats)), options.signal);
        repeats += 1;
      }
    }
  };
};
