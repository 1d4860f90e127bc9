/** The task `images_ocr`: photos in, documents out, and what they say about the vehicle where nobody had said it. */

import { areaOf } from '../../inspections/geometry/boxes.ts';
import { sight } from '../../inspections/photos/sights.ts';
import type { Analyser, Ports } from '../../inspections/ports/ports.ts';
import { modelUnusable } from '../../inspections/problem.ts';
import type { BoundingBox, Image, Json } from '../../inspections/records/records.ts';
import type { ReadPhoto } from '../../inspections/texts/document-read.ts';
import { type Sought, soughtOn } from '../../inspections/texts/documents-sought.ts';
import { readDocuments } from '../../inspections/texts/read-documents.ts';
import type { TextsSeen } from '../../inspections/texts/texts-seen.ts';
import type { DocumentType } from '../../inspections/vocabulary.ts';
import { goThroughPhotos } from './go-through-photos.ts';
import { keepDocuments } from './keep-documents.ts';

type ReadPorts = Pick<Ports, 'store' | 'photos' | 'photoModels' | 'reader'>;

/** On a photo of a parking lot the others belong to other vehicles. */
const MOST_PLATES = 3;

/** The largest number plates on the photo; without their model only the letters tell what may be one. */
const platesOn = async (
  photo: Buffer,
  { photoModels }: ReadPorts,
  signal: AbortSignal,
): Promise<BoundingBox[]> => {
  if (!(await photoModels.models()).plates) return [];
  const { plates = [], unavailable } = await photoModels.look(photo, { want: ['plates'], signal });
  if (unavailable.plates !== undefined) throw modelUnusable(unavailable.plates);
  return plates
    .map(({ bounding_box }) => bounding_box)
    .sort((a, b) => areaOf(b) - areaOf(a))
    .slice(0, MOST_PLATES);
};

const nameOf = async ({ photoModels, reader }: ReadPorts) => {
  const { plates } = await photoModels.models();
  const seeing = plates ? `, plates ${plates.version} ${plates.sha256.slice(0, 8)}` : '';
  return `read by ${reader.model.name} ${reader.model.version}${seeing}`;
};

type Wish = { sought: Sought; document_id: number | null };

const wishFor = (image: Image, details: Json): Wish => ({
  sought: soughtOn(
    details.image_type as DocumentType | undefined,
    image.sight_id === null ? null : sight(image.sight_id),
  ),
  document_id: (details.document_id as number | undefined) ?? null,
});

export const textAnalyser =
  (ports: ReadPorts): Analyser =>
  async ({ inspection, task }, run) => {
    const details = new Map(task.images.map((image) => [image.image_id, image.details]));
    const images = inspection.images.filter(({ id }) => details.has(id));
    const wishes = new Map(images.map((image) => [image.id, wishFor(image, details.get(image.id)!)]));

    const look = async (photo: Buffer, { id }: Image, signal: AbortSignal): Promise<TextsSeen> => {
      const mayHavePlate = wishes.get(id)!.sought.types.includes('PLATE');
      const plates = mayHavePlate ? await platesOn(photo, ports, signal) : [];
      return await ports.reader.read(photo, { plates, signal });
    };
    const { seen, errors } = await goThroughPhotos(
      images,
      { name: await nameOf(ports), look, isWorthKeeping: () => true, atOnce: ports.reader.atOnce },
      ports,
      run,
    );

    const photos = images.flatMap((image): ReadPhoto[] => {
      const texts = seen.get(image.id);
      return texts ? [{ image, ...wishes.get(image.id)!, seen: texts }] : [];
    });
    const read = readDocuments(photos);
    return { errors, save: (tx) => keepDocuments(tx, inspection, task, read) };
  };
