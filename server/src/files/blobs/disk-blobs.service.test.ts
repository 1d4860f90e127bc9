import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { createPhotos } from '../photos/photos.ts';
import { drawNoise } from '../photos/test-pictures/draw.ts';
import { createDiskBlobs } from './disk-blobs.ts';
import { testBlobContract } from './test-blob-contract.ts';

const folder = await mkdtemp(join(tmpdir(), 'disk-'));
afterAll(() => rm(folder, { recursive: true }));

testBlobContract(createDiskBlobs(join(folder, 'files')));

test('a store whose folder cannot be made says that storage is unavailable, and takes the temporary file away', async () => {
  await writeFile(join(folder, 'in-the-way'), '');
  const blobs = createDiskBlobs(join(folder, 'in-the-way'));
  const local = join(folder, 'local');
  await writeFile(local, 'x');
  await expect(blobs.ready()).rejects.toMatchObject({ kind: 'temporary', code: 'storage_unavailable' });
  await expect(blobs.put('a.jpg', local, 'image/jpeg')).rejects.toMatchObject({ kind: 'temporary' });
  expect(existsSync(local)).toBe(false);
});

const sharedMemory = process.platform === 'linux' && existsSync('/dev/shm');

test.skipIf(!sharedMemory)('a store on another volume than the temporary files works the same', async () => {
  const other = await mkdtemp('/dev/shm/blobs-');
  try {
    const local = join(folder, 'local');
    await writeFile(local, 'x');
    await createDiskBlobs(other).put('a/b.jpg', local, 'image/jpeg');
    expect(await readdir(join(other, 'a'))).toEqual(['b.jpg']);
    expect(existsSync(local)).toBe(false);
  } finally {
    await rm(other, { recursive: true });
  }
});

const mayMount = process.platform === 'linux' && process.getuid?.() === 0;

test.skipIf(!mayMount)(
  'a full disk is storage that is unavailable, and leaves nothing behind',
  async ({ skip }) => {
    const small = join(folder, 'small');
    await mkdir(small);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', small], { stdio: 'ignore' });
    } catch {
      skip('this container may not mount a small disk');
    }
    try {
      const blobs = createDiskBlobs(small);
      const local = join(folder, 'local');
      await writeFile(local, Buffer.alloc(200_000));
      const full = { kind: 'full', code: 'storage_full' };
      await expect(blobs.put('a.jpg', local, 'image/jpeg')).rejects.toMatchObject(full);
      expect(await readdir(small)).toEqual([]);

      const limits = {
        maxBytes: 5e6,
        maxPixels: 1e7,
        downloadTimeoutSeconds: 1,
        allowPrivateAddresses: false,
      };
      const photos = await createPhotos({ dataDir: small, blobs, ...limits });
      const sent = await drawNoise(600, 400).jpeg().toBuffer();
      await expect(photos.receive(Readable.from([sent]), 'NO_ROTATION')).rejects.toMatchObject(full);
      await expect(photos.write(sent, 'b.jpg', 'image/jpeg')).rejects.toMatchObject(full);
      expect(await readdir(join(small, 'incoming'))).toEqual([]);
    } finally {
      execFileSync('umount', [small]);
    }
  },
);
