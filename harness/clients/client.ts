import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { signToken, type TokenWishes } from '../services/issuer.ts';
import { assertDocumented } from './contract.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sends; the tests look into it.
export type Body = any;
export type Answer = { status: number; headers: Headers; body: Body };

type Request = {
  headers?: Record<string, string>;
  json?: unknown;
  body?: RequestInit['body'];
  normalized?: boolean;
};

export type Client = ReturnType<typeof clientOf>;

const NORMALIZED = 'application/vnd.walkaround.normalized+json';

/** A plain HTTP client. Every answer it gets is also checked against the published OpenAPI document. */
export const clientOf = (baseUrl: string, token: string | null) => {
  const send = async (method: string, path: string, request: Request = {}): Promise<Answer> => {
    const response = await fetch(path.startsWith('http') ? path : baseUrl + path, {
      method,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(request.json !== undefined && { 'content-type': 'application/json' }),
        ...(request.normalized && { accept: NORMALIZED }),
        ...request.headers,
      },
      body: request.json !== undefined ? JSON.stringify(request.json) : request.body,
    });
    const type = response.headers.get('content-type') ?? '';
    const body: Body = /json/.test(type) ? await response.json() : Buffer.from(await response.arrayBuffer());
    await assertDocumented(baseUrl, method, path, response.status, type, body);
    return { status: response.status, headers: response.headers, body };
  };
  return {
    baseUrl,
    token,
    get: (path: string, request?: Request) => send('GET', path, request),
    post: (path: string, json?: unknown, request?: Request) => send('POST', path, { json, ...request }),
    patch: (path: string, json?: unknown, request?: Request) => send('PATCH', path, { json, ...request }),
    delete: (path: string, request?: Request) => send('DELETE', path, request),
    send,
    /** The multipart upload of the client libraries: json, then the file. */
    upload: (
      path: string,
      json: unknown,
      file: Buffer,
      request: Request & { name?: string; type?: string } = {},
    ) => {
      const form = new FormData();
      form.append('json', JSON.stringify(json));
      form.append(
        'image',
        new File([new Uint8Array(file)], request.name ?? 'photo.jpeg', {
          type: request.type ?? 'image/jpeg',
        }),
      );
      return send('POST', path, { ...request, body: form });
    },
  };
};

const clientAt = async (url: string, wishes: TokenWishes) => {
  const user = wishes.user ?? `user-${randomUUID()}`;
  return clientOf(`${url}/v1`, await signToken(inject('issuerKey'), { ...wishes, user }));
};

/** A client of the shared service, which has no models; a user nobody else uses, unless one is named. */
export const client = (wishes: TokenWishes = {}) => clientAt(inject('serviceUrl'), wishes);

/** The same of the shared service whose models analyze the photos. */
export const clientWithModels = (wishes: TokenWishes = {}) =>
  clientAt(inject('serviceWithModelsUrl'), wishes);

/**
 * Asks again until the answer is as wanted: often at first, and after a pause of a tenth of the time that has passed
 * later, for every question takes processor time from what it waits for.
 */
export const until = async <T>(
  ask: () => Promise<T>,
  wanted: (answer: T) => boolean,
  withinMs = 30_000,
): Promise<T> => {
  const begin = Date.now();
  for (;;) {
    const answer = await ask();
    if (wanted(answer)) return answer;
    const passed = Date.now() - begin;
    if (passed > withinMs)
      throw new Error(`Not so within ${withinMs} ms: ${JSON.stringify(answer).slice(0, 2000)}`);
    await new Promise((resolve) => setTimeout(resolve, Math.min(Math.max(50, passed / 10), 250)));
  }
};
