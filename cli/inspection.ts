import { writeFile } from 'node:fs/promises';
import type {
  Client,
  CreateInspection,
  One,
  RequestPdf,
  UpdateVehicle,
  WalkaroundError,
} from '@walkaround/sdk';
import { plural } from '../command-line/command.ts';
import { say, showBar, words } from './terminal.ts';
import { type Photo, upload } from './upload.ts';

export type Inspected = One<'inspections'>;

const SETTINGS = {
  damage_detection: {
    damageDetection: {
      damageSeverity: {},
      generateVisualOutput: { generateParts: true, generateDamages: true },
    },
  },
  wheel_analysis: { wheelAnalysis: {} },
  images_ocr: { imagesOcr: {} },
  repair_estimate: { repairEstimate: {} },
} satisfies Record<string, CreateInspection['tasks']>;

export type Task = keyof typeof SETTINGS;
export const TASKS = Object.keys(SETTINGS) as Task[];

/** Somebody who watches can stop at any time, so nothing else does. */
const NO_HURRY_MS = 24 * 3600 * 1000;

/** All tasks at once; the estimate waits for the others by itself. Answers how many failed. */
const analyse = async (client: Client, id: string, tasks: Task[]): Promise<number> => {
  const began = performance.now();
  const progress = new Map<Task, { done: number; total: number }>();
  const show = () => {
    const all = [...progress.values()];
    const sum = (member: 'done' | 'total') => all.reduce((before, one) => before + one[member], 0);
    showBar('analysed', sum('done'), sum('total'));
  };
  const follow = async (name: Task) => {
    const onProgress = (now: { done: number; total: number }) => {
      progress.set(name, now);
      show();
    };
    const { entities, result } = await client.waitForTask(id, name, { onProgress, timeoutMs: NO_HURRY_MS });
    const { progress: last, errorMessages } = entities.tasks[result]!;
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    const photos = last.total > 0 ? `, ${plural(last.total, 'photo')}` : '';
    say(`  ${words(name)}: done after ${seconds} s${photos}`);
    for (const { message } of errorMessages) say(`    ${message}`);
    show();
  };
  for (const name of tasks) {
    const { entities, result } = await client.tasks.updateOne(id, name, { status: 'TODO' });
    // The task itself counts its photos only once it runs.
    progress.set(name, { done: 0, total: entities.tasks[result]!.images.length });
  }
  show();
  let failed = 0;
  const fail = (name: Task) => (error: WalkaroundError) => {
    if (error.code !== 'task_failed') throw error;
    failed++;
    say(`  ${words(name)}: failed: ${error.message}`);
  };
  await Promise.all(tasks.map((name) => follow(name).catch(fail(name))));
  return failed;
};

export type Wanted = {
  tasks: Task[];
  vehicle: UpdateVehicle;
  details?: Pick<CreateInspection, 'reference' | 'customer' | 'inspectionType' | 'dateOfLoss'>;
  photos: Photo[];
};

/** From nothing to findings: what every client of the service does. */
export const inspect = async (client: Client, { tasks, vehicle, details, photos }: Wanted) => {
  const { result: id } = await client.inspections.createOne({
    tasks: Object.assign({}, ...tasks.map((name) => SETTINGS[name])),
    vehicle,
    ...details,
  });
  const skipped = await upload(client, id, photos);
  if (skipped === photos.length) throw new Error('None of these photos can be used.');
  say();
  const failed = await analyse(client, id, tasks);
  return { inspected: await client.inspections.getOne(id), skipped, failed };
};

export const writeReport = async (client: Client, id: string, file: string, wishes: RequestPdf) => {
  await client.pdf.requestOne(id, wishes);
  await client.waitForPdf(id);
  const pdf = await client.pdf.downloadOne(id);
  await writeFile(file, pdf.stream());
  say(`Report     ${file} (${Math.round(pdf.size / 1000)} kB)`);
};
