import { createHash, randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Client, client, until } from '@walkaround/harness/clients/client.ts';
import { contentsOf, evidenceOf } from '@walkaround/harness/clients/evidence.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { carDrawing } from '@walkaround/harness/pictures/car-drawing.ts';
import { withSecrets } from '@walkaround/harness/pictures/pictures.ts';
import { apiBeside } from '@walkaround/harness/services/own-service.ts';
import sharp from 'sharp';
import { beforeAll, expect, inject, test } from 'vitest';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

let organization: string;
let admin: Client;
let member: Client;
let photo: Buffer;

const RIGHTS = ['inspections:update_organization'];

const pairOf = async (organization: string) => ({
  admin: await client({ organization, permissions: ['organization:manage', ...RIGHTS] }),
  member: await client({ organization, permissions: RIGHTS }),
});

beforeAll(async () => {
  organization = `org-${randomUUID()}`;
  ({ admin, member } = await pairOf(organization));
  await admin.patch('/organization/settings', { keep_originals: true });
  photo = await withSecrets(sharp(await carDrawing()).jpeg()).toBuffer();
});

const packOf = async (api: Client, id: string, include: string[] = []) => {
  const { answer, pack } = await evidenceOf(api, id, include);
  const contents = await contentsOf(pack);
  const json = (name: string) => JSON.parse(contents.get(name)!.toString());
  return { answer, contents, json, photos: json('photos.json') };
};

const uploaded = async (api: Client, sent: Buffer = photo) => {
  const id = await newInspection(api, { damage_detection: {} });
  expect((await api.upload(`/inspections/${id}/images`, {}, sent)).status).toBe(201);
  return id;
};

test('an administrator gets the original bit for bit and its metadata apart; the pack for everybody has neither', async () => {
  const id = await uploaded(member);
  const full = await packOf(admin, id, ['originals', 'metadata']);
  const [shot] = full.photos;
  expect(full.contents.get(shot.original)!.equals(photo)).toBe(true);
  expect(shot).toMatchObject({ received_sha256: sha256(photo), original_kept: true, original_problem: null });
  expect(full.json(shot.metadata)).toMatchObject({ exif: { Artist: 'SecretOwner' }, gps: {} });
  expect(full.json('manifest.json').include).toEqual(['originals', 'metadata']);
  expect(full.answer).toMatchObject({ include: ['originals', 'metadata'], evidence_url: null });

  const plain = await packOf(member, id);
  expect(plain.photos[0]).toMatchObject({
    received_sha256: sha256(photo),
    original_kept: true,
    original: null,
    metadata: null,
  });
  expect([...plain.contents.values()].some((bytes) => bytes.includes('Secret'))).toBe(false);
  expect(plain.json('manifest.json').include).toEqual([]);
  expect(plain.answer.evidence_url).toContain('/files/');
  const added = plain.contents
    .get('events.jsonl')!
    .toString()
    .split('\n')
    .find((line) => line.includes('image.added'));
  expect(JSON.parse(added!).data.received_sha256).toBe(sha256(photo));
});

test('nobody else gets originals or metadata: not the owner, not another organization', async () => {
  const id = await uploaded(member);
  const path = `/inspections/${id}/evidence`;
  await packOf(admin, id, ['originals']);
  for (const include of [['originals'], ['metadata']])
    expectProblem(await member.post(path, { include }), 403, 'forbidden');
  expectProblem(await member.get(`${path}?restricted=true`), 403, 'forbidden');
  const zip = { headers: { accept: 'application/zip' } };
  expect((await member.get(`${path}?restricted=true`, zip)).status).toBe(403);
  const elsewhere = (await pairOf(`org-${randomUUID()}`)).admin;
  expect((await elsewhere.get(`${path}?restricted=true`, zip)).status).toBe(404);
  const everywhere = await client({
    organization: `org-${randomUUID()}`,
    permissions: ['organization:manage', 'inspections:update_all'],
  });
  expect((await everywhere.get(`${path}?restricted=true`, zip)).status).toBe(403);
  expectProblem(await admin.post(path, { include: ['everything'] }), 422, 'invalid_input');
});

test('who asked for originals is in the audit log', async () => {
  const id = await uploaded(member);
  await packOf(admin, id, ['metadata']);
  const { body } = await admin.get('/audit_log');
  expect(body.data[0]).toMatchObject({
    action: 'originals.requested',
    inspection_id: id,
    details: { include: ['metadata'] },
  });
});

test('a HEIC, a photo that was turned, and one that was fetched by its address are kept as they were received', async () => {
  const heic = await readFile(new URL('../../src/files/photos/test-pictures/turned.heic', import.meta.url));
  const turned = await sharp(await carDrawing())
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const beside = await apiBeside({ ALLOW_PRIVATE_ADDRESSES: 'true' });
  const server = createServer((_, answer) => answer.setHeader('content-type', 'image/jpeg').end(photo));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/car.jpg`;
    const id = await uploaded(member, heic);
    await member.upload(`/inspections/${id}/images`, {}, turned);
    const linked = { acquisition: { strategy: 'download_from_url', url } };
    const reached = await beside.client({ organization, permissions: RIGHTS });
    expect((await reached.post(`/inspections/${id}/images`, linked)).status).toBe(201);
    const { photos, contents } = await packOf(admin, id, ['originals']);
    const hashes = photos.map(({ original }: { original: string }) => sha256(contents.get(original)!));
    expect(hashes.toSorted()).toEqual([heic, turned, photo].map(sha256).toSorted());
    expect(photos.some(({ original }: { original: string }) => original.endsWith('.heic'))).toBe(true);
  } finally {
    await beside.stop();
    server.close();
  }
});

test('without the setting nothing is kept, and a pack with originals says so', async () => {
  const other = await pairOf(`org-${randomUUID()}`);
  const id = await uploaded(other.member);
  const { photos, contents } = await packOf(other.admin, id, ['originals', 'metadata']);
  expect(photos[0]).toMatchObject({ original_kept: false, original: null, metadata: null });
  expect([...contents.keys()].filter((path) => /^(originals|metadata)\//.test(path))).toEqual([]);
});

test('an original that was lost or changed in the storage is left out, and the pack says so', async () => {
  const id = await uploaded(member);
  const folder = join(inject('serviceDataDir'), 'files', 'inspections', id);
  const [image] = (await member.get(`/inspections/${id}`)).body.images;
  const rest = join(folder, `${image.id}.jpg.original`);
  const bytes = await readFile(rest);
  bytes[bytes.length - 9]! ^= 1;
  await writeFile(rest, bytes);
  const changed = await packOf(admin, id, ['originals', 'metadata']);
  expect(changed.photos[0]).toMatchObject({ original_problem: 'changed', original: null, metadata: null });
  await rm(rest);
  expect((await packOf(admin, id, ['originals'])).photos[0]).toMatchObject({ original_problem: 'missing' });
});

test('a photo that was deleted is in no pack, and erasing removes what was kept of it', async () => {
  const id = await uploaded(member);
  const [image] = (await member.get(`/inspections/${id}`)).body.images;
  await member.delete(`/inspections/${id}/images/${image.id}`);
  const { photos } = await packOf(admin, id, ['originals']);
  expect(photos[0]).toMatchObject({ path: null, original: null });
  const rest = join(inject('serviceDataDir'), 'files', 'inspections', id, `${image.id}.jpg.original`);
  expect((await readFile(rest)).includes('SecretOwner')).toBe(true);
  expect((await admin.delete(`/inspections/${id}?erase=true`)).status).toBeLessThan(300);
  await until(
    () => readFile(rest).catch(() => null),
    (found) => found === null,
  );
});
