/** The task `images_ocr`: photos in, documents out, and what they say about the vehicle where nobody had said it. */

import type { FindKind } from '../../inspections/photos/finds.ts';
import type { Analyzer } from '../../inspections/ports/ports.ts';
import type { Image } from '../../inspections/records/image.ts';
import type { Json } from '../../inspections/records/json.ts';
import type { ReadPhoto } from '../../inspections/texts/document-read.ts';
import { type Sought, soughtOn } from '../../inspections/texts/documents-sought.ts';
import { readDocuments } from '../../inspections/texts/read-documents.ts';
import { sight } from '../../inspections/viewpoints/sights.ts';
import type { DocumentType } from '../../inspections/vocabulary.ts';
import type { FindPorts } from '../photos/find-on-photo.ts';
import { findOnPhotos } from '../photos/find-on-photos.ts';
import { interpretTexts } from './interpret-texts.ts';
import { keepDocuments } from './keep-documents.ts';

type Wish = { sought: Sought; document_id: number | null };

const wishFor = (image: Image, details: Json): Wish => ({
  sought: soughtOn(
    details.image_type as DocumentType | undefined,
    image.sight_id === null ? null : sight(image.sight_id),
  ),
  document_id: (details.document_id as number | undefined) ?? null,
});

export const textAnalyzer =
  (ports: FindPorts): Analyzer =>
  async ({ inspection, task }, run) => {
    const details = new Map(task.images.map((image) => [image.image_id, image.details]));
    const images = inspection.images.filter(({ id }) => details.has(id));
    const wishes = new Map(images.map((image) => [image.id, wishFor(image, details.get(image.id)!)]));

    const searchesPlates = (await ports.photoModels.models()).plates !== undefined;
    // Without their model only the letters tell what may be a plate.
    const needs = ({ id }: Image): FindKind[] =>
      searchesPlates && wishes.get(id)!.sought.types.includes('PLATE')
        ? ['text', 'plates', 'plate_text']
        : ['text'];
    // The plate of a vehicle behind is not that of the vehicle.
    const helps: FindKind[] = searchesPlates ? ['vehicles'] : [];
    const { results, errors } = await findOnPhotos(images, { needs, helps }, ports, run);

    const photos: ReadPhoto[] = [];
    for (const image of images) {
      const result = results.get(image.id);
      if (result)
        photos.push({ image, ...wishes.get(image.id)!, detections: await interpretTexts(result, ports) });
    }
    const read = readDocuments(photos);
    return { errors, save: (tx) => keepDocuments(tx, inspection, task, read) };
  };
