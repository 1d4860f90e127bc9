/** For tests: a real Postgres of their own, with the schema in it. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newDataFolder } from '@walkaround/harness/services/data-folder.ts';
import { v7 as uuid } from 'uuid';
import type { NewImage, Store } from '../inspections/ports/store.ts';
import type { Json } from '../inspections/records/json.ts';
import type { Callback } from '../inspections/records/task.ts';
import type { TaskName, TaskStatus } from '../inspections/vocabulary.ts';
import { createPool } from './database.ts';
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { migrate } from './migrate.ts';

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const quiet = { info() {}, warn() {}, error() {} };

export const startTestDatabase = async () => {
  const home = await newDataFolder();
  const postgres = await startEmbeddedPostgres({ dataDir: home, log: quiet });
  const pool = createPool(postgres.url, 10, () => {}, { everything: true });
  await migrate(pool, new URL('../../migrations', import.meta.url));
  return {
    url: postgres.url,
    pool,
    /** As a power cut would: it loses every connection and starts again by itself. */
    crash: async () => {
      const pid = Number.parseInt(await readFile(join(home, 'postgres', 'postmaster.pid'), 'utf8'), 10);
      process.kill(pid, 'SIGQUIT');
      while (isAlive(pid)) await sleep(10);
    },
    stop: async () => {
      await pool.end();
      await postgres.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
};

type TestInspection = {
  organization_id?: string;
  owner_id?: string;
  task?: TaskName;
  status?: TaskStatus;
  callbacks?: Callback[];
};

/** An inspection with one task. */
export const insertTestInspection = async (store: Store, options: TestInspection = {}): Promise<string> => {
  const id = uuid();
  const owner_id = options.owner_id ?? 'anna';
  const inspection = {
    id,
    owner_id,
    creator_id: owner_id,
    organization_id: options.organization_id ?? null,
    status: 'NOT_STARTED' as const,
    inspection_type: null,
    reference: null,
    customer: null,
    date_of_loss: null,
    assigned_to: null,
    accident_nature: null,
    related_inspection_id: null,
    usage_duration: null,
    damage_severity: null,
    privacy: { blur_plates: false, blur_faces: false },
    additional_data: {},
  };
  const task = {
    id: uuid(),
    inspection_id: id,
    name: options.task ?? 'damage_detection',
    status: options.status ?? 'TODO',
    added_by_service: false,
    arguments: {},
    callbacks: options.callbacks ?? [],
    validated_by: null,
  };
  await store.transaction((tx) => tx.inspections.insert(inspection, [task], {}));
  return id;
};

/** An image for the inspection's only task, with no more than an image must have. */
export const insertTestImage = async (
  store: Store,
  inspectionId: string,
  name: string,
  { details = {}, ...about }: Partial<NewImage> & { details?: Json } = {},
): Promise<string> => {
  const [task] = await store.tasks.list(inspectionId);
  const id = uuid();
  const file_key = `inspections/${inspectionId}/${name}`;
  await store.images.insert(
    {
      id,
      inspection_id: inspectionId,
      name,
      file_key,
      shown_key: file_key,
      mimetype: 'image/jpeg',
      binary_size: 1,
      width: 1000,
      height: 1000,
      received_sha256: null,
      original_format: null,
      taken_at: null,
      rotation: 'NO_ROTATION',
      fingerprint: name,
      image_type: null,
      image_subtype: null,
      image_sibling_key: null,
      sight_id: null,
      detailed_viewpoint: null,
      compliance_checks: null,
      damage_area_id: null,
      additional_data: {},
      ...about,
    },
    [{ task_id: task!.id, details }],
  );
  return id;
};
