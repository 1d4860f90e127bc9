/** From what was seen on each photo to the damages of the vehicle. */

import { asCandidates } from '../parts/evident-part.ts';
import { type OpenFamily, readingsOf } from '../parts/open-families.ts';
import type { PartType } from '../parts/parts.ts';
import type { ModelName } from '../photos/detections.ts';
import type { DamageOnPhoto, PhotoFindings } from '../photos/photo-findings.ts';
import type { Evidence, HowBad, PartCandidate } from '../records/findings/damage.ts';
import type { DamageType } from '../vocabulary.ts';
import { isSameKind, type ScoredType, type Threshold, withOdds, worstFirst } from './damage-kinds.ts';
import { canLieOn } from './damage-registry.ts';
import { photosAgainst } from './merging/doubts.ts';
import { type Group, mergeAgain, mergeDamages } from './merging/merge-damages.ts';
import { withOneOnEachPart } from './merging/one-part.ts';
import { withPiecesJoined } from './merging/pieces.ts';
import { withTornBumpersWhole } from './merging/torn-bumpers.ts';
import { DOUBT_ODDS, PART_IS_DAMAGED } from './tuning.ts';

export type FoundDamage = {
  damage_type: DamageType;
  /** The one that most of it lies on first. */
  part_types: PartType[];
  /** The model that named the part, or what it may be. */
  part_by?: ModelName | null;
  score: number;
  evidence: Evidence;
  views: Pick<DamageOnPhoto, 'image_id' | 'bounding_box' | 'polygons' | 'score' | 'found_by'>[];
};

/** The best score of each type that any photo shows. */
const typesOf = (views: readonly DamageOnPhoto[]): ScoredType<DamageType>[] => {
  const best = new Map<DamageType, number>();
  for (const { damage_type, score } of views.flatMap((view) => [view, ...view.also]))
    best.set(damage_type, Math.max(score, best.get(damage_type) ?? 0));
  return [...best].map(([damage_type, score]) => ({ damage_type, score }));
};

/** What several close-ups of one damage say of its part together. */
const candidatesOf = (views: readonly DamageOnPhoto[]): PartCandidate[] => {
  const told = views.filter(({ part_candidates }) => part_candidates.length > 0);
  const chances = new Map<PartType, number>();
  for (const { part_type, probability } of told.flatMap(({ part_candidates }) => part_candidates))
    chances.set(part_type, (chances.get(part_type) ?? 0) + probability / told.length);
  return asCandidates([...chances].map(([part_type, probability]) => ({ part_type, probability })));
};

/** Where one close-up says a door and another a fender, it is some panel. */
const familyOf = (views: readonly DamageOnPhoto[]): OpenFamily | undefined => {
  const families = [...new Set(views.flatMap(({ part_family }) => part_family ?? []))];
  const isPanel = (family: OpenFamily) =>
    readingsOf(family).every((part) => readingsOf('panel').includes(part));
  return families.length > 1 && families.every(isPanel) ? 'panel' : families[0];
};

/** The mean of its photos. What was said of a part that it turned out not to lie on does not count. */
const howBadOnPhotos = (part: PartType | undefined, views: readonly DamageOnPhoto[]): HowBad | null => {
  const told = views.flatMap(({ how_bad }) => (how_bad && how_bad.part_type === part ? how_bad : []));
  if (!part || told.length === 0) return null;
  const mean = (of: 'moderate' | 'severe') => told.reduce((sum, one) => sum + one[of], 0) / told.length;
  return { part_type: part, moderate: mean('moderate'), severe: mean('severe') };
};

/** One that is the first of no view is reached where at least half of the photos say so that show both: a coarse outline reaches over. */
const partsReached = (views: readonly DamageOnPhoto[], photos: readonly PhotoFindings[]): PartType[] => {
  const isReached = (part: PartType) => {
    if (views.some(({ part_types: [first] }) => first === part)) return true;
    const shown = photos.filter(
      ({ image_id, parts }) =>
        parts.some(({ part_type }) => part_type === part) &&
        views.some((view) => view.image_id === image_id && view.part_types.length > 0),
    );
    const saying = shown.filter(({ image_id }) =>
      views.some((view) => view.image_id === image_id && view.part_types.includes(part)),
    );
    return 2 * saying.length >= shown.length;
  };
  return [...new Set(views.flatMap(({ part_types }) => part_types))].filter(isReached);
};

type Leading = typeof worstFirst;

/** `leading` sorts the types at one spot; the part is that of the photo that shows it best. */
const asFound = (
  groups: readonly Group[],
  photos: readonly PhotoFindings[],
  threshold: Threshold,
  leading: Leading,
): FoundDamage[] =>
  groups.flatMap((group) => {
    const views = group.toSorted((a, b) => b.score - a.score);
    const best = views[0]!;
    const against = photosAgainst(group, photos);
    // Every further photo that shows it outweighs one that does not.
    const left = DOUBT_ODDS ** Math.max(0, against.length - (views.length - 1));
    const [lead, ...others] = typesOf(views)
      .filter(({ damage_type, score }) => withOdds(score, left) >= threshold(damage_type))
      .toSorted(leading);
    if (!lead) return [];
    const { damage_type } = lead;
    const onPart = views.filter((view) => view.part_types.length > 0);
    // A photo on which the part itself is seen tells more of it than the net for close-ups: how large the damage is against it.
    const placed = onPart.find(({ part_by }) => part_by !== 'close_up_parts') ?? onPart[0];
    const family = placed ? null : familyOf(views);
    const { part_by } = placed ?? best;
    const part_types = partsReached(views, photos).filter((part) => canLieOn(damage_type, part));
    const how_bad = howBadOnPhotos(part_types[0], views);
    const evidence = {
      best_score: lead.score,
      threshold: best.found_by === 'part_states' ? PART_IS_DAMAGED : threshold(damage_type),
      photos_against: against,
      part_confidence: placed?.part_confidence ?? null,
      part_candidates: placed ? [] : candidatesOf(views),
      ...(family && { part_family: family }),
      part_matched_on: placed?.matched ?? null,
      ...(how_bad && { how_bad }),
      other_types: others
        .map((other) => other.damage_type)
        .filter((other) => !isSameKind(other, damage_type)),
    };
    return { damage_type, part_types, part_by, score: withOdds(lead.score, left), evidence, views };
  });

const merged = (photos: readonly PhotoFindings[]): Group[] =>
  withTornBumpersWhole(mergeAgain(withPiecesJoined(mergeDamages(photos)), photos));

export const findDamages = (photos: readonly PhotoFindings[], threshold: Threshold): FoundDamage[] =>
  asFound(withOneOnEachPart(merged(photos), photos), photos, threshold, worstFirst);

/** What a person should check: each place of a part by itself, because one may be a damage and another none. */
export const findPlaces = (
  photos: readonly PhotoFindings[],
  threshold: Threshold,
  leading: Leading,
): FoundDamage[] => asFound(merged(photos), photos, threshold, leading);
