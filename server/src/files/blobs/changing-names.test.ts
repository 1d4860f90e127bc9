import dns from 'node:dns';
import { createServer, type Server } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fetchWhere } from '../safe-fetch.ts';

/**
 * A name whose owner changes what it stands for between two questions. As if 127.0.0.1 were the public internet
 * and 127.0.0.2 a machine of the private network; both listen on one port.
 */
const PUBLIC = '127.0.0.1';
const PRIVATE = '127.0.0.2';
const forbidden = { kind: 'input', code: 'forbidden_address' };

const original = dns.lookup;
const servers: Server[] = [];
let reached: string[] = [];
let answers: string[][] = [];
let asked = 0;
let port = 0;

const listen = async (address: string) => {
  const server = createServer((request, response) => {
    reached.push(address);
    const to = new URL(request.url!, 'http://here').searchParams.get('to');
    response.writeHead(to === null ? 200 : 302, to === null ? {} : { location: to }).end('hello');
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(port, address, resolve));
  port = (server.address() as AddressInfo).port;
};

beforeAll(async () => {
  await listen(PUBLIC);
  await listen(PRIVATE);
  const changing = (
    _name: string,
    _options: object,
    done: (error: null, found: dns.LookupAddress[]) => void,
  ) => {
    const found = answers[Math.min(asked, answers.length - 1)]!;
    asked += 1;
    done(
      null,
      found.map((address) => ({ address, family: 4 })),
    );
  };
  dns.lookup = changing as unknown as typeof dns.lookup;
  syncBuiltinESMExports();
});
afterAll(() => {
  dns.lookup = original;
  syncBuiltinESMExports();
  for (const server of servers) server.close();
});
beforeEach(() => {
  [reached, asked] = [[], 0];
});

const fetch = (path = '/') =>
  fetchWhere((address) => address === PUBLIC, `http://changing.example:${port}${path}`, {
    timeoutMs: 3000,
    maxRedirects: 3,
  });

test('the address that was checked is the one that is called: the name is asked for once', async () => {
  answers = [[PUBLIC], [PRIVATE]];
  expect((await fetch()).status).toBe(200);
  expect([asked, reached]).toEqual([1, [PUBLIC]]);
});

test('the next request asks and checks anew', async () => {
  answers = [[PUBLIC], [PRIVATE]];
  await fetch();
  await expect(fetch()).rejects.toMatchObject(forbidden);
  expect(reached).toEqual([PUBLIC]);
});

test('a redirect to the same name is checked by what the name stands for by then', async () => {
  answers = [[PUBLIC], [PRIVATE]];
  await expect(fetch('/?to=/end')).rejects.toMatchObject(forbidden);
  expect([asked, reached]).toEqual([2, [PUBLIC]]);
});

test('of a name with both kinds of addresses only the public ones are tried', async () => {
  answers = [[PRIVATE, PUBLIC, PRIVATE]];
  expect((await fetch()).status).toBe(200);
  answers = [[PRIVATE]];
  await expect(fetch()).rejects.toMatchObject(forbidden);
  expect(reached).toEqual([PUBLIC]);
});
