/**
 * What an approved inspection teaches, photo by photo. Whoever approves it says that its damages are all there are. So a
 * photo on which nothing is listed is one without damage, unless somebody left open what is seen there, or a
 * damage is listed that may be seen there and nobody drew it. docs/running/training-data.md has the rules and their reasons.
 */
import { clippedTo, shareInBox } from '../geometry/boxes.ts';
import { boxAround } from '../geometry/polygons.ts';
import { NO_PART, type PartType } from '../parts/parts.ts';
import { isNotDeleted } from '../records/deletion.ts';
import type { FoundBy } from '../records/findings/found-by.ts';
import type { BoundingBox, Polygon } from '../records/place.ts';
import type { TaughtDamage, TaughtView, TrainingInspection, TrainingPhoto } from '../records/training.ts';
import type { DamageType } from '../vocabulary.ts';
import { saidOf } from './said-of.ts';
import { categoryOf, REVIEWED_TYPES, UNSPECIFIED } from './training-types.ts';

/** How a person stands behind a label. `approved`: with the inspection as a whole, and no word on this one. */
export const LABEL_SOURCES = ['confirmed', 'corrected', 'added', 'approved'] as const;
/** Why a region is shown although it teaches no type. */
export const IGNORE_REASONS = ['open_suspicion', 'not_drawn_here', 'removed_unclear', 'other_type'] as const;
/** How a person said that a find of a model is no damage. */
export const NEGATIVE_SOURCES = [
  'damage_deleted',
  'view_deleted',
  'suspicion_dismissed',
  'lookalike',
] as const;
export const LEFT_OUT_REASONS = ['no_vehicle', 'vehicle_not_sought'] as const;

/** Who said it and when; null where older records do not tell. */
export type Said = { said_by: string | null; said_at: string | null };
type Region = { id: string; bounding_box: BoundingBox; polygons: Polygon[] };

export type Label = Region &
  Said & {
    /** A word of `training/`. */
    category: string;
    damage_id: string;
    damage_type: DamageType;
    part_type: PartType | null;
    source: (typeof LABEL_SOURCES)[number];
    model: FoundBy | null;
    score: number | null;
  };
export type IgnoredRegion = Omit<Region, 'polygons'> & { reason: (typeof IGNORE_REASONS)[number] };
export type HardNegative = Region &
  Said & {
    /** What the model took it for. */
    damage_type: DamageType;
    source: (typeof NEGATIVE_SOURCES)[number];
    model: FoundBy | null;
    score: number | null;
  };

export type PhotoLabels = {
  photo: TrainingPhoto;
  /** The types that are labeled wherever this photo shows them. */
  labelled_types: string[];
  is_intact: boolean;
  /** Around all parts that are seen, on intact photos. */
  vehicle_box: BoundingBox | null;
  labels: Label[];
  ignored: IgnoredRegion[];
  hard_negatives: HardNegative[];
};

export type LeftOutPhoto = { image_id: string; reason: (typeof LEFT_OUT_REASONS)[number] };

export type InspectionLabels = { photos: PhotoLabels[]; left_out: LeftOutPhoto[] };

/** A dismissed find that lies on a damage to this share says something of its type or its box, not that nothing is there. */
const ON_A_DAMAGE = 0.2;
/** Of so few parts the vehicle around them is not known. */
const LEAST_PARTS = 3;

const knownPart = (type: PartType | null): PartType | null =>
  type === null || NO_PART.includes(type) ? null : type;

/** A person removed it, and what is known of why does not say that it is a damage all the same. */
const removalOf = (damage: TaughtDamage, kept: readonly TaughtDamage[]): 'negative' | 'unclear' => {
  if (damage.contested_for !== null) return damage.contested_for === 'not_a_damage' ? 'negative' : 'unclear';
  // It may have been the same one a second time.
  const part = knownPart(damage.part_type);
  return kept.some((other) => part === null || knownPart(other.part_type) === part) ? 'unclear' : 'negative';
};

type About = {
  inspection: TrainingInspection;
  /** The damages that are listed. */
  kept: readonly TaughtDamage[];
  /** Deleted ones too. */
  damageOf(view: TaughtView): TaughtDamage | undefined;
};

type Draft = Pick<PhotoLabels, 'photo' | 'labels' | 'ignored' | 'hard_negatives'> & {
  untold: Set<string>;
};

const regionOn = (
  photo: TrainingPhoto,
  { id, bounding_box, polygons }: Pick<TaughtView, 'id' | 'bounding_box' | 'polygons'>,
): Region | null => {
  const inside = clippedTo(photo, bounding_box);
  return inside && { id, bounding_box: inside, polygons };
};

/** The parts that a photo shows, each with its place where that is known; empty: nobody can tell. */
const partsOn = (views: readonly TaughtView[], { damageOf }: About) => {
  const places = new Map<PartType, BoundingBox | null>();
  for (const view of views) {
    const part = knownPart(damageOf(view)?.part_type ?? null);
    if (part !== null) places.set(part, null);
  }
  for (const { part_type, bounding_box } of views) if (part_type) places.set(part_type, bounding_box);
  return places;
};

/** Where a damage of the inspection may be seen on this photo although nobody drew it there. */
const noteUndrawn = (
  draft: Draft,
  undrawn: readonly TaughtDamage[],
  parts: ReturnType<typeof partsOn>,
): void => {
  const noted = new Set<PartType>();
  for (const damage of undrawn) {
    const category = categoryOf(damage.damage_type);
    if (category === null) continue;
    const part = knownPart(damage.part_type);
    if (part !== null && parts.size > 0 && !parts.has(part)) continue;
    const place = part === null ? null : parts.get(part);
    const bounding_box = place && clippedTo(draft.photo, place);
    if (part !== null && bounding_box) {
      // One region for all damages of a part.
      if (!noted.has(part))
        draft.ignored.push({ id: `${damage.id} ${draft.photo.id}`, bounding_box, reason: 'not_drawn_here' });
      noted.add(part);
    } else for (const type of category === UNSPECIFIED ? REVIEWED_TYPES : [category]) draft.untold.add(type);
  }
};

