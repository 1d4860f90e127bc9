/**
 * Frames of a video that show the same as an earlier one. What was seen on that one is true of them too, with its
 * places off by no more than the shift that is let pass: about one hundredth of the picture's sides.
 */
import type { FoundDamage } from '../damages/find-damages.ts';
import type { Size } from '../geometry/boxes.ts';
import type { Image } from '../records/image.ts';
import type { BoundingBox, Polygon } from '../records/place.ts';
import { MOST_DIFFERENCE, MOST_IN_TILE } from './tuning.ts';

/** A picture of this size in greys from 0 to 255, row by row. */
export const FRAME_HASH = { width: 96, height: 72 };
export type FrameHash = { greys: string };

/** Clients mark what they cut out of a video with its number. */
export const isFrame = ({ additional_data }: Pick<Image, 'additional_data'>): boolean =>
  typeof additional_data.frame_index === 'number';

const TILE = 12;
/** In pixels of the frame hash. */
const MOST_SHIFT = 1;
/** A frame is compared with this many of the last distinct frames. */
const LOOKS_BACK = 12;

export type Frame = { id: string; width: number; height: number; greys: Uint8Array };

const mean = (values: Uint8Array) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The mean difference of each tile when the second picture is moved by so much; the edge is left out. */
const tileDifferences = (one: Frame, other: Frame, brighter: number, dx: number, dy: number): number[] => {
  const columns = FRAME_HASH.width / TILE;
  const sums = new Array<number>((columns * FRAME_HASH.height) / TILE).fill(0);
  const counts = sums.slice();
  for (let y = MOST_SHIFT; y < FRAME_HASH.height - MOST_SHIFT; y++)
    for (let x = MOST_SHIFT; x < FRAME_HASH.width - MOST_SHIFT; x++) {
      const there = other.greys[(y + dy) * FRAME_HASH.width + x + dx]!;
      const tile = Math.floor(y / TILE) * columns + Math.floor(x / TILE);
      sums[tile]! += Math.abs(one.greys[y * FRAME_HASH.width + x]! - there - brighter);
      counts[tile]!++;
    }
  return sums.map((sum, tile) => sum / counts[tile]!);
};

const SHIFTS = [-1, 0, 1].flatMap((dx) =>
  [-1, 0, 1].map((dy) => [MOST_SHIFT * dx, MOST_SHIFT * dy] as const),
);

const isDuplicate = (one: Frame, other: Frame): boolean => {
  if (one.width !== other.width || one.height !== other.height) return false;
  const brighter = mean(one.greys) - mean(other.greys);
  return SHIFTS.some(([dx, dy]) => {
    const tiles = tileDifferences(one, other, brighter, dx, dy);
    const average = tiles.reduce((sum, tile) => sum + tile, 0) / tiles.length;
    return average <= MOST_DIFFERENCE && Math.max(...tiles) <= MOST_IN_TILE;
  });
};

/**
 * For each frame that shows the same as an earlier one, in the order of the video: that one's id. It is never a duplicate
 * itself, so that small steps do not add up.
 */
export const duplicatesAmong = (frames: readonly Frame[]): Map<string, string> => {
  const duplicates = new Map<string, string>();
  const firsts: Frame[] = [];
  for (const frame of frames) {
    const first = firsts.slice(-LOOKS_BACK).findLast((earlier) => isDuplicate(earlier, frame));
    if (first) duplicates.set(frame.id, first.id);
    else firsts.push(frame);
  }
  return duplicates;
};

type Sized = Size & { id: string };
type Outlined = { bounding_box: BoundingBox; polygons: Polygon[] };

/** A copy may have been made smaller. */
const resized = <V extends Outlined>(view: V, from: Sized | undefined, to: Sized | undefined): V => {
  const [across, down] = from && to ? [to.width / from.width, to.height / from.height] : [1, 1];
  const { xmin, ymin, width, height } = view.bounding_box;
  return {
    ...view,
    bounding_box: { xmin: xmin * across, ymin: ymin * down, width: width * across, height: height * down },
    polygons: view.polygons.map((polygon) =>
      polygon.map(([x, y]): [number, number] => [x * across, y * down]),
    ),
  };
};

/** A duplicate is no second witness, so damages are found without it; but its views show them too. */
export const shownOnDuplicates = (
  damages: readonly FoundDamage[],
  duplicates: ReadonlyMap<string, string>,
  images: readonly Sized[] = [],
): FoundDamage[] => {
  const duplicatesOf = Map.groupBy(duplicates.keys(), (id) => duplicates.get(id)!);
  const sized = new Map(images.map((image) => [image.id, image]));
  return damages.map((damage) => ({
    ...damage,
    views: damage.views.flatMap((view) => [
      view,
      ...(duplicatesOf.get(view.image_id) ?? []).map((image_id) => ({
        ...resized(view, sized.get(view.image_id), sized.get(image_id)),
        image_id,
      })),
    ]),
  }));
};
