/** Runs the networks on the photos of a task and interprets their finds. */
import { type PhotoPrint, printOf } from '../../inspections/checks/photo-print.ts';
import { colorsOf } from '../../inspections/checks/thumbprint.ts';
import type { Detections, ModelName } from '../../inspections/photos/detections.ts';
import type { TaskRun } from '../../inspections/ports/ports.ts';
import type { Image } from '../../inspections/records/image.ts';
import { findDuplicateFrames } from './find-duplicate-frames.ts';
import type { FindPorts } from './find-on-photo.ts';
import { findOnPhotos, type PhotoResults } from './find-on-photos.ts';
import { interpretFinds } from './interpret-finds.ts';

/** The task fails without the models in `needs`; those in `helps` are optional. */
type Request = { needs: readonly ModelName[]; helps: readonly ModelName[] };

/** For the checks of the inspection as a whole. */
export const FOR_CHECKS = ['thumbprint', 'paint'] as const;

/** `duplicates`: by its id, the frame whose finds each of these shares. */
export const detectOnPhotos = async (
  images: readonly Image[],
  { needs, helps }: Request,
  ports: FindPorts,
  run: TaskRun,
): Promise<
  PhotoResults<Detections> & { duplicates: Map<string, string>; prints: Map<string, PhotoPrint> }
> => {
  const duplicates = await findDuplicateFrames(images, ports, run);
  const found = await findOnPhotos(
    images,
    { needs: () => needs, helps: [...helps, ...FOR_CHECKS], duplicates },
    ports,
    run,
  );
  // Where the earlier frame could not be read, the models ran on its duplicates themselves.
  for (const [id, first] of duplicates) if (!found.results.has(first)) duplicates.delete(id);
  const results = new Map<string, Detections>();
  const prints = new Map<string, PhotoPrint>();
  for (const image of images) {
    const result = found.results.get(image.id);
    if (!result) continue;
    results.set(image.id, await interpretFinds(image, result, ports));
    for (const photo of colorsOf(image, result.finds.thumbprint))
      prints.set(image.id, printOf(photo, result.finds));
  }
  return { results, errors: found.errors, duplicates, prints };
};
