import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { client } from '@walkaround/harness/clients/client.ts';
import { contentsOf, evidenceOf, repacked } from '@walkaround/harness/clients/evidence.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { inPython, noPython, verifyInPython } from '@walkaround/harness/clients/verify-in-python.ts';
import { carDrawing } from '@walkaround/harness/pictures/car-drawing.ts';
import { withSecrets } from '@walkaround/harness/pictures/pictures.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { walkaround } from './test-walkaround.ts';

let folder: string;
/** With the originals of two photos; a third came before they were kept. */
let full: Buffer;
let plain: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walkaround-originals-'));
  const permissions = ['organization:manage'];
  const api = await client({ organization: `org-${randomUUID()}`, permissions });
  const id = await newInspection(api, { damage_detection: {} });
  const upload = async (width: number) => {
    const photo = await withSecrets(
      sharp(await carDrawing())
        .resize(width)
        .jpeg(),
    ).toBuffer();
    expect((await api.upload(`/inspections/${id}/images`, {}, photo)).status).toBe(201);
  };
  await upload(640);
  await api.patch('/organization/settings', { keep_originals: true });
  await upload(650);
  await upload(660);
  full = (await evidenceOf(api, id, ['originals', 'metadata'])).pack;
  plain = (await evidenceOf(api, id)).pack;
}, 120_000);
afterAll(() => rm(folder, { recursive: true }));

const verified = async (pack: Buffer) => {
  await writeFile(join(folder, 'pack.zip'), pack);
  return walkaround(['verify', 'pack.zip'], { cwd: folder });
};

const originalIn = async (pack: Buffer) =>
  [...(await contentsOf(pack)).keys()].find((path) => path.startsWith('originals/'))!;

test('originals are recomputed, and those that were not kept are counted', async () => {
  const { status, out } = await verified(full);
  expect(out).toContain('holds   The chain has the SHA-256 of 3 photos as received.\n');
  expect(out).toContain('holds   2 originals are bit for bit as received.\n');
  expect(out).toContain('        Of 1 photo the service did not keep the original.\n');
  expect(status).toBe(0);
});

test('a pack without originals holds and says that they were left out', async () => {
  const { status, out } = await verified(plain);
  expect(out).toContain('        The originals were left out of this pack.');
  expect(out).not.toContain('bit for bit');
  expect(status).toBe(0);
});

test('one changed bit of an original is seen, and so is a missing one', async () => {
  const path = await originalIn(full);
  const bit = await repacked(full, (contents) => {
    contents.get(path)![1000]! ^= 1;
  });
  const changed = await verified(bit);
  expect(changed.out).toContain(`BROKEN  ${path} was changed.\n`);
  expect(changed.out).toContain(`BROKEN  ${path} is not the file that was received.\n`);
  expect(changed.status).toBe(1);
  const missing = await verified(await repacked(full, (contents) => contents.delete(path)));
  expect(missing.out).toContain(`BROKEN  ${path} was removed.\n`);
  expect(missing.out).toMatch(/BROKEN {2}The original of photo \S+ is missing in the pack\.\n/);
  expect(missing.status).toBe(1);
});

test('a hash in the list that is not that of the chain is seen', async () => {
  const other = await repacked(plain, (contents) => {
    const photos = JSON.parse(contents.get('photos.json')!.toString());
    photos[0].received_sha256 = '0'.repeat(64);
    contents.set('photos.json', Buffer.from(JSON.stringify(photos)));
  });
  expect((await verified(other)).out).toMatch(
    /BROKEN {2}photos\.json has another SHA-256 of photo \S+ than event \d+, which says what was received\.\n/,
  );
});

test.skipIf(noPython)(inPython('the second implementation sees the same'), async () => {
  expect(await verifyInPython(folder, full)).toMatchObject({
    status: 0,
    out: expect.stringContaining('2 of 3 photos are there as they were received, bit for bit'),
  });
  expect((await verifyInPython(folder, plain)).out).toContain('the originals were left out');
  const path = await originalIn(full);
  const bit = await repacked(full, (contents) => {
    contents.get(path)![1000]! ^= 1;
  });
  const changed = await verifyInPython(folder, bit);
  expect(changed.status).toBe(1);
  expect(changed.out).toContain(`${path} is not the file that was received`);
});
