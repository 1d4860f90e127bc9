import { setTimeout as sleep } from 'node:timers/promises';
import { type Body, type Client, until } from '@walkaround/harness/clients/client.ts';
import { eventsOf } from '@walkaround/harness/clients/event-stream.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { setStatus, task } from '@walkaround/harness/clients/tasks.ts';
import { withoutIds } from '@walkaround/harness/clients/without-ids.ts';
import { randomFrom, SEED } from '@walkaround/harness/faults/random.ts';
import { carDrawing } from '@walkaround/harness/pictures/car-drawing.ts';
import { vinPlate } from '@walkaround/harness/pictures/document-drawings.ts';
import { databaseOf } from '@walkaround/harness/services/database.ts';
import { ownService, photoFilesOf } from '@walkaround/harness/services/own-service.ts';
import { workerOf } from '@walkaround/harness/services/worker.ts';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

// Real models on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 });

const KILLS = 10;
/** A job with which more workers die, before it has come any further, is taken for what kills them. */
const MOST_FOR_ONE = 3;
const LONGEST_WAIT_MS = 3000;
const TASKS = ['damage_detection', 'wheel_analysis', 'images_ocr'];
const VIN = '1HGCM82633A004352';
/** Where the drawn car has its scratches. */
const SCRATCHES = { xmin: 350, ymin: 420, width: 200, height: 90 };

let service: Awaited<ReturnType<typeof ownService>>;
let database: pg.Pool;
let api: Client;
let cars: Buffer[];
let plate: Buffer;
beforeAll(async () => {
  service = await ownService({ WORKER_CONCURRENCY: String(TASKS.length), LOG_LEVEL: 'silent' });
  database = await databaseOf(service);
  api = await service.client();
  const paints = ['#1d3f7a', '#a02020'];
  cars = await Promise.all(paints.map((paint) => carDrawing({ paint, scratched: true })));
  plate = await vinPlate(VIN);
});
afterAll(async () => {
  await database?.end();
  await service?.stop();
});

/** The id of an inspection with all three tasks under way. */
const started = async (): Promise<string> => {
  const visual = { generate_visual_output: { generate_parts: true, generate_damages: true } };
  const id = await newInspection(api, { damage_detection: visual, wheel_analysis: {}, images_ocr: {} });
  const add = async (name: string, tasks: string[], photo: Buffer) =>
    expect((await api.upload(`/inspections/${id}/images`, { name, tasks }, photo)).status).toBe(201);
  for (const [number, car] of cars.entries())
    await add(`car ${number}`, ['damage_detection', 'wheel_analysis'], car);
  await add('plate', ['images_ocr'], plate);
  for (const name of TASKS) await setStatus(api, id, name, 'TODO');
  return id;
};

const statusesOf = async (id: string): Promise<string[]> =>
  (await api.get(`/inspections/${id}?show_deleted_objects=true`)).body.tasks
    .filter(({ name }: Body) => TASKS.includes(name))
    .map(({ status }: Body) => status);

const isOver = async (id: string): Promise<boolean> =>
  (await statusesOf(id)).every((status) => status === 'DONE' || status === 'ERROR');

/** The queue waits before it tries again, longer each time. Here it need not. */
const retryNow = () => database.query(`update pgboss.job set start_after = now() where state = 'retry'`);

const isAtWork = async (id: string, since: Date): Promise<boolean> => {
  await retryNow();
  const { rowCount } = await database.query(
    `select 1 from pgboss.job where name = 'run-task' and state = 'active' and started_on > $1
     and data ->> 'inspection_id' = $2`,
    [since, id],
  );
  return rowCount! > 0;
};

const killWorker = async () => {
  process.kill(workerOf(service)!, 'SIGKILL');
  // By itself the queue believes a worker dead after ten seconds of silence.
  await database.query(
    `update pgboss.job set heartbeat_on = heartbeat_on - interval '10 seconds' where state = 'active'`,
  );
};

const nothingLeftToDo = () =>
  until(
    async () => {
      await retryNow();
      return await database.query(
        `select 1 from pgboss.job where name <> 'clean-up' and state < 'completed' limit 1`,
      );
    },
    ({ rowCount }) => rowCount === 0,
    240_000,
  );

/** Everything about the inspection, but for what differs from one to the next. */
const resultOf = async (id: string) => {
  await nothingLeftToDo();
  const files = (await photoFilesOf(service)).filter((file) => file.includes(id));
  return { ...withoutIds((await api.get(`/inspections/${id}`)).body), files: files.length };
};

/** Each task ends once, and its progress never falls. */
const expectToldOnce = async (id: string, where: string) => {
  const events = await eventsOf(api, id);
  for (const name of TASKS) {
    const ofTask = events.filter(({ data }) => data.task === name);
    expect(ofTask.filter(({ event }) => event === 'task.done').length, where).toBe(1);
    const done = ofTask.flatMap(({ event, data }) => (event === 'task.progress' ? data.done : []));
    expect(done, where).toEqual(done.toSorted((a, b) => a - b));
  }
};

