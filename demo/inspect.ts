import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import type { Client, Compliance, One, TaskName } from '@walkaround/sdk';
import type { Picture } from './pictures.ts';
import { plural, say, showBar, words } from './terminal.ts';

export type Inspected = One<'inspections'>;

const TASKS = ['damage_detection', 'wheel_analysis', 'images_ocr', 'repair_estimate'] as const;

/** A reason is a code, two hyphens and a sentence; the sentence is for people. */
const verdictOn = (compliances: Compliance | null): string => {
  if (compliances === null) return 'not judged';
  if (!compliances.should_retake) return 'good';
  const { image_quality_assessment, coverage_360, zoom_level } = compliances;
  const reasons = [image_quality_assessment, coverage_360, zoom_level].flatMap(
    (check) => check?.reasons ?? [],
  );
  return `retake: ${reasons.map((reason) => reason.split('--').at(-1)!.trim()).join(' ')}`;
};

const upload = async (client: Client, id: string, pictures: Picture[]) => {
  const files = await Promise.all(
    pictures.map(async ({ file, description }) => ({
      name: basename(file),
      description,
      content: await openAsBlob(file, { type: 'image/jpeg' }),
    })),
  );
  const total = files.reduce((sum, { content }) => sum + content.size, 0);
  const longest = Math.max(...files.map(({ name }) => name.length));
  let before = 0;
  for (const { name, description, content } of files) {
    const { entities, result } = await client.images.addOne(
      id,
      { ...description, file: content },
      {
        onProgress: ({ sent }) => showBar(`uploaded (${name})`, before + Math.min(sent, content.size), total),
      },
    );
    before += content.size;
    say(`  ${name.padEnd(longest)}  ${verdictOn(entities.images[result]!.compliances)}`);
  }
};

/** All tasks at once; the estimate waits for the others by itself. */
const analyse = async (client: Client, id: string) => {
  const began = performance.now();
  const progress = new Map<TaskName, { done: number; total: number }>();
  const show = () => {
    const all = [...progress.values()];
    const sum = (member: 'done' | 'total') => all.reduce((before, one) => before + one[member], 0);
    showBar('analysed', sum('done'), sum('total'));
  };
  for (const name of TASKS) {
    const { entities, result } = await client.tasks.updateOne(id, name, { status: 'TODO' });
    // The task itself counts its photos only once it runs.
    progress.set(name, { done: 0, total: entities.tasks[result]!.images.length });
  }
  show();
  await Promise.all(
    TASKS.map(async (name) => {
      const onProgress = (now: { done: number; total: number }) => {
        progress.set(name, now);
        show();
      };
      const { entities, result } = await client.waitForTask(id, name, { onProgress });
      const { progress: last, errorMessages } = entities.tasks[result]!;
      const seconds = ((performance.now() - began) / 1000).toFixed(0);
      const photos = last.total > 0 ? `, ${plural(last.total, 'photo')}` : '';
      say(`  ${words(name)}: done after ${seconds} s${photos}`);
      for (const { message } of errorMessages) say(`    ${message}`);
      show();
    }),
  );
};

/** From nothing to findings: what every client of the service does. */
export const inspect = async (client: Client, title: string, pictures: Picture[]): Promise<Inspected> => {
  say(`\n${title}: ${plural(pictures.length, 'photo')}`);
  const { result: id } = await client.inspections.createOne({
    tasks: {
      damageDetection: {
        damageSeverity: {},
        generateVisualOutput: { generateParts: true, generateDamages: true },
      },
      wheelAnalysis: {},
      imagesOcr: {},
      repairEstimate: {},
    },
    vehicle: { vehicleType: 'hatchback' },
  });
  await upload(client, id, pictures);
  say();
  await analyse(client, id);
  return client.inspections.getOne(id);
};
