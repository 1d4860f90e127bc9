/** Where number plates and faces are on a photo: searched on the whole photo, and on its tiles for small ones. */

import type { DetectedBox } from '../../inspections/photos/detections.ts';
import { onPhoto, TILES_POST_PROCESSING, tilesOf } from '../../inspections/photos/photo-tiles.ts';
import type { FindResult, Ports } from '../../inspections/ports/ports.ts';
import { modelUnusable } from '../../inspections/problems/photos.ts';
import type { Image } from '../../inspections/records/image.ts';
import type { BoundingBox } from '../../inspections/records/place.ts';
import { findOnPhoto } from './find-on-photo.ts';
import { readPhoto } from './read-photo.ts';

type BlurPorts = Pick<Ports, 'store' | 'photos' | 'photoModels' | 'imageRenderer'>;
export type Blurred = 'plates' | 'faces';

const TILE_QUALITY = 0.95;

/** A photo that could not be searched for people must not count as a photo without people. */
const sure = ({ finds, unavailable }: FindResult): FindResult['finds'] => {
  const [problem] = Object.values(unavailable);
  if (problem !== undefined) throw modelUnusable(problem);
  return finds;
};

const nameOf = (name: Blurred) => `${name}_closer`;

type Size = { width: number; height: number };

const lookAtTiles = async (
  photo: Uint8Array,
  size: Size,
  want: readonly Blurred[],
  ports: BlurPorts,
  signal?: AbortSignal,
) => {
  const found = new Map<Blurred, BoundingBox[]>(want.map((name) => [name, []]));
  const tiles = tilesOf(size);
  const cuttings = tiles.map((box) => ({ box, quality: TILE_QUALITY }));
  const pictures = await ports.imageRenderer.cut(photo, cuttings);
  for (const [index, picture] of pictures.entries()) {
    const finds = sure(await ports.photoModels.find(picture, { want, signal }));
    for (const name of want)
      for (const { bounding_box } of finds[name] ?? [])
        found.get(name)!.push(onPhoto(bounding_box, tiles[index]!));
  }
  return found;
};

/** Kept like what is found on the whole photo. */
const seeCloser = async (image: Image, want: readonly Blurred[], ports: BlurPorts, signal?: AbortSignal) => {
  const versions = await ports.photoModels.versions();
  const keyOf = (name: Blurred) => {
    const { version, post_processing } = versions[name]!;
    return {
      model: nameOf(name),
      version: `${version}/${post_processing}`,
      post_processing: TILES_POST_PROCESSING,
    };
  };
  const { sightings } = ports.store;
  const kept = (await sightings.of([image.id], want.map(keyOf))).get(image.id) ?? new Map();
  const missing = want.filter((name) => !kept.has(nameOf(name)));
  const found =
    missing.length > 0
      ? await lookAtTiles(await readPhoto(image, ports), image, missing, ports, signal)
      : new Map<Blurred, BoundingBox[]>();
  if (missing.length > 0)
    await sightings.keep(
      [image.id],
      missing.map((name) => ({ ...keyOf(name), seen: found.get(name) })),
    );
  return want.flatMap((name): BoundingBox[] => found.get(name) ?? kept.get(nameOf(name)));
};

const boxesIn = (finds: FindResult['finds'], want: readonly Blurred[]) =>
  want.flatMap((name): DetectedBox[] => finds[name] ?? []).map(({ bounding_box }) => bounding_box);

export const placesToBlur = async (
  image: Image,
  want: readonly Blurred[],
  ports: BlurPorts,
  signal?: AbortSignal,
): Promise<BoundingBox[]> => {
  const finds = sure(await findOnPhoto(image, want, ports, { signal }));
  return [...boxesIn(finds, want), ...(await seeCloser(image, want, ports, signal))];
};

/** Of a picture that is no image of an inspection: what is found on it is kept nowhere. */
export const placesOnPicture = async (
  photo: Uint8Array,
  size: Size,
  want: readonly Blurred[],
  ports: BlurPorts,
  signal?: AbortSignal,
): Promise<BoundingBox[]> => {
  const finds = sure(await ports.photoModels.find(photo, { want, signal }));
  const closer = await lookAtTiles(photo, size, want, ports, signal);
  return [...boxesIn(finds, want), ...[...closer.values()].flat()];
};