test(`a worker killed at ${KILLS} random points leads to the findings of an undisturbed run, once`, async () => {
  const expected = await resultOf(await started());
  expect(expected.damages.map(({ damage_type }: Body) => damage_type)).toContain('scratch');
  expect(expected.vehicle.vin).toBe(VIN);
  expect(expected.wheel_analysis.length).toBeGreaterThan(0);

  const random = randomFrom(SEED);
  let kills = 0;
  while (kills < KILLS) {
    const id = await started();
    const points: number[] = [];
    let since = new Date(0);
    for (; kills < KILLS && points.length < MOST_FOR_ONE; kills++) {
      await until(async () => (await isAtWork(id, since)) || (await isOver(id)), Boolean, 120_000);
      const wait = Math.round(random() * LONGEST_WAIT_MS);
      await sleep(wait);
      if (await isOver(id)) break;
      since = new Date();
      await killWorker();
      points.push(wait);
    }
    const where = `killed after ${points} ms, SEED=${SEED}`;
    expect(await resultOf(id), where).toEqual(expected);
    await expectToldOnce(id, where);
  }
});

const rowsOf = async (id: string, table: string): Promise<number> =>
  (await database.query(`select 1 from ${table} where inspection_id = $1`, [id])).rowCount!;

const sightingsOf = async (id: string): Promise<number> =>
  (
    await database.query(
      'select 1 from sightings where image_id in (select id from images where inspection_id = $1)',
      [id],
    )
  ).rowCount!;

const allTaken = (id: string) =>
  until(
    () => statusesOf(id),
    (statuses) => !statuses.includes('TODO'),
    120_000,
  );

test('an inspection that is deleted while its tasks run leaves no finding and no file of one', async () => {
  const id = await started();
  const photos = (await photoFilesOf(service)).filter((file) => file.includes(id));
  await allTaken(id);
  expect((await api.delete(`/inspections/${id}`)).status).toBe(200);
  await nothingLeftToDo();
  const whenDeleted = TASKS.map(() => 'IN_PROGRESS');
  expect(await statusesOf(id), 'it was deleted too late to show anything').toEqual(whenDeleted);

  const found = [
    'damages',
    'parts',
    'views',
    'rendered_outputs',
    'severities',
    'wheel_analyses',
    'documents',
  ];
  const rows = await Promise.all(found.map(async (table) => [table, await rowsOf(id, table)]));
  expect(rows).toEqual(found.map((table) => [table, 0]));
  expect(await sightingsOf(id)).toBe(0);
  expect((await photoFilesOf(service)).filter((file) => file.includes(id))).toEqual(photos);
  const { body } = await api.get(`/inspections/${id}?show_deleted_objects=true`);
  expect(body.vehicle?.vin ?? null).toBeNull();
});

test('what a person says while the tasks run stays as it was said, and is not found again', async () => {
  const id = await started();
  await allTaken(id);
  const { images } = (await api.get(`/inspections/${id}`)).body;
  const car = images.find(({ name }: Body) => name === 'car 0');
  const said = { damage_type: 'scratch', part_type: 'door_front_left' };
  const { body: damage } = await api.post(`/inspections/${id}/damages`, said);
  const drawn = { image_id: car.id, damage_id: damage.id, bounding_box: SCRATCHES };
  const { body: view } = await api.post(`/inspections/${id}/views`, drawn);
  const vehicle = { vin: 'VF1RFB00066666666' };
  expect((await api.patch(`/inspections/${id}/vehicle`, vehicle)).status).toBe(200);
  const { status } = await task(api, id, 'damage_detection');
  expect(status, 'it was said too late to show anything').toBe('IN_PROGRESS');
  await nothingLeftToDo();

  const { body } = await api.get(`/inspections/${id}`);
  expect(body.vehicle).toMatchObject(vehicle);
  expect(body.documents).toMatchObject([{ type: 'VIN', content: { vin: VIN } }]);
  const scratches = body.damages.filter(({ damage_type }: Body) => damage_type === 'scratch');
  // The paints differ, so they are two vehicles: what is said of one does not speak for the other.
  expect(scratches).toMatchObject([
    { id: damage.id, created_by: damage.created_by, score: null, model: null, vehicle_group: 1 },
    { created_by: 'algo', model: { name: 'damage' }, vehicle_group: 2 },
  ]);
  const looked = body.images.find(({ id }: Body) => id === car.id);
  expect(looked.views.filter(({ element_id }: Body) => element_id === damage.id)).toMatchObject([
    { id: view.id, bounding_box: SCRATCHES },
  ]);
  expect(looked.views.length).toBeGreaterThan(1);
});
