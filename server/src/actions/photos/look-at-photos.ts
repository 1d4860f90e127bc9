/** Runs the networks on the photos of a task and interprets their finds. */
import { type PhotoPrint, printOf } from '../../inspections/checks/photo-print.ts';
import { colorsOf } from '../../inspections/checks/thumbprint.ts';
import type { ModelName, PhotoSeen } from '../../inspections/photos/photo-seen.ts';
import type { TaskRun } from '../../inspections/ports/ports.ts';
import type { Image } from '../../inspections/records/image.ts';
import { findDuplicateFrames } from './find-duplicate-frames.ts';
import { goThroughPhotos, type Looked } from './go-through-photos.ts';
import { interpretFinds } from './interpret-finds.ts';
import type { SeePorts } from './see.ts';

/** The task fails without the models in `needs`; those in `helps` are optional. */
type Request = { needs: readonly ModelName[]; helps: readonly ModelName[] };

/** `duplicates`: by its id, the frame whose look each of these shares. */
export const lookAtPhotos = async (
  images: readonly Image[],
  { needs, helps }: Request,
  ports: SeePorts,
  run: TaskRun,
): Promise<Looked<PhotoSeen> & { duplicates: Map<string, string>; prints: Map<string, PhotoPrint> }> => {
  const duplicates = await findDuplicateFrames(images, ports, run);
  const looked = await goThroughPhotos(
    images,
    // The thumbprint is for the checks of the inspection as a whole.
    { needs: () => needs, helps: [...helps, 'thumbprint'], duplicates },
    ports,
    run,
  );
  // Where the earlier frame could not be read, the models ran on its duplicates themselves.
  for (const [id, first] of duplicates) if (!looked.seen.has(first)) duplicates.delete(id);
  const seen = new Map<string, PhotoSeen>();
  const prints = new Map<string, PhotoPrint>();
  for (const image of images) {
    const look = looked.seen.get(image.id);
    if (!look) continue;
    seen.set(image.id, await interpretFinds(image, look, ports));
    for (const photo of colorsOf(image, look.finds.thumbprint))
      prints.set(image.id, printOf(photo, look.finds.parts?.parts ?? []));
  }
  return { seen, errors: looked.errors, duplicates, prints };
};
