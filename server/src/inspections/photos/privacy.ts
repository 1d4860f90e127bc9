/**
 * Where an inspection wants plates or faces blurred, each photo has a second file: the picture to show. The photo
 * itself is for the models and is never linked to. The name of that file tells whose it is.
 */
import type { Image } from '../records/image.ts';
import type { Privacy } from '../records/inspection.ts';

export const blursAnything = ({ blur_plates, blur_faces }: Privacy) => blur_plates || blur_faces;

export const blurredKey = (inspectionId: string, imageId: string) =>
  `inspections/${inspectionId}/${imageId}.blurred.jpg`;

export const isBlurredKey = (key: string) => key.endsWith('.blurred.jpg');

/** The image that a blurred picture belongs to; null for any other file, as for a photo of a contest. */
export const blurredImageOf = (key: string): { inspection_id: string; image_id: string } | null => {
  const [, inspection_id, image_id] =
    /^inspections\/([\da-f-]{36})\/([\da-f-]{36})\.blurred\.jpg$/.exec(key) ?? [];
  return inspection_id && image_id ? { inspection_id, image_id } : null;
};

type Shown = Pick<Image, 'file_key' | 'shown_key' | 'mimetype'>;

export const isBlurred = ({ file_key, shown_key }: Pick<Image, 'file_key' | 'shown_key'>) =>
  shown_key !== file_key;

export const shownMimetype = (image: Shown) => (isBlurred(image) ? 'image/jpeg' : image.mimetype);
