import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Body, type Client, client } from '@walkaround/harness/clients/client.ts';
import { foundDamages } from '@walkaround/harness/clients/found-damages.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { newSuspicion } from '@walkaround/harness/clients/suspicion.ts';
import { setStatus } from '@walkaround/harness/clients/tasks.ts';
import { databaseOf } from '@walkaround/harness/services/database.ts';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { ROOT, walkaround } from './test-walkaround.ts';

let folder: string;
let admin: Client;
let member: Client;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walkaround-dataset-'));
  const organization = `org-${randomUUID()}`;
  admin = await client({ organization, permissions: ['organization:manage'] });
  member = await client({ organization });
});

afterEach(() => rm(folder, { recursive: true }));

const allow = async (training_use: string) =>
  expect((await admin.patch('/organization/settings', { training_use })).status).toBe(200);

/** A picture that no other test has, so that none is a copy of another. */
const somePhoto = () => {
  const [r, g, b] = [0, 0, 0].map(() => Math.floor(Math.random() * 256));
  const background = { r: r!, g: g!, b: b! };
  return sharp({ create: { width: 320, height: 240, channels: 3, background } })
    .composite([{ input: Buffer.from(`<svg><text y="99">${randomUUID()}</text></svg>`) }])
    .jpeg()
    .toBuffer();
};

/** What models see is put beside the service, which has none. */
const showsVehicle = async (...images: string[]) => {
  const database = await databaseOf({ dataDir: inject('serviceDataDir') });
  await database.query('update images set has_vehicle = true where id = any($1)', [images]);
  await database.end();
};

const addPhoto = async (id: string, photo?: Buffer, tasks = ['damage_detection']) => {
  const added = await member.upload(`/inspections/${id}/images`, { tasks }, photo ?? (await somePhoto()));
  expect(added.status, JSON.stringify(added.body)).toBe(201);
  await showsVehicle(added.body.id);
  return added.body.id as string;
};

const approve = async (id: string) => {
  await setStatus(member, id, 'damage_detection', 'DONE');
  expect((await setStatus(member, id, 'damage_detection', 'VALIDATED')).status).toBe(200);
};

/** One of a car with this plate, with one photo and nothing on it. */
const intactInspection = async (plate: string, photo?: Buffer) => {
  const id = await newInspection(member, { damage_detection: {} }, { vehicle: { plate } });
  const image = await addPhoto(id, photo);
  await approve(id);
  return { id, image };
};

const BOX = { xmin: 20, ymin: 30, width: 60, height: 40 };

/** A damage found and confirmed, one corrected, one added, one deleted, suspicions, a clean photo, and a paper to read. */
const correctedInspection = async () => {
  const tasks = { damage_detection: {}, images_ocr: {} };
  const id = await newInspection(member, tasks, { vehicle: { plate: 'DS-1' } });
  const path = `/inspections/${id}`;
  const image = await addPhoto(id);
  const clean = await addPhoto(id);
  const paper = await addPhoto(id, undefined, ['images_ocr']);
  const [confirmed, corrected, wrong] = await foundDamages(id, [
    { image, part_type: 'hood', box: BOX },
    { image, part_type: 'roof', box: { ...BOX, xmin: 120 } },
    { image, part_type: 'trunk', box: { ...BOX, xmin: 220 } },
  ]);
  const suspicion = await newSuspicion(id, clean, { part_type: 'grill' });
  await member.patch(`${path}/damages/${confirmed}`, { is_confirmed: true });
  await member.patch(`${path}/damages/${corrected}`, { damage_type: 'dent' });
  await member.delete(`${path}/damages/${wrong}`);
  const added = await member.post(`${path}/damages`, {
    damage_type: 'body_crack',
    part_type: 'bumper_front',
  });
  const polygons = [
    [
      [10, 150],
      [60, 150],
      [60, 200],
    ],
  ];
  const drawn = await member.post(`${path}/views`, {
    image_id: image,
    damage_id: added.body.id,
    bounding_box: { xmin: 10, ymin: 150, width: 50, height: 50 },
    polygons,
  });
  expect(drawn.status, JSON.stringify(drawn.body)).toBe(201);
  const dismissed = await member.post(`${path}/suspicions/${suspicion}/dismiss`, {});
  expect(dismissed.status).toBe(200);
  // The clean photo shows another side of the car than all that is damaged.
  const database = await databaseOf({ dataDir: inject('serviceDataDir') });
  await database.query(
    `with part as (insert into parts (id, inspection_id, part_type, created_by)
       values ($1, $2, 'door_back_left', 'algo') returning id)
     insert into views (id, inspection_id, image_id, part_id, bounding_box, polygons, score, model, task, created_by)
     select $3, $2, $4, part.id, '{"xmin": 200, "ymin": 100, "width": 80, "height": 90}', '[]', 0.9,
       '{"name": "parts", "version": "1.0.0"}', 'damage_detection', 'algo' from part`,
    [randomUUID(), id, randomUUID(), clean],
  );
  await database.end();
  await approve(id);
  return { id, image, clean, paper };
};

