import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';

/**
 * A store of objects in memory. Not S3: it believes everybody, for a real one (swift.ts) is not on every machine.
 * `give` may alter what is given back.
 */
export const startObjectStore = async (give: (object: Buffer) => Buffer = (object) => object) => {
  const objects = new Map<string, Buffer>();
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    const key = request.url!.split('?')[0]!;
    requests.push(request.method!);
    const object = objects.get(key);
    if (request.method === 'PUT') {
      objects.set(key, await buffer(request));
      response.end();
    } else if (request.method === 'DELETE') {
      objects.delete(key);
      response.writeHead(204).end();
    } else if (object) response.end(give(object));
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    endpoint: `http://127.0.0.1:${port}`,
    objects,
    requests,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
};
