import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The way to a Postgres, which can be cut: then connections break and new ones are refused, as if it had been stopped. */
export const linkTo = async (databaseUrl: string) => {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  let unanswered: string | null = null;
  const server = createServer((here) => {
    const there = connect(Number(target.port), target.hostname);
    here.on('data', (sent) => {
      if (unanswered === null || !sent.includes(unanswered)) return;
      unanswered = null;
      there.unpipe(here);
      there.once('data', () => here.destroy()).resume();
    });
    for (const [one, other] of [
      [here, there],
      [there, here],
    ] as const) {
      open.add(one);
      one.pipe(other);
      one.on('error', () => {});
      one.once('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const cut = async () => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of open) socket.destroy();
    await closed;
  };
  const port = await listen(0);
  const url = new URL(databaseUrl);
  url.port = String(port);
  return {
    url: url.href,
    cut,
    mend: () => listen(port),
    /** The next statement of this text is carried out, but the connection breaks before anybody hears of it. */
    loseAnswerTo: (statement: string) => {
      unanswered = `${statement}\0`;
    },
  };
};