const run = (...args: string[]) =>
  walkaround(
    ['dataset', 'export', '--out', 'set', '--url', inject('serviceUrl'), '--token', admin.token!, ...args],
    { cwd: folder },
  );

const read = async (name: string): Promise<Body> =>
  JSON.parse(await readFile(join(folder, 'set', name), 'utf8'));

const photosOnDisk = async () => {
  const files = await readdir(join(folder, 'set/photos'), { recursive: true, withFileTypes: true });
  return files.flatMap((file) => (file.isFile() ? [file.name.split('.')[0]!] : [])).sort();
};

test('corrections become labels; an erased inspection leaves the next export; a second run loads nothing twice', async () => {
  await allow('shown');
  const { id, image, clean, paper } = await correctedInspection();
  const other = await intactInspection('DS-2');
  const first = await run();
  expect(first).toMatchObject({
    status: 0,
    out: expect.stringContaining('3 photos of 2 approved inspections'),
  });
  expect(await photosOnDisk()).toEqual([image, clean, other.image].sort());
  expect(first.out).not.toContain(paper);

  const labels = await read('damage.json');
  const names = new Map(labels.categories.map(({ id, name }: Body) => [id, name]));
  const entryOf = (image_id: string) => labels.images.find((entry: Body) => entry.image_id === image_id);
  const damaged = entryOf(image);
  expect(damaged).toMatchObject({ width: 320, height: 240, source: 'own', weak: false, stretched: false });
  const drawn = labels.annotations.filter(({ image_id }: Body) => image_id === damaged.id);
  expect(
    drawn.map((a: Body) => [names.get(a.category_id), a.label_source, a.part_type, a.bbox[0]]).sort(),
  ).toEqual([
    ['body_crack', 'added', 'bumper_front', 10],
    ['dent', 'corrected', 'roof', 120],
    ['scratch', 'confirmed', 'hood', 20],
  ]);
  const crack = drawn.find(({ label_source }: Body) => label_source === 'added');
  expect(crack).toMatchObject({ segmentation: [[10, 150, 60, 150, 60, 200]], iscrowd: 0 });
  expect(crack).toMatchObject({ said_by: expect.stringMatching(/^user-/), said_at: expect.any(String) });
  expect(JSON.stringify(labels)).not.toContain('DS-1');
  expect(labels.hard_negatives).toMatchObject([
    { image_id: damaged.id, label_source: 'damage_deleted', taken_for: 'scratch', bbox: [220, 30, 60, 40] },
    { image_id: entryOf(clean).id, label_source: 'suspicion_dismissed' },
  ]);
  expect(entryOf(clean)).toMatchObject({ source: 'whole', group: damaged.group, split: damaged.split });
  expect(entryOf(other.image).group).not.toBe(damaged.group);
  expect(entryOf(image).labelled_types).toContain('rustiness');
  expect(entryOf(image).labelled_types).not.toContain('flat_tire');

  const loadedAt = async () => {
    const file = join(folder, 'set', entryOf(image).file_name);
    return (await stat(file)).mtimeMs;
  };
  const loaded = await loadedAt();
  const interrupted = `set/photos/00/${randomUUID()}.jpg.part`;
  await mkdir(join(folder, 'set/photos/00'), { recursive: true });
  await writeFile(join(folder, interrupted), 'half of');
  const again = await run();
  expect(again.status).toBe(0);
  expect(await loadedAt()).toBe(loaded);
  await expect(stat(join(folder, interrupted))).rejects.toThrow('ENOENT');
  expect({ ...(await read('damage.json')), info: null }).toEqual({ ...labels, info: null });

  expect((await member.delete(`/inspections/${id}?erase=true`)).status).toBe(200);
  const left = await run();
  expect(left).toMatchObject({ status: 0, out: expect.stringContaining('removed   2') });
  expect(await photosOnDisk()).toEqual([other.image]);
  expect((await read('damage.json')).images).toMatchObject([{ image_id: other.image }]);
  expect(await read('manifest.json')).toMatchObject({
    complete: true,
    inspections: 1,
    removed: { count: 2, image_ids: expect.arrayContaining([image, clean]) },
  });
  expect(await readFile(join(folder, 'set/photos.jsonl'), 'utf8')).not.toContain(id);
});

