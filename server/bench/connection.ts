import { Agent, request } from 'node:http';
import type { Timed } from './rounds.ts';

export type Outgoing = { method?: string; headers?: Record<string, string>; body?: Buffer | string };

/** One connection that is kept open, with as little of its own around a request as Node allows. */
export const connect = (origin: string) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = (path: string, { method = 'GET', headers = {}, body }: Outgoing = {}): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const sent = request(
        origin + path,
        { agent, method, headers: { ...headers, ...length } },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const answer = Buffer.concat(chunks);
            if (response.statusCode! < 300) resolve(answer);
            else
              reject(
                new Error(`${method} ${path} answered ${response.statusCode}: ${answer.subarray(0, 500)}`),
              );
          });
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  return {
    send,
    close: () => agent.destroy(),
    timed:
      (requestFor: (round: number) => Outgoing & { path: string }, after?: () => Promise<void>): Timed =>
      async (round) => {
        const { path, ...outgoing } = requestFor(round);
        const start = performance.now();
        await send(path, outgoing);
        const milliseconds = performance.now() - start;
        await after?.();
        return milliseconds;
      },
  };
};

export type Connection = ReturnType<typeof connect>;

const BOUNDARY = 'walkaround-bench-boundary';

export const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;

/** An upload as the client libraries send it: the part json, then the file. */
export const multipart = (json: unknown, file: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="json"\r\n\r\n${JSON.stringify(json)}\r\n` +
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="image"; filename="photo.jpeg"\r\n` +
        'Content-Type: image/jpeg\r\n\r\n',
    ),
    file,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
