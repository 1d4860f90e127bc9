/** For tests: photos as the models would have seen them. */

import { deflateRawSync } from 'node:zlib';
import { forCellsInside } from '../geometry/cells-inside.ts';
import type { BoundingBox, Polygon } from '../records/place.ts';
import type { DetectedDamage, DetectedPart, Detections } from './detections.ts';
import type { Finds, PartFinds } from './finds.ts';
import type { AnalyzedPhoto } from './photo-findings.ts';
import type { ClientHint } from './photo-sides.ts';

export const box = (xmin: number, ymin: number, width: number, height: number): BoundingBox => ({
  xmin,
  ymin,
  width,
  height,
});

export const outlined = (bounding_box: BoundingBox) => {
  const { xmin, ymin, width, height } = bounding_box;
  const polygon: Polygon = [
    [xmin, ymin],
    [xmin + width, ymin],
    [xmin + width, ymin + height],
    [xmin, ymin + height],
  ];
  return { bounding_box, polygons: [polygon] };
};

export const part = (part_type: string, where: BoundingBox, score = 0.9): DetectedPart => ({
  part_type,
  score,
  ...outlined(where),
});

export const damage = (
  damage_type: string,
  part_type: string | null,
  where: BoundingBox,
  score = 0.8,
): DetectedDamage => ({ damage_type, part_type, score, ...outlined(where) });

/** A photo of 1000 × 1000 pixels, from the left unless told otherwise. */
export const photo = (
  image_id: string,
  parts: DetectedPart[],
  damages: DetectedDamage[],
  more: { viewpoint?: string | null; hint?: Partial<ClientHint>; sibling_key?: string } = {},
): AnalyzedPhoto => {
  const prediction = more.viewpoint === undefined ? 'left' : more.viewpoint;
  return {
    image_id,
    sibling_key: more.sibling_key ?? null,
    hint: { parts: [], direction: null, ...more.hint },
    detections: {
      width: 1000,
      height: 1000,
      models: { damage: '1.0.0', parts: '1.0.0' },
      unavailable: {},
      has_vehicle: true,
      vehicle: { present: true, box: box(50, 50, 900, 900), whole_in_frame: true, share_of_picture: 0.81 },
      ...(prediction && { viewpoint: { prediction, confidence: 0.9 } }),
      parts,
      damages,
    },
  };
};

const CELLS = 100;

const partFinds = (parts: DetectedPart[], side: number): PartFinds => {
  const labels = new Uint8Array(CELLS * CELLS);
  for (const [index, { polygons }] of parts.entries())
    forCellsInside(polygons, CELLS, side / CELLS, (at) => {
      labels[at] = index + 1;
    });
  return {
    parts,
    labels: Buffer.from(deflateRawSync(labels)).toString('base64'),
    pixels_per_cell: side / CELLS,
  };
};

/** What each model must have found by itself, so that this is what they say together. */
export const findsOf = ({ width, height, parts = [], damages = [], wheels = [], state }: Detections) =>
  ({
    damage: damages.map(({ part_type, members, ...find }) => find),
    parts: partFinds(parts, Math.max(width, height)),
    wheels: { wheels: wheels.map(({ part_type, ...wheel }) => wheel) },
    ...(state && { state }),
  }) satisfies Partial<Finds>;
