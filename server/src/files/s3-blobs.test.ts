import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, test } from 'vitest';
import { tellBlobStories } from './blob-stories.ts';
import { createS3Blobs } from './s3-blobs.ts';

const { TEST_S3_ENDPOINT: endpoint, TEST_S3_ACCESS_KEY_ID, TEST_S3_SECRET_ACCESS_KEY } = process.env;
const bucket = process.env.TEST_S3_BUCKET ?? 'walkaround-test';
const credentials = {
  accessKeyId: TEST_S3_ACCESS_KEY_ID ?? 'none',
  secretAccessKey: TEST_S3_SECRET_ACCESS_KEY ?? 'none',
};
const region = process.env.TEST_S3_REGION ?? 'us-east-1';
const settings = { bucket, endpoint: endpoint ?? null, region, credentials, forcePathStyle: true };
const wrongSecret = { ...settings, credentials: { ...credentials, secretAccessKey: 'wrong' } };

describe.skipIf(!endpoint)('on the S3 store at TEST_S3_ENDPOINT (skipped without one)', () => {
  beforeAll(async () => {
    const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
    await client.send(new CreateBucketCommand({ Bucket: bucket })).catch((error) => {
      if (!/BucketAlready/.test(error.name)) throw error;
    });
  });

  tellBlobStories(createS3Blobs(settings));

  test('a wrong secret or an unknown bucket is storage that is unavailable', async () => {
    for (const wrong of [wrongSecret, { ...settings, bucket: 'no-such-bucket-here' }]) {
      await expect(createS3Blobs(wrong).ready()).rejects.toMatchObject({
        status: 503,
        code: 'storage_unavailable',
      });
    }
    await expect(createS3Blobs(wrongSecret).open('a.jpg')).rejects.toMatchObject({ status: 503 });
  });
});

test('a store that does not answer is unavailable, and leaves no temporary file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 's3-'));
  const local = join(folder, 'local');
  await writeFile(local, 'x');
  const blobs = createS3Blobs({ ...settings, endpoint: 'http://127.0.0.1:1' });
  await expect(blobs.put('a.jpg', local, 'image/jpeg')).rejects.toMatchObject({
    status: 503,
    code: 'storage_unavailable',
  });
  await expect(blobs.open('a.jpg')).rejects.toMatchObject({ status: 503 });
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});
