import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** What goes wrong with the next request whose first line matches; with `always`, with all of them. */
type Mishap = {
  match: RegExp;
  always?: boolean;
  /** The connection breaks after so many bytes of the request. */
  cutAfter?: number;
  /** The service gets the request, and its answer gets lost. */
  cutAnswer?: boolean;
  /** The beginning of the answer arrives, then nothing more, and nobody says so. */
  silent?: boolean;
  /** Somebody in between answers. */
  answer?: string;
};

/** A bad network: a real connection to the service that can be cut. */
export const startProxy = async (target: string) => {
  const { hostname, port } = new URL(target);
  const mishaps: Mishap[] = [];
  const open = new Map<Socket, string>();

  const mishapFor = (line: string) => {
    const at = mishaps.findIndex(({ match }) => match.test(line));
    if (at < 0) return undefined;
    return mishaps[at]!.always ? mishaps[at] : mishaps.splice(at, 1)[0];
  };

  const server = createServer((client) => {
    const service = connect(Number(port), hostname);
    const cut = () => {
      client.destroy();
      service.destroy();
      open.delete(client);
    };
    let mishap: Mishap | undefined;
    let passed = 0;
    client.on('data', (chunk) => {
      const line = /^[A-Z]+ \S+ HTTP\/1\.1/.exec(chunk.toString('latin1'))?.[0];
      if (line) {
        open.set(client, line);
        mishap = mishapFor(line);
        passed = 0;
      }
      if (mishap?.answer !== undefined) return client.write(mishap.answer);
      passed += chunk.length;
      if (mishap?.cutAfter !== undefined && passed > mishap.cutAfter) return cut();
      service.write(chunk);
    });
    service.on('data', (chunk) => {
      if (mishap?.cutAnswer) return cut();
      client.write(chunk);
      if (mishap?.silent) service.pause();
    });
    for (const socket of [client, service]) socket.on('error', cut).on('close', cut);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    next: (mishap: Mishap) => mishaps.push(mishap),
    /** The connections whose last request matches. */
    open: (match: RegExp) => [...open].filter(([, line]) => match.test(line)).map(([socket]) => socket),
    close: () => {
      for (const socket of open.keys()) socket.destroy();
      server.close();
    },
  };
};
