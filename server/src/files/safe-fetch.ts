/**
 * Requests to addresses that a client gave us. They may only reach the public internet: each name is
 * resolved here, each address checked, and the connection goes to the very address that was checked,
 * so that a name that changes its answer in between gains nothing. Redirects go the same way.
 */
import { lookup as resolve } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { forbiddenAddress, imageUnreachable } from '../inspections/problems/photos.ts';
import { Problem } from '../inspections/problems/problem.ts';
import { isPublicAddress } from './public-address.ts';

type FetchRequest = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** For everything together: names, redirects, the answer and its whole body. */
  timeoutMs: number;
  /** 0, the default, hands a redirect back as the answer. */
  maxRedirects?: number;
  allowPrivateAddresses?: boolean;
  signal?: AbortSignal;
};

type FetchAnswer = {
  status: number;
  /** The receiver has taken it. */
  accepted: boolean;
  headers: Record<string, string | string[] | undefined>;
  /** Read it to its end or destroy it. */
  body: Readable;
};

/** All of what was asked for is in the body. */
export const isWhole = ({ status }: FetchAnswer) => status === 200;

type MayReach = (address: string) => boolean;

export const safeFetch = (url: string, request: FetchRequest): Promise<FetchAnswer> =>
  fetchWhere(request.allowPrivateAddresses ? () => true : isPublicAddress, url, request);

/** How long a form waits for a name server; a name that is not known by then is tried when something is sent. */
const RESOLVE_MS = 2000;

/** False where the address leads into a private network for certain. A name that is not known may be known later. */
export const isOutside = async (url: string): Promise<boolean> => {
  const host = checkUrl(url).hostname.replace(/^\[|\]$/g, '');
  if (isIP(host)) return isPublicAddress(host);
  const unknown = sleep(RESOLVE_MS, [], { ref: false });
  const known = lookup(host, { all: true }).catch(() => []);
  const addresses = await Promise.race([known, unknown]);
  return addresses.length === 0 || addresses.some(({ address }) => isPublicAddress(address));
};

/** With the rule for addresses as an argument. */
export async function fetchWhere(
  mayReach: MayReach,
  url: string,
  request: FetchRequest,
): Promise<FetchAnswer> {
  const timeout = AbortSignal.timeout(request.timeoutMs);
  const signal = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout;
  const explain = (error: unknown) => {
    if (error instanceof Problem) return error;
    if (request.signal?.aborted) return imageUnreachable('The request was given up.');
    if (timeout.aborted)
      return imageUnreachable(`The address did not deliver everything within ${request.timeoutMs / 1000} s.`);
    return imageUnreachable(reason(error));
  };
  try {
    const answer = await follow(checkUrl(url), { ...request, signal }, mayReach, request.maxRedirects ?? 0);
    const { statusCode: status = 0, headers } = answer;
    const accepted = status >= 200 && status < 300;
    return { status, accepted, headers, body: explained(answer, explain) };
  } catch (error) {
    throw explain(error);
  }
}

async function follow(
  url: URL,
  request: FetchRequest,
  mayReach: MayReach,
  redirects: number,
): Promise<IncomingMessage> {
  const answer = await send(url, request, mayReach);
  const { location } = answer.headers;
  const redirected = [301, 302, 303, 307, 308].includes(answer.statusCode ?? 0) && location !== undefined;
  if (!redirected || !request.maxRedirects) return answer;
  answer.destroy();
  if (redirects === 0)
    throw imageUnreachable(`The address redirects more than ${request.maxRedirects} times.`);
  const next = checkUrl(location, url);
  return await follow(
    next,
    redirect(request, answer.statusCode!, next.origin === url.origin),
    mayReach,
    redirects - 1,
  );
}

/** As browsers do it: only 307 and 308 repeat the body. What the headers may hold is not for another host. */
function redirect(request: FetchRequest, status: number, sameOrigin: boolean): FetchRequest {
  const repeat = status === 307 || status === 308 || request.method === undefined || request.method === 'GET';
  return {
    ...request,
    method: repeat ? request.method : 'GET',
    body: repeat ? request.body : undefined,
    headers: sameOrigin && repeat ? request.headers : undefined,
  };
}

function checkUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  if (!url)
    throw forbiddenAddress('This is not a web address. Give one that begins with https:// or http://.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw forbiddenAddress(
      `Addresses that begin with ${url.protocol} are not followed. Give one with https:// or http://.`,
    );
  }
  if (url.username || url.password) {
    throw forbiddenAddress('The address must not hold a user name or a password. Use a signed link instead.');
  }
  return url;
}

function send(url: URL, request: FetchRequest, mayReach: MayReach): Promise<IncomingMessage> {
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  // A numeric host is never looked up, so it is checked here; the URL parser has undone every disguise.
  if (isIP(literal) && !mayReach(literal)) throw notPublic();
  return new Promise((resolve, reject) => {
    const sending = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method: request.method ?? 'GET',
      headers: { 'user-agent': 'Walkaround', ...endToEnd(request.headers), 'accept-encoding': 'identity' },
      lookup: lookupWhere(mayReach),
      signal: request.signal,
      agent: false,
    });
    sending.on('response', resolve).on('error', reject);
    sending.end(request.body);
  });
}

/** Headers that steer the connection are ours alone: with them a client could slip in a second request. */
const endToEnd = (headers: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !STEERING.has(name.toLowerCase())));
const STEERING = new Set(
  'host connection content-length transfer-encoding te trailer upgrade expect keep-alive proxy-connection'.split(
    ' ',
  ),
);

const lookupWhere =
  (mayReach: MayReach): LookupFunction =>
  (hostname, options, done) =>
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const reachable = error ? [] : addresses.filter(({ address }) => mayReach(address));
      const first = reachable[0];
      if (error) done(error, '');
      else if (!first) done(notPublic(), '');
      else if (options.all) done(null, reachable);
      else done(null, first.address, first.family);
    });

const notPublic = () =>
  forbiddenAddress(
    'The address leads into a private network, where the service does not go. Give a public one.',
  );

/** The body, whose failures read like all others. */
function explained(answer: IncomingMessage, explain: (error: unknown) => Problem): Readable {
  const body = Readable.from(
    (async function* () {
      try {
        yield* answer;
      } catch (error) {
        throw explain(error);
      }
    })(),
    { objectMode: false },
  );
  // Also when nobody ever read from it.
  return body.once('close', () => answer.destroy());
}

function reason(error: unknown): string {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (['ENOTFOUND', 'EAI_AGAIN', 'ENODATA'].includes(code))
    return 'The host of the address is not known. Check its spelling.';
  if (/CERT|SELF_SIGNED|ALTNAME|SIGNATURE|ERR_TLS|ERR_SSL|EPROTO/.test(code))
    return 'The host of the address has no valid certificate.';
  return 'The address does not answer, or breaks off. Check it in a browser.';
}
