/** A photo with its labels in the form that `training/` reads (training/README.md). */
import { createHash } from 'node:crypto';
import type { TrainingInspection } from '@walkaround/sdk';

export type Photo = TrainingInspection['photos'][number];
type Box = NonNullable<Photo['vehicleBox']>;

/** In the order and with the numbers of the public data: `prepare` joins files with the same list only. */
const MAIN = [
  ...['body_crack', 'broken_glass', 'broken_light', 'dent', 'dirt', 'hubcap_scratch', 'misshape'],
  ...['missing_hubcap', 'missing_piece', 'paint_peeling', 'rustiness', 'scattered_scratches', 'scratch'],
  ...['smash', 'light_reflection', 'shadow', 'car_curve'],
];
const IGNORED = 'damage_unspecified';
const EXTRA = ['flat_tire', 'airbag_deployed', IGNORED];

export const CATEGORIES = [
  ...MAIN.map((name) => ({ name, supercategory: 'main' })),
  ...EXTRA.map((name) => ({ name, supercategory: 'extra' })),
].map(({ name, supercategory }, place) => ({ id: place + 1, name, supercategory }));

const NUMBERS = new Map(CATEGORIES.map(({ id, name }) => [name, id]));

/** `training/` knows photos of intact vehicles by the name of their source. */
const SOURCE = { damaged: 'own', intact: 'whole' };

/** The same in every export, and in no other data set; exact in JavaScript and in Python. */
const numberOf = (id: string): number => createHash('sha256').update(id).digest().readUIntBE(0, 6);

const rounded = (value: number) => Math.round(value * 10) / 10;
const bboxOf = ({ xmin, ymin, width, height }: Box) => [xmin, ymin, width, height].map(rounded);
const segmentationOf = (polygons: number[][][]) =>
  polygons.filter((polygon) => polygon.length >= 3).map((polygon) => polygon.flat().map(rounded));

const placeOf = (box: Box, polygons: number[][][] = []) => ({
  bbox: bboxOf(box),
  area: rounded(box.width * box.height),
  segmentation: segmentationOf(polygons),
});

type Word = { source: string; saidBy: string | null; saidAt: string | null };

const wordOf = ({ source, saidBy, saidAt }: Word) => ({
  label_source: source,
  said_by: saidBy,
  said_at: saidAt,
});

export const imageOf = (photo: Photo, { id, group, split }: TrainingInspection, file_name: string) => ({
  id: numberOf(photo.id),
  file_name,
  width: photo.width,
  height: photo.height,
  split,
  source: photo.isIntact ? SOURCE.intact : SOURCE.damaged,
  group: numberOf(group),
  labelled_types: photo.labelledTypes,
  weak: false,
  stretched: false,
  image_id: photo.id,
  inspection_id: id,
});

export const annotationsOf = (photo: Photo) => [
  ...photo.labels.map((label) => ({
    id: numberOf(label.id),
    image_id: numberOf(photo.id),
    category_id: NUMBERS.get(label.category)!,
    ...placeOf(label.boundingBox, label.polygons),
    iscrowd: 0,
    damage_type: label.damageType,
    part_type: label.partType,
    ...wordOf(label),
    model: label.model,
    score: label.score,
  })),
  ...photo.ignoredRegions.map((region) => ({
    id: numberOf(region.id),
    image_id: numberOf(photo.id),
    category_id: NUMBERS.get(IGNORED)!,
    ...placeOf(region.boundingBox),
    iscrowd: 0,
    reason: region.reason,
  })),
];

/** A list of their own, so that no program takes one for a damage. */
export const hardNegativesOf = (photo: Photo) =>
  photo.hardNegatives.map((negative) => ({
    id: numberOf(negative.id),
    image_id: numberOf(photo.id),
    ...placeOf(negative.boundingBox, negative.polygons),
    taken_for: negative.damageType,
    ...wordOf(negative),
    model: negative.model,
    score: negative.score,
  }));

/** Corners, as `find_cars` writes them. */
export const carOf = ({ vehicleBox: box }: Photo) =>
  box && [box.xmin, box.ymin, box.xmin + box.width, box.ymin + box.height].map(rounded);
