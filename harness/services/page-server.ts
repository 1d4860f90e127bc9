import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';

const CLIENTS = new URL('../clients/generations/', import.meta.url);

/** The site of a capture app, on an origin of its own: an empty page, and the clients of the harness as modules. */
export const startPageServer = async () => {
  const server = createServer(async (request, response) => {
    const [, name] = /^\/([a-z0-9-]+\.ts)$/.exec(request.url ?? '') ?? [];
    if (!name)
      return response.setHeader('content-type', 'text/html').end('<!doctype html><title>App</title>');
    const source = await readFile(new URL(name, CLIENTS), 'utf8');
    response.setHeader('content-type', 'text/javascript').end(stripTypeScriptTypes(source));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
};
