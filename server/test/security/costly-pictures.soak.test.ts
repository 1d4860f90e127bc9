import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Client } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { multipart } from '@walkaround/harness/clients/multipart.ts';
import { deepPng, progressiveJpeg } from '@walkaround/harness/pictures/costly-pictures.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { ownService, photoFilesOf } from '@walkaround/harness/services/own-service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: Awaited<ReturnType<typeof ownService>>;
let attacker: Client;
let somebody: Client;
beforeAll(async () => {
  service = await ownService({ MODELS_DIR: '/nowhere' });
  attacker = await service.client({ organization: 'attackers', permissions: ['organization:manage'] });
  somebody = await service.client();
});
afterAll(() => service.stop());

const TASK = { tasks: ['damage_detection'] };
const logoOf = (content: Buffer) =>
  multipart([
    { name: 'json', content: '{}' },
    { name: 'logo', filename: 'logo.jpg', type: 'image/jpeg', content },
  ]);

/** The most that is let in: each takes seconds to decode. */
const heavyPhoto = () => progressiveJpeg(10_000, 10_000, 32);
const heavyLogo = () => progressiveJpeg(8000, 5000, 32);

const seconds = async <T>(work: Promise<T>): Promise<[number, T]> => {
  const began = performance.now();
  const result = await work;
  return [(performance.now() - began) / 1000, result];
};

/** Whoever is no attacker: health, a photo of theirs, a preview of it. Answers how long the slowest took. */
const ordinaryLife = async () => {
  const took: number[] = [];
  const images = `/inspections/${await newInspection(somebody)}/images`;
  for (let round = 0; round < 2; round++) {
    const [health, { status }] = await seconds(fetch(`${service.url}/health`));
    expect(status).toBe(200);
    const [upload, added] = await seconds(somebody.upload(images, TASK, await photo(4000, 3000)));
    expect(added.status).toBe(201);
    const [preview, small] = await seconds(somebody.get(`${added.body.path}&width=320`));
    expect(small.status).toBe(200);
    took.push(health, upload, preview);
  }
  return Math.max(...took);
};

test('a thousand scans, and pictures that would take a gigabyte, are refused wherever pictures come in', async () => {
  const images = `/inspections/${await newInspection(attacker)}/images`;
  const bomb = progressiveJpeg(10_000, 10_000, 1000);
  expect((await attacker.upload(images, TASK, bomb)).body.message).toMatch(/more than 32 scans/);
  expect((await attacker.upload(images, TASK, deepPng(10_000, 10_000))).body.message).toMatch(/memory/);
  const logo = await attacker.send('PUT', '/organization/logo', logoOf(progressiveJpeg(8000, 5000, 1000)));
  expect([logo.status, logo.body.message]).toEqual([422, expect.stringMatching(/more than 32 scans/)]);
});

test('while somebody sends the costliest pictures there may be, others are served as ever', async () => {
  const quiet = await ordinaryLife();
  const images = `/inspections/${await newInspection(attacker)}/images`;
  const over = new AbortController();
  const flood = [
    ...Array.from({ length: 3 }, () => attacker.upload(images, TASK, heavyPhoto())),
    ...Array.from({ length: 3 }, () => attacker.send('PUT', '/organization/logo', logoOf(heavyLogo()))),
  ].map((sending) => sending.catch(() => over.abort()));
  expect(await ordinaryLife()).toBeLessThan(Math.max(5, 10 * quiet));
  await Promise.all(flood);
  expect(over.signal.aborted).toBe(false);
});

test('a costly photo that was kept before there was a limit stops no preview and no health', async () => {
  const images = `/inspections/${await newInspection(attacker)}/images`;
  const { body } = await attacker.upload(images, TASK, await photo());
  const key = (await photoFilesOf(service)).find((file) => file.includes(body.id))!;
  await writeFile(join(service.dataDir, 'bomb'), progressiveJpeg(10_000, 10_000, 1000));
  await copyFile(join(service.dataDir, 'bomb'), join(service.dataDir, key));
  const previews = [160, 1280].map((width) => attacker.get(`${body.path}&width=${width}`));
  expect(await ordinaryLife()).toBeLessThan(20);
  for (const preview of await Promise.all(previews)) expect(preview.status).toBe(422);
});

test('when the sender hangs up, nothing is left of their pictures and nobody waits for them', async () => {
  const path = `/inspections/${await newInspection(attacker)}/images`;
  const gone = new AbortController();
  const form = new FormData();
  form.append('json', JSON.stringify(TASK));
  form.append('image', new File([new Uint8Array(heavyPhoto())], 'photo.jpg', { type: 'image/jpeg' }));
  const headers = { authorization: `Bearer ${attacker.token}` };
  const request = { method: 'POST', headers, body: form, signal: gone.signal };
  const sent = Array.from({ length: 8 }, () => fetch(attacker.baseUrl + path, request).catch(() => 'gone'));
  const arrived = async () =>
    (await photoFilesOf(service)).filter((file) => file.startsWith('incoming')).length;
  await expect.poll(arrived).toBe(8);
  gone.abort();
  await Promise.all(sent);
  await expect.poll(arrived, { timeout: 5000 }).toBe(0);
});
