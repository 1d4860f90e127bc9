/** Rendered walkarounds (demo/make/walkarounds.py): several photos of a car, and damages known because they were made. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { levelSchema } from '../../src/inspections/records/severity.ts';
import { trueDamage } from './labeled.ts';
import { halfOf, type KnownInspection, STATES } from './truth.ts';

const truthSchema = z.object({
  name: z.string(),
  state: z.enum(STATES),
  photos: z.array(
    z.object({ file: z.string(), width: z.number(), height: z.number(), close_up: z.boolean() }),
  ),
  damages: z.array(
    z.object({
      part: z.string(),
      types: z.array(z.string()).min(1),
      severity: levelSchema,
      views: z.array(
        z.object({ photo: z.string(), box: z.tuple([z.number(), z.number(), z.number(), z.number()]) }),
      ),
    }),
  ),
});

const readTruth = async (file: string) => {
  try {
    return truthSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    throw new Error(`The truth in ${file} cannot be used: render the walkaround again.`, { cause: error });
  }
};

const readCar = async (folder: string): Promise<KnownInspection> => {
  const { name, state, photos, damages } = await readTruth(join(folder, 'truth.json'));
  return {
    name,
    source: 'rendered',
    half: halfOf(name),
    photos: photos.map(({ file, ...photo }) => ({ name: file, path: join(folder, file), ...photo })),
    damages: damages.flatMap(({ views, ...damage }) => trueDamage(damage, views)),
    not_labeled: [],
    state,
  };
};

/** One folder a car. */
export const renderedInspections = async (folder: string): Promise<KnownInspection[]> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch((cause) => {
    throw new Error(
      `The folder ${folder} with rendered walkarounds cannot be read: demo/walkarounds is one.`,
      {
        cause,
      },
    );
  });
  const cars = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return Promise.all(cars.sort().map((name) => readCar(join(folder, name))));
};
