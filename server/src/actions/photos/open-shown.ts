/**
 * The photo as it may be shown: whatever is served, drawn, cut out or printed for people is made from this. Where the
 * inspection wants plates or faces blurred, it is made here, and the photo itself stays as it came, for the models.
 */
import { buffer } from 'node:stream/consumers';
import { onPhoto, tilesOf } from '../../inspections/photos/look-closer.ts';
import type { ModelName } from '../../inspections/photos/photo-seen.ts';
import { isBlurred, type Privacy } from '../../inspections/photos/privacy.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import { modelUnusable, notFound, Problem } from '../../inspections/problem.ts';
import type { BoundingBox, Image } from '../../inspections/records/records.ts';
import { readPhoto } from './read-photo.ts';

export type ShowPorts = Pick<Ports, 'store' | 'photos' | 'photoModels' | 'imageRenderer'>;

export const modelsToBlur = ({ blur_plates, blur_faces }: Privacy): ModelName[] => [
  ...(blur_plates ? (['plates'] as const) : []),
  ...(blur_faces ? (['faces'] as const) : []),
];

/** A photo on which somebody could not be looked for must not pass for one without anybody. */
const lookFor = async (
  photo: Uint8Array,
  want: ModelName[],
  { photoModels }: ShowPorts,
  signal?: AbortSignal,
) => {
  const { plates = [], faces = [], unavailable } = await photoModels.look(photo, { want, signal });
  const [problem] = Object.values(unavailable);
  if (problem !== undefined) throw modelUnusable(problem);
  return [...plates, ...faces].map((seen) => seen.bounding_box);
};

const TILE_QUALITY = 0.95;

export const placesToBlur = async (
  photo: Buffer,
  image: Image,
  want: ModelName[],
  ports: ShowPorts,
  signal?: AbortSignal,
) => {
  const boxes: BoundingBox[] = await lookFor(photo, want, ports, signal);
  const tiles = tilesOf(image);
  const cuttings = tiles.map((box) => ({ box, quality: TILE_QUALITY }));
  for (const [index, cut] of (await ports.imageRenderer.cut(photo, cuttings)).entries())
    for (const box of await lookFor(cut, want, ports, signal)) boxes.push(onPhoto(box, tiles[index]!));
  return boxes;
};

const makeBlurred = async (image: Image, ports: ShowPorts, signal?: AbortSignal): Promise<Uint8Array> => {
  const head = await ports.store.inspections.head(image.inspection_id);
  if (head === null || head.deleted_at !== null) throw notFound('inspection');
  const photo = await readPhoto(image, ports);
  const boxes = await placesToBlur(photo, image, modelsToBlur(head.privacy), ports, signal);
  const picture = await ports.imageRenderer.blur(photo, boxes);
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
