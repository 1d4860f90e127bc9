import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { pipeline, type Readable, Transform, type TransformOptions } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { notFound } from '../../inspections/problems/access.ts';
import { Problem } from '../../inspections/problems/problem.ts';
import { storageFailed } from '../storage-failed.ts';
import { type Blobs, checkKey, type KeptFile, mimetypeOf, resolveRange } from './blobs.ts';

export type S3Settings = {
  bucket: string;
  /** Null for Amazon's own. */
  endpoint: string | null;
  region: string;
  /** Null for those of the machine. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
  forcePathStyle: boolean;
  /** After this time in which not a byte moves, the store counts as hanging; in tests shorter. */
  idleMs?: number;
};

/** So long the store may take to answer, twice; a file on its way there has as long again for each of so many bytes. */
const IDLE_MS = 10_000;
const ATTEMPTS = 2;
const BYTES_IN_TIME = 5_000_000;

const REMOVED_AT_ONCE = 8;
const REMOVED_IN_A_ROW = 500;

export function createS3Blobs(settings: S3Settings): Blobs {
  const { bucket, endpoint, region, credentials, forcePathStyle, idleMs = IDLE_MS } = settings;
  const client = new S3Client({
    endpoint: endpoint ?? undefined,
    region,
    credentials: credentials ?? undefined,
    forcePathStyle,
    maxAttempts: ATTEMPTS,
    // Stores other than Amazon's often do not know the newer checksums that are the default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 5_000,
      requestTimeout: idleMs,
      throwOnRequestTimeout: true,
    },
    // Or it writes to the console; every failure is thrown, and logged by who catches it.
    logger: { debug() {}, info() {}, warn() {}, error() {} },
  });
  const at = (key: string) => ({ Bucket: bucket, Key: checkKey(key) });

  const remove = async (keys: string[]) => {
    // One by one: the bulk request needs a checksum that not every store accepts.
    for (let first = 0; first < keys.length; first += REMOVED_AT_ONCE) {
      const some = keys.slice(first, first + REMOVED_AT_ONCE);
      await Promise.all(some.map((key) => client.send(new DeleteObjectCommand(at(key))).catch(ifThere)));
    }
  };

  async function* list(prefix: string, after?: string): AsyncGenerator<KeptFile> {
    const wanted = { Bucket: bucket, Prefix: prefix, StartAfter: after };
    try {
      for await (const page of paginateListObjectsV2({ client }, wanted))
        for (const { Key, Size, LastModified } of page.Contents ?? [])
          if (Key && LastModified) yield { key: Key, size: Size ?? 0, modified_at: LastModified };
    } catch (error) {
      failed(error);
    }
  }

  return {
    async put(key, localPath, mimetype) {
      const target = at(key);
      const send = async () => {
        const ContentLength = (await stat(localPath)).size;
        const Body = createReadStream(localPath);
        const put = new PutObjectCommand({ ...target, Body, ContentLength, ContentType: mimetype });
        await client.send(put, { requestTimeout: idleMs * (1 + ContentLength / BYTES_IN_TIME) });
      };
      try {
        // The client cannot send a stream twice, so the retry is made here.
        await send().catch(send);
      } catch (error) {
        failed(error);
      } finally {
        await rm(localPath, { force: true });
      }
    },

    async open(key, range) {
      // The size comes first because a range may count from the end; whole files need no extra question.
      const resolved = range && resolveRange(range, await sizeOf(key));
      const Range = resolved && `bytes=${resolved.start}-${resolved.end}`;
      const answer = await client.send(new GetObjectCommand({ ...at(key), Range })).catch(failed);
      const size = Number(answer.ContentRange?.split('/')[1] ?? answer.ContentLength);
      const mimetype = answer.ContentType ?? mimetypeOf(key);
      return { stream: untilFailed(answer.Body as Readable, idleMs), size, mimetype, range: resolved };
    },

    remove,

    list,

    async removeFolder(folder) {
      let keys: string[] = [];
      for await (const { key } of list(`${checkKey(folder)}/`)) {
        keys.push(key);
        if (keys.length < REMOVED_IN_A_ROW) continue;
        await remove(keys);
        keys = [];
      }
      await remove(keys);
    },

    async ready() {
      await client.send(new HeadBucketCommand({ Bucket: bucket })).catch((error) => {
        throw storageFailed(error);
      });
    },
  };

  async function sizeOf(key: string): Promise<number> {
    const head = await client.send(new HeadObjectCommand(at(key))).catch(failed);
    return head.ContentLength ?? 0;
  }
}

/**
 * What breaks off on its way, or stops coming, is no fault of the file: whoever reads it shall try again. A reader who is
 * slower than the store is waited for.
 */
function untilFailed(body: Readable, idleMs: number): Readable {
  const destroy: TransformOptions['destroy'] = (error, done) => done(error && storageFailed(error));
  let moved = true;
  const transform: TransformOptions['transform'] = (chunk, _encoding, done) => {
    moved = true;
    done(null, chunk);
  };
  const out = new Transform({ transform, destroy });
  const looks = setInterval(() => {
    if (!moved && !out.writableNeedDrain)
      body.destroy(new Error('The store stopped in the middle of a file.'));
    moved = false;
  }, idleMs);
  return pipeline(body, out, () => clearInterval(looks));
}

const isMissing = (error: unknown) =>
  error instanceof S3ServiceException && ['NoSuchKey', 'NotFound'].includes(error.name);

function failed(error: unknown): never {
  if (error instanceof Problem) throw error;
  throw isMissing(error) ? notFound('file') : storageFailed(error);
}

function ifThere(error: unknown) {
  if (!isMissing(error)) failed(error);
}
