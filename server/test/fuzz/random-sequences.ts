import type { Client } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { drawing } from '@walkaround/harness/pictures/pictures.ts';
import fc from 'fast-check';
import { commands, type Real } from './inspection-commands.ts';
import { type Model, TASKS, type TaskName } from './inspection-model.ts';

export const somePhotos = (count: number): Promise<Buffer[]> =>
  Promise.all(Array.from({ length: count }, () => drawing(64, 48).jpeg().toBuffer()));

/** One client, one request after the other: every answer and every state is as the model says. Returns how many there were. */
export const runSequences = async (api: Client, photos: Buffer[], runs: number, seed: number) => {
  let count = 0;
  const start = async (declared: TaskName[]): Promise<{ model: Model; real: Real }> => {
    const tasks = Object.fromEntries(declared.map((name) => [name, {}]));
    const id = await newInspection(api, tasks);
    let sent = 0;
    return {
      model: {
        tasks: Object.fromEntries(declared.map((name) => [name, 'NOT_STARTED'])),
        images: [],
        damages: [],
        plate: null,
        isDeleted: false,
      },
      real: { api, id, nextPhoto: () => photos[sent++ % photos.length]!, ran: () => count++ },
    };
  };
  const names = fc.subarray([...TASKS], { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(names, commands, (declared, sequence) =>
      fc.asyncModelRun(() => start(declared), sequence),
    ),
    { numRuns: runs, seed },
  );
  return count;
};
