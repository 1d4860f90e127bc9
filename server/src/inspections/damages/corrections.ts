/** A model neither repeats nor undoes what people said about a place on a photo. */
import { areaOf, iou, sharedArea } from '../geometry/boxes.ts';
import type { NewFindings } from '../ports/findings.ts';
import type { SpokenFor } from '../records/findings/correction.ts';
import type { BoundingBox } from '../records/place.ts';
import type { DamageType } from '../vocabulary.ts';
import { isSameKind } from './damage-kinds.ts';
import { MOSTLY_INSIDE, SAME_PLACE_IOU } from './tuning.ts';

export const isSamePlace = (a: BoundingBox, b: BoundingBox) =>
  iou(a, b) >= SAME_PLACE_IOU || sharedArea(a, b) >= MOSTLY_INSIDE * Math.min(areaOf(a), areaOf(b));

/** What is left to say: a damage that people spoke about on one photo was spoken about on all. */
export const unsaid = (found: NewFindings, spoken: readonly SpokenFor[]): NewFindings => {
  const typeOf = new Map(found.damages.map((damage) => [damage.id, damage.damage_type]));
  const spokenOn = Map.groupBy(spoken, (view) => view.image_id);
  const said = found.views.filter((view) =>
    spokenOn
      .get(view.image_id)
      ?.some((other) => isSame(other, view, typeOf) && isSamePlace(other.bounding_box, view.bounding_box)),
  );
  const damages = new Set(said.flatMap((view) => view.damage_id ?? []));
  const parts = new Set(said.filter((view) => view.damage_id === null));
  const views = found.views.filter(
    (view) => !parts.has(view) && (view.damage_id === null || !damages.has(view.damage_id)),
  );
  const left = new Set(views.map((view) => view.id));
  return {
    images: found.images,
    damages: found.damages.filter((damage) => !damages.has(damage.id)),
    views,
    rendered: found.rendered.filter(({ view_id }) => view_id === null || left.has(view_id)),
  };
};

const isSame = (
  { damage_type, part_type }: SpokenFor,
  view: NewFindings['views'][number],
  typeOf: Map<string, DamageType>,
) =>
  view.damage_id === null
    ? part_type === view.part_type
    : damage_type !== null && isSameKind(damage_type, typeOf.get(view.damage_id)!);
