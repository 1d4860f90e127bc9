import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { FAULTS, startFaultyStore } from '@walkaround/harness/faults/faulty-store.ts';
import { startSwift, whyNoSwift } from '@walkaround/harness/stores/swift.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createS3Blobs, type S3Settings } from './s3-blobs.ts';
import { testBlobContract } from './test-blob-contract.ts';

const swift = whyNoSwift === null ? await startSwift() : null;
afterAll(() => swift?.stop());

const settings: S3Settings = {
  bucket: swift?.bucket ?? 'none',
  endpoint: swift?.endpoint ?? null,
  region: 'us-east-1',
  credentials: swift?.credentials ?? { accessKeyId: 'none', secretAccessKey: 'none' },
  forcePathStyle: true,
};
const wrongSecret = { ...settings, credentials: { ...settings.credentials!, secretAccessKey: 'wrong' } };

describe.skipIf(swift === null)(`on a real S3 store${whyNoSwift === null ? '' : `: ${whyNoSwift}`}`, () => {
  testBlobContract(createS3Blobs(settings));

  test('a wrong secret or an unknown bucket is storage that is unavailable', async () => {
    for (const wrong of [wrongSecret, { ...settings, bucket: 'no-such-bucket-here' }]) {
      await expect(createS3Blobs(wrong).ready()).rejects.toMatchObject({
        kind: 'temporary',
        code: 'storage_unavailable',
      });
    }
    await expect(createS3Blobs(wrongSecret).open('a.jpg')).rejects.toMatchObject({ kind: 'temporary' });
  });

  describe('that fails', () => {
    let store: Awaited<ReturnType<typeof startFaultyStore>>;
    let blobs: ReturnType<typeof createS3Blobs>;
    let folder: string;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 's3-'));
      store = await startFaultyStore(swift!.endpoint);
      blobs = createS3Blobs({ ...settings, endpoint: store.endpoint });
    });
    beforeEach(() => store.heal());
    afterAll(async () => {
      await store.close();
      await rm(folder, { recursive: true });
    });

    const bytes = randomBytes(300_000);
    const unavailable = { kind: 'temporary', code: 'storage_unavailable' };
    const put = async (key: string) => {
      const local = join(folder, key);
      await writeFile(local, bytes);
      await blobs.put(key, local, 'image/jpeg');
    };
    const read = async (key: string) => buffer((await blobs.open(key)).stream);

    test.each(FAULTS)(
      'once, when it is given a file: it %s, and has the whole file in the end',
      async (how) => {
        store.fail(how, { on: ['PUT'], times: 1 });
        await put('once.jpg');
        expect((await read('once.jpg')).equals(bytes)).toBe(true);
        await blobs.remove(['once.jpg']);
      },
    );

    test('all the time, when it is given a file: it is unavailable, and has none of it', async () => {
      for (const how of ['answers 500', 'closes early'] as const) {
        store.fail(how, { on: ['PUT'] });
        await expect(put('never.jpg'), how).rejects.toMatchObject(unavailable);
        await expect(read('never.jpg')).rejects.toMatchObject({ kind: 'not_found' });
      }
      expect(await readdir(folder)).toEqual([]);
    });

    test('when it is asked for a file: what broke off is unavailable, not a shorter file', async () => {
      await put('asked.jpg');
      for (const how of ['answers 500', 'closes early', 'loses the answer'] as const) {
        store.fail(how, { on: ['GET'] });
        await expect(read('asked.jpg'), how).rejects.toMatchObject(unavailable);
      }
      store.fail('is slow', { on: ['GET'] });
      expect((await read('asked.jpg')).equals(bytes)).toBe(true);
    });
  });
});

test('a store that does not answer is unavailable, and leaves no temporary file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 's3-'));
  const local = join(folder, 'local');
  await writeFile(local, 'x');
  const blobs = createS3Blobs({ ...settings, endpoint: 'http://127.0.0.1:1' });
  await expect(blobs.put('a.jpg', local, 'image/jpeg')).rejects.toMatchObject({
    kind: 'temporary',
    code: 'storage_unavailable',
  });
  await expect(blobs.open('a.jpg')).rejects.toMatchObject({ kind: 'temporary' });
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});
