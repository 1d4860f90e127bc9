import { type Client, client } from '@walkaround/harness/clients/client.ts';
import { beforeAll, expect, test } from 'vitest';
import { runSequences, somePhotos } from './random-sequences.ts';
import { runTwoClients } from './two-clients.ts';

const SEED = 20260303;

let api: Client;
let photos: Buffer[];
beforeAll(async () => {
  api = await client();
  photos = await somePhotos(12);
});

test('after any sequence of requests an inspection is what a small model says it is', async () => {
  expect(await runSequences(api, photos, 12, SEED)).toBeGreaterThan(60);
});

test('two clients who do as they like at the same time lose nothing and double nothing', async () => {
  expect(await runTwoClients(api, photos, 8, SEED)).toBeGreaterThan(60);
});
