/** The held-out photos of a data set, by vehicle and inspection, with what is true of them. */
import { join } from 'node:path';
import { type DataSet, IGNORED, INTACT, type LabeledPhoto } from '../../../command-line/data-set.ts';
import type { BoundingBox } from '../../src/inspections/records/place.ts';
import type { TrueDamage, TruePhoto } from '../findings/truth.ts';
import type { Truth } from './by-place.ts';

export type HeldOutPhoto = TruePhoto & { truth: Truth; isIntact: boolean };
export type HeldOutInspection = { photos: HeldOutPhoto[]; damages: TrueDamage[] };
export type HeldOutVehicle = { group: number; inspections: HeldOutInspection[] };

const HELD_OUT = 'val';

const boxOf = ([xmin, ymin, width, height]: readonly number[]): BoundingBox => ({
  xmin: xmin!,
  ymin: ymin!,
  width: width!,
  height: height!,
});

type Drawn = { photo: string; type: string; part: string | null; box: BoundingBox };

/**
 * The set tells places on photos. Places of one type on one part, on whichever photos, are taken for one damage; a place
 * whose part nobody knows is a damage of its own.
 */
const damagesOf = (drawn: readonly Drawn[]): TrueDamage[] => {
  const groups = Map.groupBy(drawn, ({ photo, type, part, box }) =>
    part === null ? JSON.stringify([photo, type, box]) : `${type} ${part}`,
  );
  return [...groups.values()].map((places) => ({
    part: places[0]!.part,
    types: [places[0]!.type],
    // Not told by the set, and not judged here.
    severity: 1,
    views: places.map(({ photo, box }) => ({ photo, box })),
  }));
};

export const heldOutVehicles = (set: DataSet): HeldOutVehicle[] => {
  const annotations = Map.groupBy(set.annotations, ({ image_id }) => image_id);
  const photoOf = (image: LabeledPhoto): HeldOutPhoto & { drawn: Drawn[] } => {
    const places = (annotations.get(image.id) ?? []).map(({ category_id, bbox, part_type }) => ({
      photo: image.file_name,
      type: set.nameOf(category_id),
      part: part_type ?? null,
      box: boxOf(bbox),
    }));
    const drawn = places.filter(({ type }) => type !== IGNORED && image.labelled_types.includes(type));
    return {
      name: image.file_name,
      path: join(set.folder, image.file_name),
      width: image.width,
      height: image.height,
      close_up: false,
      isIntact: image.source === INTACT,
      truth: {
        types: image.labelled_types,
        labeled: drawn,
        ignored: places.filter(({ type }) => type === IGNORED).map(({ box }) => box),
      },
      drawn,
    };
  };
  const heldOut = set.images.filter(({ split }) => split === HELD_OUT);
  return [...Map.groupBy(heldOut, ({ group }) => group)].map(([group, images]) => ({
    group,
    inspections: [...Map.groupBy(images, ({ inspection_id, id }) => inspection_id ?? id).values()].map(
      (same) => {
        const photos = same.map(photoOf);
        return { photos, damages: damagesOf(photos.flatMap(({ drawn }) => drawn)) };
      },
    ),
  }));
};
