import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

export const FAULTS = ['answers 500', 'is slow', 'closes early', 'loses the answer', 'hangs'] as const;
export type Fault = (typeof FAULTS)[number];

const SLOW_MS = 1000;

const forward = (to: string, request: IncomingMessage, body: Buffer): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { method, url, headers } = request;
    send(to + url, { method, headers }, resolve)
      .on('error', reject)
      .end(body);
  });

const giveBack = async (answer: IncomingMessage, response: ServerResponse, part = 1) => {
  const body = await buffer(answer);
  response.writeHead(answer.statusCode!, answer.headers);
  if (part === 1) return response.end(body);
  response.write(body.subarray(0, body.length * part), () => response.destroy());
};

/** Stands before a real store and fails as stores and networks do, for the methods and as often as it is told. */
export const startFaultyStore = async (endpoint: string) => {
  let fault: Fault | null = null;
  let methods: string[] = [];
  let left = 0;
  const counts: Record<string, number> = {};

  const takeFault = (method: string): Fault | null => {
    if (fault === null || left === 0 || !methods.includes(method)) return null;
    left -= 1;
    counts[`${method} ${fault}`] = (counts[`${method} ${fault}`] ?? 0) + 1;
    return fault;
  };

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const taken = takeFault(request.method!);
    if (taken === 'hangs') {
      request.resume();
      return;
    }
    if (taken === 'closes early' && request.method === 'PUT') {
      request.once('data', () => request.destroy());
      return;
    }
    const body = await buffer(request);
    if (taken === 'answers 500') {
      response.writeHead(500, { 'content-type': 'application/xml' });
      response.end('<Error><Code>InternalError</Code><Message>Try again.</Message></Error>');
      return;
    }
    if (taken === 'is slow') await sleep(SLOW_MS);
    const answer = await forward(endpoint, request, body);
    if (taken === 'loses the answer') response.destroy();
    else await giveBack(answer, response, taken === 'closes early' ? 0.5 : 1);
  };

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** How often it failed, by what it was asked and how. */
    counts,
    fail: (how: Fault, { on = ['PUT', 'GET'], times = Infinity }: { on?: string[]; times?: number } = {}) => {
      [fault, methods, left] = [how, on, times];
    },
    heal: () => {
      fault = null;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
};
