/** A document as it was read, before it is kept. */

import { boxAround } from '../geometry/polygons.ts';
import type { Document, DocumentField, DocumentView } from '../records/findings/document.ts';
import type { Image } from '../records/image.ts';
import type { Polygon } from '../records/place.ts';
import type { Sought } from './documents-sought.ts';
import type { TextDetections } from './text-detections.ts';

export type ReadPhoto = {
  image: Pick<Image, 'id' | 'width' | 'height'>;
  /** The client's number for the document on it: several photos may show one. */
  document_id: number | null;
  sought: Sought;
  detections: TextDetections;
};

export type DocumentRead = Omit<Document, 'id' | 'inspection_id' | 'created_at'>;

/** `accepted` is null where photos contradict one another, or none is sure enough. */
export type DocumentsOfKind = { documents: DocumentRead[]; accepted: DocumentRead | null };

/** One thing that was read on one photo. */
export type Reading<Detection> = { photo: ReadPhoto; detection: Detection };

/** A line at the edge of a photo may reach out of it. */
const viewOn = ({ image }: ReadPhoto, polygons: Polygon[]): DocumentView => {
  const within = (value: number, most: number) => Math.min(most, Math.max(0, Math.round(value)));
  const inside = polygons.map((polygon) =>
    polygon.map(([x, y]): [number, number] => [within(x, image.width), within(y, image.height)]),
  );
  return { image_id: image.id, bounding_box: boxAround(inside), polygons: inside };
};

export const fieldOf = (
  name: string,
  value: DocumentField['value'],
  confidence: number,
  readings: readonly Reading<{ polygons: Polygon[] }>[],
): DocumentField => ({
  name,
  value,
  confidence,
  views: readings.map(({ photo, detection }) => viewOn(photo, detection.polygons)),
});

/** What all documents made of these photos have. */
export const aboutPhotos = (photos: readonly ReadPhoto[]) => ({
  document_id: photos.find(({ document_id }) => document_id !== null)?.document_id ?? null,
  model: photos[0]!.detections.model,
});

export const most = (values: readonly number[]) => Math.max(...values);
