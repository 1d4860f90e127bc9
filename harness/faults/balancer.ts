import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

const LOOK_MS = 100;

/** What stands before several apis: it hands requests in turn to those whose health says that they are ready. */
export const startBalancer = async () => {
  const agent = new Agent({ keepAlive: true });
  const backends = new Map<string, boolean>();
  let turn = 0;

  const look = async (url: string) => {
    const ready = await fetch(`${url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (backends.has(url)) backends.set(url, ready);
  };
  const timer = setInterval(() => [...backends.keys()].forEach(look), LOOK_MS);

  const server = createServer((incoming, outgoing) => {
    const ready = [...backends].flatMap(([url, isReady]) => (isReady ? url : []));
    if (ready.length === 0) return void outgoing.writeHead(502).end('{"code": "nobody_is_ready"}');
    const { hostname, port } = new URL(ready[turn++ % ready.length]!);
    const { method, url: path } = incoming;
    const { connection: _, ...headers } = incoming.headers;
    const inner = request({ agent, hostname, port, path, method, headers }, (answer) => {
      const { connection: _, 'keep-alive': __, ...rest } = answer.headers;
      outgoing.writeHead(answer.statusCode!, rest);
      answer.pipe(outgoing);
    });
    inner.on('error', (error) => outgoing.writeHead(502).end(JSON.stringify({ code: error.message })));
    incoming.pipe(inner);
  });
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: async (url: string) => {
      backends.set(url, false);
      await look(url);
    },
    remove: (url: string) => backends.delete(url),
    close: () => {
      clearInterval(timer);
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
};
