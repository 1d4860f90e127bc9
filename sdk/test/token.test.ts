import { randomUUID } from 'node:crypto';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { expect, inject, test } from 'vitest';
import { createClient } from '../src/client.ts';
import { tokenFor } from './harness/client.ts';

const user = `user-${randomUUID()}`;

/** Its token is out of date until somebody asks for a fresh one. */
const clientWithOldToken = async (fresh: (user: string) => Promise<string>, ownFetch = fetch) => {
  let token = await tokenFor({ user, expiresIn: '-1h' });
  const asked: boolean[] = [];
  const client = createClient({
    baseUrl: `${inject('serviceUrl')}/v1/`,
    fetch: ownFetch,
    getToken: async ({ expired }) => {
      asked.push(expired);
      if (expired) token = await fresh(user);
      return token;
    },
  });
  return { client, refreshes: () => asked.filter(Boolean).length };
};

const fresh = (user: string) => tokenFor({ user });

test('a token that has expired is replaced, and the request sent again, also one with a file', async () => {
  const { client, refreshes } = await clientWithOldToken(fresh);
  const { result: id } = await client.inspections.createOne({ tasks: { imagesOcr: {} } });
  expect(refreshes()).toBe(1);
  await client.inspections.getOne(id);
  expect(refreshes()).toBe(1);

  const second = await clientWithOldToken(fresh);
  const file = new Blob([new Uint8Array(await photo(1600, 1200))]);
  const sent: number[] = [];
  await second.client.images.addOne(id, { file }, { onProgress: (progress) => sent.push(progress.sent) });
  expect(second.refreshes()).toBe(1);
  expect(sent.at(-1)).toBeGreaterThan(file.size);
});

test('requests that are refused at the same time share one fresh token', async () => {
  let refused = 0;
  const countRefused: typeof fetch = async (...request) => {
    const answer = await fetch(...request);
    await answer.clone().text();
    if (answer.status === 401) refused += 1;
    return answer;
  };
  const onceAllAreRefused = async (user: string) => {
    await expect.poll(() => refused).toBe(5);
    return fresh(user);
  };
  const { client, refreshes } = await clientWithOldToken(onceAllAreRefused, countRefused);
  await Promise.all(Array.from({ length: 5 }, () => client.inspections.getMany()));
  expect(refreshes()).toBe(1);
});

test('a fresh token that is refused too is not asked for again', async () => {
  const { client, refreshes } = await clientWithOldToken(() => tokenFor({ user, expiresIn: '-1h' }));
  await expect(client.inspections.getMany()).rejects.toMatchObject({ status: 401, code: 'token_expired' });
  expect(refreshes()).toBe(1);
});

test('what goes wrong in getToken is what the caller gets', async () => {
  const failing = new Error('Sign in again.');
  const { client } = await clientWithOldToken(() => Promise.reject(failing));
  await expect(client.inspections.getMany()).rejects.toBe(failing);
});
