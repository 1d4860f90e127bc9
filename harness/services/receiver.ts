import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Body, until } from '../clients/client.ts';

export type Received = { method: string; url: URL; headers: IncomingHttpHeaders; text: string; body: Body };

/** Somebody's own server, to which callbacks and webhooks are sent. The path tells who is called. */
export const startReceiver = async () => {
  const calls: Received[] = [];
  const answers = new Map<string, number[]>();
  const faults = new Map<string, 'hangs' | 'resets'>();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://receiver');
    const sent = await text(request);
    calls.push({
      method: request.method!,
      url,
      headers: request.headers,
      text: sent,
      body: JSON.parse(sent),
    });
    const fault = faults.get(url.pathname);
    if (fault === 'resets') request.socket.resetAndDestroy();
    if (fault !== undefined) return;
    response.writeHead(answers.get(url.pathname)?.shift() ?? 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const at = (path: string) => calls.filter((call) => call.url.pathname === path);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    at,
    /** The calls at a path, once there are so many. */
    waitFor: (path: string, count: number, withinMs?: number) =>
      until(
        async () => at(path),
        (received) => received.length >= count,
        withinMs,
      ),
    /** The next answers at a path; after them it is 200 again. */
    answer: (path: string, ...statuses: number[]) => answers.set(path, statuses),
    /** From now on it takes the calls at a path and gives no answer, or breaks the connection; until it is undefined. */
    misbehave: (path: string, fault: 'hangs' | 'resets' | undefined) =>
      fault ? faults.set(path, fault) : faults.delete(path),
    close: () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      return closed;
    },
  };
};