test('nothing of an organization that did not allow it is told, and what it allowed before is taken back', async () => {
  const { image } = await intactInspection('DS-3');
  const list = '/organization/training_data/inspections';
  expect((await admin.get('/organization/training_data')).body).toMatchObject({
    training_use: 'none',
    images: 0,
  });
  expect((await admin.get(list)).body.data).toEqual([]);
  const refused = await run();
  expect(refused).toMatchObject({ status: 1, out: expect.not.stringContaining('photo') });
  expect(refused.said).toContain('organization:manage allows it: training_use');
  await allow('shown');
  expect((await admin.get('/organization/training_data')).body).toMatchObject({ inspections: 1, images: 1 });
  expect((await run()).status).toBe(0);
  expect(await photosOnDisk()).toEqual([image]);
  await allow('none');
  expect(await run()).toMatchObject({
    status: 1,
    said: expect.stringContaining('1 photo of an earlier run left'),
  });
  expect(await photosOnDisk()).toEqual([]);
  expect((await read('damage.json')).images).toEqual([]);
  const { data } = (await admin.get('/audit_log')).body;
  expect(data.map(({ action, details }: Body) => [action, details.training_use.after])).toEqual([
    ['training_use.changed', 'none'],
    ['training_use.changed', 'shown'],
  ]);
});

test('what is over its retention, deleted, taken back or not approved is not in it; nor is another organization’s', async () => {
  await allow('shown');
  const old = await intactInspection('DS-4');
  const deleted = await intactInspection('DS-5');
  const withdrawn = await intactInspection('DS-6');
  const kept = await intactInspection('DS-7');
  await newInspection(member, { damage_detection: {} });
  await member.delete(`/inspections/${deleted.id}`);
  const back = await setStatus(member, withdrawn.id, 'damage_detection', 'DONE', { withdraw: true });
  expect(back.status, JSON.stringify(back.body)).toBe(200);
  await admin.patch('/organization/settings', { retention_days: 30 });
  const database = await databaseOf({ dataDir: inject('serviceDataDir') });
  await database.query(`update inspections set created_at = now() - interval '31 days' where id = $1`, [
    old.id,
  ]);
  await database.end();
  const { body } = await admin.get('/organization/training_data/inspections');
  expect(body.data.map(({ id }: Body) => id)).toEqual([kept.id]);
  const stranger = await client({
    organization: `org-${randomUUID()}`,
    permissions: ['organization:manage'],
  });
  await stranger.patch('/organization/settings', { training_use: 'original' });
  expect((await stranger.get('/organization/training_data/inspections')).body.data).toEqual([]);
});

