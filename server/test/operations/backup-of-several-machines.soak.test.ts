import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allEnded } from '@walkaround/harness/clients/all-ended.ts';
import { type Body, type Client, clientOf, until } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { startGrants } from '@walkaround/harness/faults/grants.ts';
import { A_DAY_AND_MORE_HOURS, filesOfRows, sweepFiles } from '@walkaround/harness/faults/kept-files.ts';
import { expectDoneOnce, sha256, startLoad } from '@walkaround/harness/faults/load.ts';
import { startDebianPostgres, whyNoDebianPostgres } from '@walkaround/harness/operators/debian-postgres.ts';
import { rcloneOf, whyNoRclone } from '@walkaround/harness/operators/rclone.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { signToken } from '@walkaround/harness/services/issuer.ts';
import { startService } from '@walkaround/harness/services/service.ts';
import { startSwift, whyNoSwift } from '@walkaround/harness/stores/swift.ts';
import pg from 'pg';
import { afterAll, expect, inject, test, vi } from 'vitest';

vi.setConfig({ testTimeout: 300_000 });

const WHY_NOT = whyNoSwift ?? whyNoDebianPostgres ?? whyNoRclone;
const TASK = 'compliances';
const CLIENTS = 3;
/** Inspections that are acknowledged before the backup, between its two parts, and during each of them at most. */
const BEFORE = 20;
const MEANWHILE = 2;

const closers: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});
const untilTheEnd = <Opened>(opened: Opened, close: () => unknown): Opened => {
  closers.push(close);
  return opened;
};

/** An api and a worker with folders of their own; what they share is the database and the bucket. */
const startInstallation = async (DATABASE_URL: string, store: Record<string, string>, folder: string) => {
  const settings = {
    DATABASE_URL,
    ...store,
    DATABASE_POOL_SIZE: '3',
    OIDC_ISSUER: inject('issuerKey').issuer,
    RATE_LIMIT_PER_MINUTE: '0',
    LOG_LEVEL: 'silent',
    MODELS_DIR: '/nowhere',
  };
  const start = (ROLE: string) => startService({ ...settings, ROLE }, join(folder, ROLE));
  const [api, worker] = await allEnded([start('api'), start('worker')]);
  const stop = () => Promise.all([api!.stop(), worker!.stop()]);
  const options = '-c walkaround.reach=everything';
  const database = new pg.Pool({ connectionString: DATABASE_URL, max: 2, options });
  closers.push(stop, () => database.end());
  const token = await signToken(inject('issuerKey'), { user: 'backup' });
  return { client: clientOf(`${api!.url}/v1`, token), url: api!.url, database, stop };
};

const photosOf = async (api: Client, id: string): Promise<string[]> => {
  const { status, body } = await api.get(`/inspections/${id}`);
  if (status !== 200) return [];
  return Promise.all(body.images.map(async ({ path }: Body) => sha256((await api.get(path)).body)));
};

const without = (all: readonly string[], some: readonly string[]) => all.filter((one) => !some.includes(one));

test.skipIf(WHY_NOT !== null)(
  `a dump of the database and then a copy of the bucket, made under load, restore everything acknowledged before${WHY_NOT === null ? '' : `: ${WHY_NOT}`}`,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'walkaround-backup-of-several-'));
    closers.push(() => rm(folder, { recursive: true, force: true }));
    const postgres = await startDebianPostgres().then((one) => untilTheEnd(one, one.stop));
    const swift = await startSwift().then((one) => untilTheEnd(one, one.stop));
    const rclone = rcloneOf(swift);
    await postgres.createDatabase('original');
    const original = await startInstallation(
      postgres.urlOf('original'),
      swift.environment(),
      join(folder, 'original'),
    );
    const api = original.client;
    const pictures = await Promise.all(Array.from({ length: 8 }, () => photo(320, 240)));
    const [kept, erased] = await allEnded([newInspection(api), newInspection(api)]);
    const linkTo = async (id: string): Promise<URL> =>
      new URL((await api.upload(`/inspections/${id}/images`, {}, pictures[0]!)).body.path);
    const [linkToKept, linkToErased] = await allEnded([linkTo(kept!), linkTo(erased!)]);
    const grants = startGrants();
    // So many more than are waited for that requests are under way whenever something is copied.
    grants.give(BEFORE + CLIENTS);
    const load = startLoad(Array<Client>(CLIENTS).fill(api), pictures, TASK, grants.take);
    await load.progress(BEFORE);
    const { photos, started } = load.acknowledged;
    const before = {
      photos: [...photos].map(([id, sent]) => [id, [...sent]] as const),
      started: [...started],
    };

    const dump = join(folder, 'walkaround.sql');
    const bucket = join(folder, 'bucket');
    await postgres.run('pg_dump', ['--enable-row-security', `--file=${dump}`, postgres.urlOf('original')]);
    grants.give(MEANWHILE);
    await load.progress(MEANWHILE);
    expect((await api.delete(`/inspections/${erased}?erase=true`)).status).toBe(200);
    await until(
      () => swift.keys(),
      (keys) => !keys.some((key) => key.includes(erased!)),
      60_000,
    );
    grants.give(MEANWHILE);
    await rclone('copy', `store:${swift.bucket}`, bucket);
    grants.give(CLIENTS);
    await load.stop();
    expect(load.failures).toEqual([]);
    await original.stop();

    await rclone('mkdir', 'store:restored');
    await rclone('copy', bucket, 'store:restored');
    await postgres.createDatabase('restored');
    const whole = ['--quiet', '--single-transaction', '--set=ON_ERROR_STOP=1', `--file=${dump}`];
    await postgres.run('psql', [...whole, postgres.urlOf('restored')]);
    const restored = await startInstallation(
      postgres.urlOf('restored'),
      { ...swift.environment(), S3_BUCKET: 'restored' },
      join(folder, 'restored'),
    );

    const { client, database } = restored;
    const lost: string[] = [];
    for (const [id, sent] of before.photos) lost.push(...without(sent, await photosOf(client, id)));
    expect(lost).toEqual([]);
    await expectDoneOnce(before.started, { database, task: TASK });
    const { rows } = await database.query('select id from inspections');
    expect(
      without(
        rows.map(({ id }) => id),
        [kept!, erased!, ...photos.keys()],
      ),
    ).toEqual([]);

    const follow = (link: URL) => fetch(`${restored.url}${link.pathname}${link.search}`);
    const answer = await follow(linkToKept!);
    expect(answer.headers.get('content-type')).toBe('image/jpeg');
    expect(sha256(await answer.bytes())).toBe(sha256(pictures[0]!));

    // What was erased after the dump is back, without its photos, until it is erased again.
    expect((await client.get(`/inspections/${erased}`)).status).toBe(200);
    expect((await follow(linkToErased!)).status).toBe(404);
    expect((await client.delete(`/inspections/${erased}?erase=true`)).status).toBe(200);
    await until(
      () => client.get(`/inspections/${erased}`),
      ({ status }) => status === 404,
    );

    await swift.later(A_DAY_AND_MORE_HOURS);
    const swept = await sweepFiles(database);
    expect((await swift.keys('restored')).toSorted()).toEqual(await filesOfRows(database));
    process.stdout.write(
      `backup of several machines: ${before.photos.length} inspections, ${before.photos.flatMap(([, sent]) => sent).length} photos and ` +
        `${before.started.length} tasks acknowledged before the dump, all there once; ` +
        `${photos.size + 2 - rows.length} inspections came after it; ${swept} files without a row swept\n`,
    );
  },
);
