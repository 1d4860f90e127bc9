import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** What goes wrong with the next request whose first line matches; with `always`, with all of them. */
type InjectedFault = {
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
  const faults: InjectedFault[] = [];
  const open = new Map<Socket, string>();

  const faultFor = (line: string) => {
    const at = faults.findIndex(({ match }) => match.test(line));
    if (at < 0) return undefined;
    return faults[at]!.always ? faults[at] : faults.splice(at, 1)[0];
  };

  const server = createServer((client) => {
    const service = connect(Number(port), hostname);
    const cut = () => {
      client.destroy();
      service.destroy();
      open.delete(client);
    };
    let fault: InjectedFault | undefined;
    let passed = 0;
    client.on('data', (chunk) => {
      const line = /^[A-Z]+ \S+ HTTP\/1\.1/.exec(chunk.toString('latin1'))?.[0];
      if (line) {
        open.set(client, line);
        fault = faultFor(line);
        passed = 0;
      }
      if (fault?.answer !== undefined) return client.write(fault.answer);
      passed += chunk.length;
      if (fault?.cutAfter !== undefined && passed > fault.cutAfter) return cut();
      service.write(chunk);
    });
    service.on('data', (chunk) => {
      if (fault?.cutAnswer) return cut();
      client.write(chunk);
      if (fault?.silent) service.pause();
    });
    for (const socket of [client, service]) socket.on('error', cut).on('close', cut);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    next: (fault: InjectedFault) => faults.push(fault),
    /** The connections whose last request matches. */
    open: (match: RegExp) => [...open].filter(([, line]) => match.test(line)).map(([socket]) => socket),
    close: () => {
      for (const socket of open.keys()) socket.destroy();
      server.close();
    },
  };
};
