/** The tasks `odometer` and `dashboard_ocr`: photos of the instruments in, the vehicle's mileage out. */
import { odometerReading, unreadOdometer } from '../inspections/odometer.ts';
import type { Analyser, Ports } from '../inspections/ports.ts';
import { Problem } from '../inspections/problem.ts';
import { readDocuments } from '../inspections/read-documents.ts';
import type { Image, OdometerReading } from '../inspections/records.ts';
import type { TextsSeen } from '../inspections/texts-seen.ts';
import { goThroughPhotos, type Look } from './go-through-photos.ts';
import { keepDocuments } from './keep-documents.ts';
import { recordEvent } from './record-event.ts';

type ReadPorts = Pick<Ports, 'store' | 'photos' | 'reader'>;

/** Whoever made the photo for this task knows what is on it. */
const SOUGHT = { types: ['ODOMETER'], said: true } as const;

const lookWith = ({ reader }: ReadPorts): Look<TextsSeen> => ({
  name: `instruments read by ${reader.model.name} ${reader.model.version}`,
  look: (photo, _, signal) => reader.read(photo, { plates: [], signal }),
  isWorthKeeping: () => true,
  atOnce: reader.atOnce,
});

const readNow = async (image: Image, ports: ReadPorts, signal: AbortSignal): Promise<OdometerReading> => {
  try {
    const run = { progress: async () => {}, signal };
    const { seen } = await goThroughPhotos([image], lookWith(ports), ports, run);
    return odometerReading(seen.get(image.id)!);
  } catch (error) {
    // Whatever comes back by itself is tried again by the queue; anything else is told to whoever waits.
    if (signal.aborted || !(error instanceof Problem) || error.status === 503) throw error;
    return unreadOdometer(error.message);
  }
};

/** The job for a photo that came in: somebody may be waiting for what it says. */
export const readOdometer = async (
  input: { inspection_id: string; image_id: string },
  ports: ReadPorts,
  signal: AbortSignal,
): Promise<void> => {
  const image = await ports.store.images.find(input.inspection_id, input.image_id);
  if (image === null || image.deleted_at !== null || image.odometer !== null) return;
  const reading = await readNow(image, ports, signal);
  await ports.store.transaction(async (tx) => {
    const head = await tx.inspections.lock(input.inspection_id);
    if (head === null || head.deleted_at !== null) return;
    if (!(await tx.images.setOdometer(image.id, reading))) return;
    await recordEvent(tx, head, 'image.updated', { image_id: image.id, changed: 'odometer' });
  });
};

export const odometerAnalyser =
  (ports: ReadPorts): Analyser =>
  async ({ inspection, task }, run) => {
    const named = new Set(task.images.map(({ image_id }) => image_id));
    const images = inspection.images.filter(({ id }) => named.has(id));
    const { seen, errors } = await goThroughPhotos(images, lookWith(ports), ports, run);
    const photos = images.flatMap((image) => {
      const texts = seen.get(image.id);
      return texts ? [{ image, sought: SOUGHT, document_id: null, seen: texts }] : [];
    });
    const read = readDocuments(photos);
    return {
      errors,
      save: async (tx) => {
        for (const photo of photos) await tx.images.setOdometer(photo.image.id, odometerReading(photo.seen));
        await keepDocuments(tx, inspection, task, read);
      },
    };
  };
