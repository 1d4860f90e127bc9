/**
 * The photo as it may be shown: whatever is served, drawn, cut out or printed for people is made from this. Where the
 * inspection wants plates or faces blurred, it is made here, and the photo itself stays as it came, for the models.
 */
import { buffer } from 'node:stream/consumers';
import { isBlurred } from '../../inspections/photos/privacy.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import { notFound } from '../../inspections/problems/access.ts';
import { Problem } from '../../inspections/problems/problem.ts';
import type { Image } from '../../inspections/records/image.ts';
import type { Privacy } from '../../inspections/records/inspection.ts';
import { type Blurred, placesToBlur } from './places-to-blur.ts';
import { readPhoto } from './read-photo.ts';

export type ShowPorts = Pick<Ports, 'store' | 'photos' | 'photoModels' | 'imageRenderer'>;

export const modelsToBlur = ({ blur_plates, blur_faces }: Privacy): Blurred[] => [
  ...(blur_plates ? (['plates'] as const) : []),
  ...(blur_faces ? (['faces'] as const) : []),
];

const makeBlurred = async (image: Image, ports: ShowPorts, signal?: AbortSignal): Promise<Uint8Array> => {
  const head = await ports.store.inspections.head(image.inspection_id);
  if (head === null || head.deleted_at !== null) throw notFound('inspection');
  const boxes = await placesToBlur(image, modelsToBlur(head.privacy), ports, signal);
  const picture = await ports.imageRenderer.blur(await readPhoto(image, ports), boxes);
  await ports.photos.write(picture, image.shown_key, 'image/jpeg');
  // It may have been erased in the meantime.
  if ((await ports.store.inspections.head(image.inspection_id)) === null)
    await ports.photos.remove([image.shown_key]);
  return picture;
};

/** Made now if it is not there yet: for workers, which have the models. */
export const openShown = async (
  image: Image,
  ports: ShowPorts,
  signal?: AbortSignal,
): Promise<Uint8Array> => {
  try {
    return await buffer((await ports.photos.open(image.shown_key)).stream);
  } catch (error) {
    if (!isBlurred(image) || !(error instanceof Problem && error.code === 'not_found')) throw error;
    return makeBlurred(image, ports, signal);
  }
};