test('unblurred photos come only where the organization allows those too', async () => {
  await allow('shown');
  const id = await newInspection(member, { damage_detection: {} }, { privacy: { blur_plates: true } });
  const image = await addPhoto(id);
  await approve(id);
  const list = '/organization/training_data/inspections';
  const [shown] = (await admin.get(list)).body.data[0].photos;
  expect(shown).toMatchObject({ is_blurred: true, path: expect.stringContaining(`${image}.blurred.jpg`) });
  expect((await admin.get(`${list}?photos=original`)).status).toBe(422);
  const refused = await run('--photos', 'original');
  expect(refused).toMatchObject({ status: 1, said: expect.stringContaining('set training_use to original') });
  await rm(join(folder, 'set'), { recursive: true });
  await allow('original');
  expect((await run('--photos', 'original')).status).toBe(0);
  expect(await photosOnDisk()).toEqual([image]);
  expect((await run()).said).toContain('Name another folder with --out.');
  await allow('shown');
  expect((await run('--photos', 'original')).said).toContain('1 photo of an earlier run left');
  expect(await photosOnDisk()).toEqual([]);
});

test('a photo that two vehicles have is in the set once, and inspections that people tied together are one group', async () => {
  await allow('shown');
  const photo = await somePhoto();
  const first = await intactInspection('DS-8', photo);
  await intactInspection('DS-9', photo);
  const before = await newInspection(member);
  await addPhoto(before);
  const after = await newInspection(member, { damage_detection: {} }, { related_inspection_id: before });
  await addPhoto(after);
  for (const id of [before, after]) await approve(id);
  const done = await run();
  expect(done).toMatchObject({ status: 0, out: expect.stringContaining('same_file 1') });
  expect(await photosOnDisk()).toContain(first.image);
  const { images } = await read('damage.json');
  const groups = images.map(({ inspection_id, group }: Body) => [inspection_id, group]);
  expect(images).toHaveLength(3);
  expect(new Set(groups.map(([, group]: number[]) => group)).size).toBe(2);
  const { body } = await admin.get('/organization/training_data/inspections?pagination_order=asc&limit=2');
  expect(body.data).toHaveLength(2);
  expect((await admin.get(body.paging.next)).body.data).toHaveLength(2);
});

test('a folder with something else in it is left alone', async () => {
  await allow('shown');
  await mkdir(join(folder, 'set'));
  await writeFile(join(folder, 'set/letter.txt'), 'mine');
  expect(await run()).toMatchObject({ status: 1, said: expect.stringContaining('Name an empty folder') });
  expect(await readdir(join(folder, 'set'))).toEqual(['letter.txt']);
  for (const [args, sentence] of [
    [['dataset'], 'Name what to do'],
    [['dataset', 'import', '--out', 'x'], 'Name what to do'],
    [['dataset', 'export'], 'with --out'],
    [['dataset', 'export', '--out', 'x', '--photos', 'all'], 'choose from shown, original'],
  ] as const)
    expect(await walkaround([...args], { cwd: folder })).toMatchObject({
      status: 2,
      said: expect.stringContaining(sentence),
    });
});

const PYTHON = process.env.TRAINING_PYTHON ?? 'python3';
const hasPackages = spawnSync(PYTHON, ['-c', 'import numpy, PIL, torch']).status === 0;

test.skipIf(!hasPackages)(
  `training/ reads the set${hasPackages ? '' : ` (skipped: ${PYTHON} lacks numpy, PIL or torch; TRAINING_PYTHON names another)`}`,
  async () => {
    await allow('shown');
    await correctedInspection();
    await intactInspection('DS-10');
    expect((await run()).status).toBe(0);
    const set = join(folder, 'set');
    const made = spawnSync(
      PYTHON,
      [
        ...[
          '-m',
          'walkaround_training.prepare',
          '--config',
          'configs/damage/1a.toml',
          '--labels',
          `${set}/damage.json`,
        ],
        ...['--pictures', set, '--cars', `${set}/intact-cars.json`, '--out', join(folder, 'pack')],
      ],
      { cwd: join(ROOT, 'training'), encoding: 'utf8' },
    );
    expect(made.stderr).toBe('');
    expect(made.stdout).toContain('3 pictures, 3 boxes, 1 outlines');
  },
);
