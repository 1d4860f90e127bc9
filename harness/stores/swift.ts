/**
 * A real S3 store of the test's own: OpenStack Swift with s3api, one process for each of its parts, all in a
 * temporary folder and on free ports. `npm test -- --install` installs it where Debian's packages can be installed.
 */
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import {
  CREDENTIALS,
  CUSTOMS,
  MAKE_RINGS,
  proxySettings,
  REGION,
  STORES,
  storeSettings,
} from './swift-settings.ts';

const run = promisify(execFile);
const PARTS = [...STORES, 'proxy'] as const;
type Part = (typeof PARTS)[number];
const READY_WITHIN_MS = 120_000;

/** Swift keeps what it knows of a file in its attributes. */
const hasAttributes = () => {
  const program =
    'import os, tempfile\nwith tempfile.NamedTemporaryFile() as file: os.setxattr(file.name, "user.swift", b"1")';
  const { status } = spawnSync('python3', ['-c', program], { env: { ...process.env, TMPDIR: tmpdir() } });
  return status === 0;
};

const findReason = () => {
  if (!PARTS.every((part) => existsSync(`/usr/bin/swift-${part}-server`)))
    return 'OpenStack Swift, a real S3 store, is not installed here (npm test -- --install installs it on Debian as root)';
  return hasAttributes()
    ? null
    : 'the temporary folder keeps no attributes of files, which OpenStack Swift needs';
};

/** Why tests that need the store cannot run here; null where they can. */
export const whyNoSwift = findReason();

/** Below those that the system gives to anybody who asks for any port: it may be a while until Swift takes them. */
const freePorts = async (count: number): Promise<number[]> => {
  const held = new Map<number, Server>();
  while (held.size < count) {
    const port = randomInt(10_000, 20_000);
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening').then(
      () => held.set(port, server),
      () => {},
    );
  }
  await Promise.all([...held.values()].map((server) => new Promise((resolve) => server.close(resolve))));
  return [...held.keys()];
};

const put = (client: S3Client, Bucket: string, Key: string) =>
  client.send(new PutObjectCommand({ Bucket, Key, Body: 'anything' }));

const probe = async (client: S3Client, Bucket: string) => {
  await put(client, Bucket, 'probe');
  await client.send(new DeleteObjectCommand({ Bucket, Key: 'probe' }));
};

const whenItWorks = async (work: () => Promise<unknown>, parts: ChildProcess[], said: () => string) => {
  for (const end = Date.now() + READY_WITHIN_MS; ; await sleep(100)) {
    try {
      return await work();
    } catch (cause) {
      const dead = parts.find(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null);
      const how = dead
        ? `${dead.spawnargs[0]} ended with ${dead.exitCode ?? dead.signalCode}`
        : 'it does not answer';
      if (dead || Date.now() > end)
        throw new Error(`Swift does not work here, ${how}:\n${said()}`, { cause });
    }
  }
};

export type Swift = Awaited<ReturnType<typeof startSwift>>;

export const startSwift = async (bucket = 'walkaround') => {
  const folder = await mkdtemp(join(tmpdir(), 'walkaround-swift-'));
  const ports = await freePorts(PARTS.length);
  const portOf = (part: Part) => ports[PARTS.indexOf(part)]!;
  await mkdir(join(folder, 'devices/one'), { recursive: true });
  await writeFile(join(folder, 'sitecustomize.py'), CUSTOMS);
  await writeFile(join(folder, 'swift.conf'), '[swift-hash]\nswift_hash_path_suffix = test\n');
  await writeFile(join(folder, 'proxy.conf'), proxySettings(folder, portOf('proxy')));
  for (const part of STORES)
    await writeFile(join(folder, `${part}.conf`), storeSettings(part, folder, portOf(part)));
  const places = STORES.flatMap((part) => [part, String(portOf(part))]);
  await run('/usr/bin/python3', ['-c', MAKE_RINGS, ...places], { cwd: folder });
  let said = '';
  const start = (part: Part, hoursAhead = 0) => {
    const child = spawn(`swift-${part}-server`, [join(folder, `${part}.conf`)], {
      env: { ...process.env, PYTHONPATH: folder, SECONDS_AHEAD: String(hoursAhead * 3600) },
      // Nothing is ever written to it: it ends when this process does.
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said += chunk;
      });
    return child;
  };
  let parts = PARTS.map((part) => start(part));
  const end = () =>
    Promise.all(
      parts.map(async (part) => {
        if (part.exitCode !== null || part.signalCode !== null) return;
        part.kill('SIGKILL');
        await once(part, 'exit');
      }),
    );
  const stop = async () => {
    await end();
    await rm(folder, { recursive: true, force: true });
  };

  const endpoint = `http://127.0.0.1:${portOf('proxy')}`;
  const client = new S3Client({ endpoint, region: REGION, credentials: CREDENTIALS, forcePathStyle: true });
  const works = (work: () => Promise<unknown>) => whenItWorks(work, parts, () => said);
  try {
    await works(() => client.send(new CreateBucketCommand({ Bucket: bucket })));
    await works(() => probe(client, bucket));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    endpoint,
    bucket,
    credentials: CREDENTIALS,
    /** What a service must be told to keep its photos there. */
    environment: (through = endpoint) => ({
      S3_BUCKET: bucket,
      S3_ENDPOINT: through,
      S3_REGION: REGION,
      S3_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
      S3_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
    }),
    keys: async (Bucket = bucket): Promise<string[]> => {
      const pages = await Array.fromAsync(paginateListObjectsV2({ client }, { Bucket }));
      return pages.flatMap(({ Contents = [] }) => Contents.map(({ Key }) => Key!));
    },
    put: (key: string) => put(client, bucket, key),
    /** As if so much time had passed: its clock goes ahead, and what it holds is older. */
    later: async (hours: number) => {
      await end();
      parts = PARTS.map((part) => start(part, hours));
      await works(() => probe(client, bucket));
    },
    stop,
  };
};
