/** The tasks `odometer` and `dashboard_ocr`: photos of the instruments in, the vehicle's mileage out. */

import type { Analyzer, JobRun, Ports } from '../../inspections/ports/ports.ts';
import type { Store } from '../../inspections/ports/store.ts';
import { isTemporary, Problem } from '../../inspections/problems/problem.ts';
import type { Image, OdometerReading } from '../../inspections/records/image.ts';
import type { ReadPhoto } from '../../inspections/texts/document-read.ts';
import { odometerReading, unreadOdometer } from '../../inspections/texts/odometer.ts';
import { readDocuments } from '../../inspections/texts/read-documents.ts';
import { recordEvent } from '../events/record-event.ts';
import type { FindPorts } from '../photos/find-on-photo.ts';
import { findOnPhotos } from '../photos/find-on-photos.ts';
import { interpretTexts } from './interpret-texts.ts';
import { keepDocuments } from './keep-documents.ts';

/** Whoever made the photo for this task knows what is on it. */
const SOUGHT = { types: ['ODOMETER'], expected: true } as const;

/** The lines are those that `images_ocr` reads, too. */
const TEXT = { needs: () => ['text' as const] };

const readNow = async (
  image: Image,
  ports: FindPorts,
  { signal, step, leftOut }: JobRun,
): Promise<OdometerReading> => {
  try {
    const run = { progress: async () => {}, signal, step, leftOut };
    const { results } = await findOnPhotos([image], TEXT, ports, run);
    return odometerReading(await interpretTexts(results.get(image.id)!, ports));
  } catch (error) {
    // Whatever comes back by itself is tried again by the queue; anything else is told to whoever waits.
    if (signal.aborted || !(error instanceof Problem) || isTemporary(error)) throw error;
    return unreadOdometer(error.message);
  }
};

type ReadOdometer = { inspection_id: string; image_id: string };

/** The image, while nothing was read on it yet. */
const unread = async ({ inspection_id, image_id }: ReadOdometer, store: Store): Promise<Image | null> => {
  const image = await store.images.find(inspection_id, image_id);
  return image === null || image.deleted_at !== null || image.odometer !== null ? null : image;
};

const keepReading = ({ id, inspection_id }: Image, reading: OdometerReading, store: Store) =>
  store.transaction(async (tx) => {
    const head = await tx.inspections.lock(inspection_id);
    if (head === null || head.deleted_at !== null) return;
    if (!(await tx.images.setOdometer(id, reading))) return;
    await recordEvent(tx, head, 'image.updated', { image_id: id, changed: 'odometer' });
  });

/** The job for a photo that came in: somebody may be waiting for what it says. */
export const readOdometer = async (input: ReadOdometer, ports: FindPorts, run: JobRun): Promise<void> => {
  const image = await unread(input, ports.store);
  if (image) await keepReading(image, await readNow(image, ports, run), ports.store);
};

/** The queue gave up on the photo: whoever waits for it is told. */
export const giveUpOdometer = async (input: ReadOdometer, { store }: Pick<Ports, 'store'>): Promise<void> => {
  const image = await unread(input, store);
  const message = 'The photo could not be read after several attempts. Take another one.';
  if (image) await keepReading(image, unreadOdometer(message), store);
};

export const odometerAnalyzer =
  (ports: FindPorts): Analyzer =>
  async ({ inspection, task }, run) => {
    const named = new Set(task.images.map(({ image_id }) => image_id));
    const images = inspection.images.filter(({ id }) => named.has(id));
    const { results, errors } = await findOnPhotos(images, TEXT, ports, run);
    const photos: ReadPhoto[] = [];
    for (const image of images) {
      const result = results.get(image.id);
      if (result)
        photos.push({
          image,
          sought: SOUGHT,
          document_id: null,
          detections: await interpretTexts(result, ports),
        });
    }
    const read = readDocuments(photos);
    return {
      errors,
      save: async (tx) => {
        for (const photo of photos)
          await tx.images.setOdometer(photo.image.id, odometerReading(photo.detections));
        await keepDocuments(tx, inspection, task, read);
      },
    };
  };
