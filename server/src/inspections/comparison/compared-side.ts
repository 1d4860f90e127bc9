/** One side of a comparison: an inspection's damages with their places on the parts, and its photos of each part. */

import { isDamage } from '../damages/damage-kinds.ts';
import { damageEntry } from '../damages/damage-registry.ts';
import { iou, shareInBox } from '../geometry/boxes.ts';
import { type Place, placeOn } from '../parts/part-places.ts';
import { isAnyOf } from '../parts/part-sides.ts';
import { isPart, NO_PART, type PartType } from '../parts/parts.ts';
import type { ComplianceIssue } from '../records/compliance.ts';
import type { Damage } from '../records/findings/damage.ts';
import type { View } from '../records/findings/view.ts';
import type { WheelAnalysis } from '../records/findings/wheel.ts';
import type { Image } from '../records/image.ts';
import type { Inspection } from '../records/inspection.ts';
import type { BoundingBox } from '../records/place.ts';
import type { DamageType, TaskName } from '../vocabulary.ts';
import { ON_PART, SAME_AS_FAINT_IOU } from './tuning.ts';

/** A view of a damage, and where that is on each of its parts that is outlined on the photo. */
type PlacedView = { view: View; image: Image; places: Map<PartType, Place> };

/** `part_types` are those that can be told from others; the one that most of it lies on first. */
export type PlacedDamage = { damage: Damage; part_types: PartType[]; views: PlacedView[] };

/** Where something is seen; without an id it is no view of its own. */
export type Outline = Pick<View, 'bounding_box' | 'polygons'> & { id: string | null };

/** A photo of a part. Without an outline nobody looked for one, and the client says that it is the part. */
export type PartShot = {
  image: Image;
  outline: Outline | null;
  /** Good enough to show that there is nothing. */
  clear: boolean;
  faint: BoundingBox[];
};

export type Side = {
  inspection: Inspection;
  damages: PlacedDamage[];
  /** Somebody or something looked for damages of this type and is done. */
  searchedFor(type: DamageType): boolean;
  /** The photos on which a damage of this type would be seen on the part. */
  shotsOf(part: PartType, type: DamageType): PartShot[];
};

/** What keeps a photo from showing that there is nothing. */
const HIDING: readonly ComplianceIssue[] = [
  'blurriness',
  'overexposure',
  'underexposure',
  'low_resolution',
  'lens_flare',
  'reflections',
  'dirtiness',
  'wetness',
  'snowness',
  'other',
];

const isClear = ({ compliance }: Image) => !compliance?.issues.some((issue) => HIDING.includes(issue));

/** The task that looks for damages of a type. */
export const taskFor = (type: DamageType): TaskName => damageEntry(type)?.found_by ?? 'damage_detection';

const showsHubcap = ({ predictions }: WheelAnalysis) =>
  predictions.hubcap_over_rim.prediction === 'HUBCAP_OVER_RIM' ||
  predictions.rim_material.prediction === 'ALU';

/** A task that a person declared done was never begun by a worker. */
const searchedByModels = ({ tasks }: Inspection, image: Image, type: DamageType) =>
  tasks.some(
    ({ name, progress_total, images }) =>
      name === taskFor(type) && progress_total > 0 && images.some(({ image_id }) => image_id === image.id),
  );

const tellsWhich = (part: PartType) => !NO_PART.includes(part) && !isAnyOf(part);

/** `faint`: by image, where a damage was found, however faintly. */
export const comparedSide = (inspection: Inspection, faint: ReadonlyMap<string, BoundingBox[]>): Side => {
  const images = new Map(inspection.images.map((image) => [image.id, image]));
  const typeOf = new Map(inspection.parts.map(({ id, part_type }) => [id, part_type]));
  const seen = inspection.views.filter((view) => images.has(view.image_id) && view.deleted_at === null);
  const parts = Map.groupBy(
    seen.filter((view) => view.part_id !== null),
    (view) => view.image_id,
  );
  const outlinesOn = (image: Image, part: PartType, type: DamageType): (Outline & { tells: boolean })[] =>
    taskFor(type) === 'wheel_analysis'
      ? image.wheels.flatMap((wheel) =>
          wheel.wheel_name === part && wheel.bounding_box
            ? { id: null, bounding_box: wheel.bounding_box, polygons: [], tells: showsHubcap(wheel) }
            : [],
        )
      : (parts.get(image.id) ?? [])
          .filter((view) => typeOf.get(view.part_id!) === part)
          .map((view) => ({ ...view, tells: true }));
  const viewsOf = Map.groupBy(seen, (view) => view.damage_id);
  const damaged = seen.filter((view) => view.damage_id !== null);
  /** What became a damage is compared as one. */
  const onlyFaintOn = (image: Image) =>
    (faint.get(image.id) ?? []).filter(
      (box) =>
        !damaged.some(
          (view) => view.image_id === image.id && iou(view.bounding_box, box) >= SAME_AS_FAINT_IOU,
        ),
    );

  const placed = (view: View, part_types: PartType[], type: DamageType): PlacedView => {
    const image = images.get(view.image_id)!;
    const places = new Map<PartType, Place>();
    for (const part of part_types) {
      const share = (on: Outline) => shareInBox(view.bounding_box, on.bounding_box);
      const on = outlinesOn(image, part, type).sort((a, b) => share(b) - share(a))[0];
      if (on && share(on) >= ON_PART) places.set(part, placeOn(view.bounding_box, on.bounding_box, image));
    }
    return { view, image, places };
  };
  const withPlaces = (damage: Damage): PlacedDamage => {
    const named = damage.part_ids.flatMap((id) => typeOf.get(id) ?? []);
    const part_types = [...new Set([damage.part_type, ...named])].filter(tellsWhich);
    const views = (viewsOf.get(damage.id) ?? []).map((view) => placed(view, part_types, damage.damage_type));
    return { damage, part_types, views };
  };

  return {
    inspection,
    damages: inspection.damages
      .filter(({ damage_type, deleted_at }) => deleted_at === null && isDamage(damage_type))
      .map(withPlaces),
    searchedFor: (type) =>
      inspection.tasks.some(
        ({ name, status }) => name === taskFor(type) && (status === 'DONE' || status === 'VALIDATED'),
      ),
    shotsOf: (part, type) =>
      inspection.images.flatMap((image): PartShot[] => {
        const shot = { image, faint: onlyFaintOn(image) };
        const [outline, ...others] = outlinesOn(image, part, type);
        // Of two outlines nobody can say which one is meant.
        if (outline)
          return others.length > 0 ? [] : [{ ...shot, outline, clear: outline.tells && isClear(image) }];
        // A photo on which the parts model ran and did not find the part shows it badly.
        const isSaid = image.detailed_viewpoint?.centers_on?.filter(isPart).includes(part) ?? false;
        if (!isSaid || searchedByModels(inspection, image, type)) return [];
        return [{ ...shot, outline: null, clear: isClear(image) }];
      }),
  };
};
