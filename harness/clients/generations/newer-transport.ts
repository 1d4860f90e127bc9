/**
 * How the client libraries of generation 4 and 5 talk: always https, JSON in every answer, and refusals told by
 * what their message contains. It imports nothing, so that a browser can run it too.
 */

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sends; it is read as blindly as by the libraries.
export type Body = any;

export type ApiConfig = {
  /** Without a scheme: they put https before it. */
  apiDomain: string;
  thumbnailDomain: string;
  authToken: string;
  fetch: typeof fetch;
};

const INVALID_TOKEN = [
  'Token payload schema unknown',
  'Token decode failed',
  'Token audience invalid, please check audience',
  'Token issuer invalid, please check issuer',
  'Wrong authorization header format, should be in the format : Bearer TOKEN',
  'Invalid authentication token in request.',
];

/** Unguarded: a body without a message makes the libraries throw a TypeError in place of their own error. */
const nameOf = (status: number, body: Body): string => {
  if (status === 401 && body.message.includes('Authorization header is required')) return 'MissingToken';
  if (status === 401 && INVALID_TOKEN.some((words) => body.message.includes(words))) return 'InvalidToken';
  if (status === 401 && body.message.includes('Token is expired')) return 'TokenExpired';
  if (status === 422 && body.message.includes('PDF has not been required to be generated'))
    return 'UnavailablePdf';
  return 'HTTPError';
};

export class NetworkError extends Error {
  readonly status: number;
  readonly body: Body;
  constructor(status: number, body: Body) {
    super(body.message);
    this.name = nameOf(status, body);
    this.status = status;
    this.body = body;
  }
}

export type Send = (
  method: string,
  path: string,
  request?: { query?: Record<string, unknown>; json?: unknown; form?: FormData },
) => Promise<Body>;

const GIVES_UP_AFTER_MS = 30_000;

const queryOf = (query: Record<string, unknown> = {}) => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]));
  return given.length > 0 ? `?${search}` : '';
};

export const transport =
  (config: ApiConfig, sdkVersion: string): Send =>
  async (method, path, { query, json, form } = {}) => {
    const { authToken, apiDomain, fetch } = config;
    const response = await fetch(`https://${apiDomain.replace(/\/$/, '')}${path}${queryOf(query)}`, {
      method,
      headers: {
        accept: 'application/json, text/plain, */*',
        'access-control-allow-origin': '*',
        authorization: authToken.startsWith('Bearer ') ? authToken : `Bearer ${authToken}`,
        'x-monk-sdk-version': sdkVersion,
        ...(json !== undefined && { 'content-type': 'application/json' }),
      },
      body: json === undefined ? form : JSON.stringify(json),
      signal: AbortSignal.timeout(GIVES_UP_AFTER_MS),
    });
    const body = JSON.parse(await response.text());
    if (!response.ok) throw new NetworkError(response.status, body);
    return body;
  };

/** The part of a file says its extension where a media type belongs. */
export const fileForm = (json: Body, field: string, content: Blob, name: string): FormData => {
  const form = new FormData();
  form.append('json', JSON.stringify(json));
  const extension = name.split('.').at(-1)!;
  form.append(field, new File([content], name, { type: extension }));
  return form;
};