const boxAroundParts = (views: readonly TaughtView[]): BoundingBox | null => {
  const corners = views.flatMap(({ part_type, bounding_box: { xmin, ymin, width, height } }): Polygon[] =>
    part_type === null
      ? []
      : [
          [
            [xmin, ymin],
            [xmin + width, ymin + height],
          ],
        ],
  );
  return corners.length < LEAST_PARTS ? null : boxAround(corners);
};

/** A find that people said is none: a hard negative where nothing else is listed at its place. */
const addNegative = (draft: Draft, negative: HardNegative) => {
  const taken = [...draft.labels, ...draft.ignored];
  if (taken.every(({ bounding_box }) => shareInBox(negative.bounding_box, bounding_box) < ON_A_DAMAGE))
    draft.hard_negatives.push(negative);
};

/** What is seen of the damages that are listed. */
const addSeen = (draft: Draft, negatives: HardNegative[], about: About, seen: readonly TaughtView[]) => {
  for (const view of seen) {
    const damage = about.damageOf(view);
    const region = damage && damage.deleted_at === null ? regionOn(draft.photo, view) : null;
    if (!damage || !region) continue;
    const { damage_type } = damage;
    const category = categoryOf(damage_type);
    const said = saidOf(about.inspection, damage, view);
    if (category === null) negatives.push({ ...region, damage_type, ...said, source: 'lookalike' });
    else if (category === UNSPECIFIED) draft.ignored.push({ ...region, reason: 'other_type' });
    else {
      const named = { category, damage_id: damage.id, damage_type, part_type: knownPart(damage.part_type) };
      draft.labels.push({ ...region, ...named, ...said });
    }
  }
};

/** What a model saw and a person took away. */
const addRemoved = (draft: Draft, negatives: HardNegative[], about: About, here: readonly TaughtView[]) => {
  for (const view of here) {
    const damage = about.damageOf(view);
    const region = regionOn(draft.photo, view);
    // Without a name under it the view went with something else: nobody said that it is wrong.
    if (view.deleted_by === null || view.model === null || !damage || !region) continue;
    const isWhole = damage.deleted_by !== null;
    if (isWhole && removalOf(damage, about.kept) === 'unclear') {
      draft.ignored.push({ ...region, reason: 'removed_unclear' });
      continue;
    }
    const { damage_type } = damage;
    const { model, score, deleted_by: said_by, deleted_at: said_at } = view;
    const source = isWhole ? 'damage_deleted' : 'view_deleted';
    negatives.push({ ...region, damage_type, source, model, score, said_by, said_at });
  }
};

const addSuspected = (draft: Draft, negatives: HardNegative[], { inspection }: About) => {
  for (const { id, state, views, damage_type, model, decided_by, decided_at } of inspection.suspicions)
    for (const view of views) {
      const isHere = view.image_id === draft.photo.id;
      const region = isHere ? regionOn(draft.photo, { ...view, id: `${id} ${draft.photo.id}` }) : null;
      if (!region) continue;
      const said = { said_by: decided_by, said_at: decided_at };
      if (state === 'open') draft.ignored.push({ ...region, reason: 'open_suspicion' });
      if (state === 'dismissed')
        negatives.push({
          ...region,
          damage_type,
          source: 'suspicion_dismissed',
          model,
          score: view.score,
          ...said,
        });
    }
};

const labelsOn = (photo: TrainingPhoto, about: About): PhotoLabels => {
  const here = about.inspection.views.filter(({ image_id }) => image_id === photo.id);
  const seen = here.filter(({ deleted_at }) => deleted_at === null);
  const draft: Draft = { photo, labels: [], ignored: [], hard_negatives: [], untold: new Set() };
  const negatives: HardNegative[] = [];
  addSeen(draft, negatives, about, seen);
  const drawn = new Set(seen.map(({ damage_id }) => damage_id));
  noteUndrawn(
    draft,
    about.kept.filter(({ id }) => !drawn.has(id)),
    partsOn(seen, about),
  );
  addRemoved(draft, negatives, about, here);
  addSuspected(draft, negatives, about);
  for (const negative of negatives) addNegative(draft, negative);
  const { untold, ...labeled } = draft;
  const is_intact =
    photo.has_vehicle === true &&
    labeled.labels.length === 0 &&
    labeled.ignored.length === 0 &&
    untold.size === 0;
  return {
    ...labeled,
    labelled_types: REVIEWED_TYPES.filter((type) => !untold.has(type)),
    is_intact,
    vehicle_box: is_intact ? boxAroundParts(seen) : null,
  };
};

export const labelsOf = (inspection: TrainingInspection): InspectionLabels => {
  const damages = new Map(inspection.damages.map((damage) => [damage.id, damage]));
  const about: About = {
    inspection,
    kept: inspection.damages.filter(isNotDeleted),
    damageOf: ({ damage_id }) => (damage_id === null ? undefined : damages.get(damage_id)),
  };
  const result: InspectionLabels = { photos: [], left_out: [] };
  for (const photo of inspection.photos) {
    const labeled = labelsOn(photo, about);
    // Who draws a damage on a photo says that a vehicle is there.
    if (labeled.labels.length > 0 || photo.has_vehicle === true) result.photos.push(labeled);
    else
      result.left_out.push({
        image_id: photo.id,
        reason: photo.has_vehicle === false ? 'no_vehicle' : 'vehicle_not_sought',
      });
  }
  return result;
};
