/**
 * An inspection as the service would answer it, with its own tasks, on photos in a folder. Nothing is stored: the tasks
 * write into one record in memory, as the store would.
 */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { wheelAnalyzer } from '../../src/actions/tasks/analyze-wheels.ts';
import { assess } from '../../src/actions/tasks/assess-damages.ts';
import { damageAnalyzer } from '../../src/actions/tasks/detect-damages.ts';
import type { Paint } from '../../src/inspections/checks/paint.ts';
import { paintOf } from '../../src/inspections/checks/photo-print.ts';
import { DEFAULT_MATRIX } from '../../src/inspections/costs/price-matrix.ts';
import type { Finds } from '../../src/inspections/photos/finds.ts';
import type { PhotoModels, Ports, TaskRun } from '../../src/inspections/ports/ports.ts';
import type { Inspection } from '../../src/inspections/records/inspection.ts';
import type { Task } from '../../src/inspections/records/task.ts';
import { keptFinds } from './kept-finds.ts';
import { emptyInspection, memoryStore, nothingSuspected, type Suspected } from './memory-store.ts';
import type { TruePhoto } from './truth.ts';

const TASKS = ['damage_detection', 'wheel_analysis'] as const;

/** All models that these tasks run. */
const MODELS = [
  'damage',
  'parts',
  'vehicles',
  'photo',
  'close_up_parts',
  'paint',
  'part_states',
  'second_opinion',
  'wheels',
] as const;

/** Nobody watches the progress, reads a log or stops the run. */
const RUN: TaskRun = {
  signal: new AbortController().signal,
  step: (work) => work(),
  progress: async () => {},
  leftOut: () => {},
};

export const fingerprintOf = async (path: string) =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
    .slice(0, 32);

const openFile = async (path: string) => ({
  stream: createReadStream(path),
  size: (await stat(path)).size,
  mimetype: 'image/jpeg',
});

export type Inspected = { inspection: Inspection; suspected: Suspected };

export const createInspector = (photoModels: PhotoModels, findsFolder: string) => {
  const fingerprints = new Map<string, string>();
  const sightings = keptFinds(findsFolder, (imageId) => fingerprints.get(imageId)!);

  const keysOf = async (models: readonly (typeof MODELS)[number][]) => {
    const versions = await photoModels.versions();
    return models.flatMap((model) => (versions[model] ? [{ model, ...versions[model] }] : []));
  };

  const isKept = async (photos: readonly TruePhoto[]): Promise<boolean> => {
    const keys = await keysOf(MODELS);
    for (const { path } of photos) {
      fingerprints.set(path, await fingerprintOf(path));
      const kept = await sightings.of([path], keys);
      if (kept.get(path)!.size < keys.length) return false;
    }
    return true;
  };

  const inspect = async (photos: readonly TruePhoto[]): Promise<Inspected> => {
    const inspection = emptyInspection(photos, TASKS);
    const suspected = nothingSuspected();
    for (const { id, file_key } of inspection.images) fingerprints.set(id, await fingerprintOf(file_key));
    const store = memoryStore(inspection, sightings, suspected);
    const ports = { store, photoModels, photos: { open: openFile } } as unknown as Ports;
    const analyzers = { damage_detection: damageAnalyzer(ports), wheel_analysis: wheelAnalyzer(ports) };
    for (const name of TASKS) {
      const task = inspection.tasks.find((declared): declared is Task => declared.name === name)!;
      const analyzed = await analyzers[name]({ inspection, task }, RUN);
      await analyzed.save(store);
      task.status = 'DONE';
    }
    await assess(store, inspection.id, { methodology: 'labor_cost', matrix: DEFAULT_MATRIX });
    return { inspection, suspected };
  };

  /** After its inspection; null where too little paint is in sight. */
  const paintOn = async ({ path, width, height }: TruePhoto): Promise<Paint | null> => {
    fingerprints.set(path, await fingerprintOf(path));
    const kept = (await sightings.of([path], await keysOf(['paint', 'parts', 'photo']))).get(path)!;
    return paintOf({ width, height }, Object.fromEntries(kept) as Partial<Finds>);
  };

  return { inspect, isKept, paintOn };
};
