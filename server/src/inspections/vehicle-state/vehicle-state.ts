/**
 * How badly the vehicle is damaged as a whole: what well-supported photos say, and what the listed damages say. It
 * is worked out whenever it is shown, so corrections by people count at once.
 */

import { isFlat } from '../../../../vocabulary/wheels.ts';
import { isDamage } from '../damages/damage-kinds.ts';
import { damageEntry } from '../damages/damage-registry.ts';
import { partFamilyOf } from '../damages/found-besides.ts';
import { readingsOf } from '../parts/open-families.ts';
import { endOf, facesSide, factsOf, halfOf, type PartKind } from '../parts/part-facts.ts';
import { sideOf } from '../parts/part-sides.ts';
import { NO_PART, type PartType } from '../parts/parts.ts';
import type { ComplianceIssue } from '../records/compliance.ts';
import { isNotDeleted } from '../records/deletion.ts';
import type { Image } from '../records/image.ts';
import type { Inspection } from '../records/inspection.ts';
import { isAnalysed } from '../severity/condition-score.ts';
import { levelIn } from '../severity/severity-override.ts';
import type { VehicleState } from '../vocabulary.ts';
import { heavyPhotos, isOutvoted } from './heavy-photos.ts';
import { MAYBE_HEAVY, OUTWEIGHED_SUSPICIONS, SIDES_OF_WRECK, UNDECIDED_HEAVY } from './tuning.ts';

export const VEHICLE_SIDES = ['front', 'back', 'left', 'right'] as const;
export type VehicleSide = (typeof VEHICLE_SIDES)[number];

export type StateOfVehicle = {
  /**
   * Null where no damage is listed, but a photo speaks of one, or a suspicion that not all photos outweigh, or no photo shows
   * a vehicle or is good enough to show a damage, or it may be severe: a person must look.
   */
  state: VehicleState | null;
  /** A photo of a listed damage is too likely severe to say that it is not. */
  may_be_severe: boolean;
  /** A photo is sure of more than what is listed, if anything: some of it may be missing from the list and its price. */
  looks_worse: boolean;
  /** A damage or a part is rated worse than the vehicle: so is a destroyed part of one that is not heavily deformed. */
  part_is_worse: boolean;
  /** There is a damage in the list. */
  is_listed: boolean;
  /** Models looked at every photo and saw no vehicle. */
  is_unseen: boolean;
  /** Every photo of the vehicle has a fault that hides damages, so that none was found says nothing. */
  is_hidden: boolean;
  /** How likely it is severe or worse, by the photo that is surest; null where no model judged. */
  heavy: number | null;
  /** Of a severe state: what the heavy photos show. */
  sides: VehicleSide[];
  parts: PartType[];
  image_ids: string[];
  airbag: boolean;
  /** The analysis of wheels says so. It is in no list of damages, and still no such vehicle is intact. */
  flat_tire: boolean;
  /** Suspicions that wait for a person. */
  to_check: number;
};

/** The side that speaks for a part: an end for bumpers, lids and lamps, a flank for doors and fenders. */
const sideOfPart = (part: PartType): VehicleSide | null =>
  endOf(part) ?? (facesSide(part) ? sideOf(part) : null);

/** Why a photo is to be taken again on which a damage would not be seen. */
const HIDING: readonly ComplianceIssue[] = [
  'underexposure',
  'overexposure',
  'blurriness',
  'low_resolution',
  'not_zoomed_enough',
  'dirtiness',
  'snowness',
];

const hidesDamages = ({ compliance }: Image) =>
  compliance?.issues.some((issue) => HIDING.includes(issue)) ?? false;

const withLevels = ({ damages, severities }: Inspection) => {
  const said = Map.groupBy(severities.filter(isNotDeleted), ({ related_item_id }) => related_item_id);
  return damages
    .filter((damage) => isNotDeleted(damage) && isDamage(damage.damage_type))
    .map((damage) => ({
      damage,
      level: levelIn(said.get(damage.id) ?? []),
      by_person: (said.get(damage.id) ?? []).some(({ is_user_modified }) => is_user_modified),
    }));
};

type WithLevel = ReturnType<typeof withLevels>[number];

/** The worst severity that goes without a word with the state; with one that is severe or open any does. */
const LEVEL_OF: Partial<Record<VehicleState, number>> = { light: 1, moderate: 2 };

const worstLevel = ({ severities }: Inspection): number => {
  const said = Map.groupBy(severities.filter(isNotDeleted), ({ related_item_id }) => related_item_id);
  return Math.max(0, ...[...said.values()].map(levelIn));
};

const isBent = ({ damage }: WithLevel) => damageEntry(damage.damage_type)?.sort === 'shape';

/** What a hit bends, tears or breaks. Marked paint, rust and a hubcap say nothing of what lies behind. */
const isBroken = ({ damage, level }: WithLevel) => {
  const entry = damageEntry(damage.damage_type);
  return level >= 2 && entry?.by_impact === true && entry.sort !== 'paint';
};

/** In the same half of the vehicle, or on the same side. */
const isBeside =
  ({ damage: { part_type: a } }: WithLevel) =>
  ({ damage: { part_type: b } }: WithLevel) =>
    (halfOf(a) !== null && halfOf(a) === halfOf(b)) || (sideOf(a) !== null && sideOf(a) === sideOf(b));

/** What is destroyed without the body: how heavy its photo looks says nothing of the vehicle. */
const ALONE: readonly PartKind[] = ['wheel', 'mirror', 'glass'];

const isOfBody = ({ damage }: WithLevel) => !ALONE.includes(factsOf(damage.part_type).kind);

const hasFlatTire = ({ wheels }: Image) =>
  wheels.some(({ predictions }) => isFlat(predictions.tyre.prediction));

/** Null until somebody looked for damages. */
export const stateOfVehicle = (inspection: Inspection): StateOfVehicle | null => {
  const whole = judgedAsAWhole(inspection);
  if (whole === null) return null;
  const most = (whole.state && LEVEL_OF[whole.state]) ?? Infinity;
  return { ...whole, part_is_worse: whole.is_listed && worstLevel(inspection) > most };
};

const judgedAsAWhole = (inspection: Inspection): Omit<StateOfVehicle, 'part_is_worse'> | null => {
  const images = inspection.images.filter(isNotDeleted);
  const damages = withLevels(inspection);
  const search = inspection.tasks.find(({ name }) => name === 'damage_detection')?.status;
  const stated = inspection.damages.filter(isNotDeleted).length;
  if (!isAnalysed({ search, images: images.length, damages: stated })) return null;

  const viewsOn = Map.groupBy(inspection.views.filter(isNotDeleted), ({ image_id }) => image_id);
  const shownOn = ({ id }: Image) => {
    const ids = new Set((viewsOn.get(id) ?? []).map(({ damage_id }) => damage_id));
    return damages.filter(({ damage }) => ids.has(damage.id));
  };
  // Who deletes all damages of a photo, or calls them less than severe, says that it is not heavy.
  const isStanding = (image: Image) =>
    image.vehicle_state?.airbag === true ||
    shownOn(image).some(({ level, by_person }) => !by_person || level === 3);
  // A destroyed part beside a damaged one: so much on a photo that may be heavy is a crushed end. Another photo may show the metal
  // that is bent beside it.
  const isCrushed = (image: Image) => {
    const bad = shownOn(image).filter(isBroken);
    const destroyed = bad.filter(({ level }) => level === 3);
    const bent = damages.filter((one) => one.level >= 2 && isBent(one) && destroyed.some(isBeside(one)));
    return (
      (image.vehicle_state?.heavy ?? 0) >= MAYBE_HEAVY &&
      destroyed.length > 0 &&
      countParts(inspection, [...bad, ...bent]) > 1
    );
  };
  const partsOn = ({ id }: Image) => (viewsOn.get(id) ?? []).flatMap(({ part_id }) => part_id ?? []);
  const othersOfItsParts = (image: Image) => {
    const damaged = new Set(shownOn(image).flatMap(({ damage }) => damage.part_ids));
    return images.filter(
      (other) => other.id !== image.id && partsOn(other).some((part) => damaged.has(part)),
    );
  };
  const judgedHeavy = heavyPhotos(images).filter(isStanding);
  const heavy = images.filter((image) => judgedHeavy.some(({ id }) => id === image.id) || isCrushed(image));
  const chances = images.flatMap(({ vehicle_state }) => vehicle_state?.heavy ?? []);
  const ofVehicle = images.filter(({ has_vehicle }) => has_vehicle !== false);
  const about = {
    looks_worse: false,
    is_listed: damages.length > 0,
    is_unseen: images.length > 0 && images.every(({ has_vehicle }) => has_vehicle === false),
    is_hidden: ofVehicle.length > 0 && ofVehicle.every(hidesDamages),
    heavy: chances.length > 0 ? Math.max(...chances) : null,
    image_ids: heavy.map(({ id }) => id),
    to_check: inspection.open_suspicions.length,
    airbag: heavy.some(({ vehicle_state }) => vehicle_state!.airbag),
    flat_tire: images.some(hasFlatTire),
    may_be_severe:
      heavy.length === 0 &&
      images.some(
        (image) =>
          (image.vehicle_state?.heavy ?? 0) >= UNDECIDED_HEAVY &&
          isStanding(image) &&
          !isOutvoted(image, othersOfItsParts(image)) &&
          (shownOn(image).length === 0 || shownOn(image).some(isOfBody)),
      ),
  };
  if (heavy.length > 0) {
    const parts = partsOf(inspection, heavy.flatMap(shownOn));
    const sides = VEHICLE_SIDES.filter((side) => parts.some((part) => sideOfPart(part) === side));
    return { ...about, state: sides.length >= SIDES_OF_WRECK ? 'wreck' : 'severe', sides, parts };
  }
  // Who approves the damages looked at the photos and found nothing to add.
  const bad = images.filter(
    ({ vehicle_state }) =>
      search !== 'VALIDATED' && ['moderate', 'severe'].includes(vehicle_state?.state ?? ''),
  );
  // A photo or a suspicion that speaks of a damage where none is listed leaves the question open. Photos that all look
  // intact outweigh few suspicions, which stay a reservation (docs/severity.md).
  const judged = images.flatMap(({ vehicle_state }) => vehicle_state ?? []);
  const looksIntact = judged.length > 0 && judged.every(({ state }) => state === 'intact');
  const outweighed = looksIntact ? Math.max(1, judged.length * OUTWEIGHED_SUSPICIONS) : 0;
  const tellNothing = about.is_unseen || about.is_hidden;
  const isOpen = bad.length > 0 || tellNothing || about.to_check > outweighed;
  if (damages.length === 0)
    return {
      ...about,
      state: isOpen ? null : about.flat_tire ? 'light' : 'intact',
      looks_worse: bad.length > 0,
      sides: [],
      parts: [],
    };
  if (about.may_be_severe) return { ...about, state: null, sides: [], parts: [] };
  // A severe damage of one part does not make a severely damaged vehicle.
  const isListed = damages.some(({ level }) => level >= 2);
  const looks_worse = !isListed && bad.some((image) => isStanding(image) || shownOn(image).length === 0);
  return {
    ...about,
    state: isListed || looks_worse ? 'moderate' : 'light',
    looks_worse,
    sides: [],
    parts: [],
  };
};

const partsOf = ({ parts }: Inspection, shown: ReturnType<typeof withLevels>): PartType[] => {
  const typeOf = new Map(parts.map(({ id, part_type }) => [id, part_type]));
  const named = shown.flatMap(({ damage }) => [
    damage.part_type,
    ...damage.part_ids.flatMap((id) => typeOf.get(id) ?? []),
  ]);
  return [...new Set(named)].filter((part) => !NO_PART.includes(part));
};

/** A part whose side or end is open counts if it is none of those that are named. */
const countParts = (inspection: Inspection, shown: ReturnType<typeof withLevels>): number => {
  const named = partsOf(inspection, shown);
  const families = new Set(shown.flatMap(({ damage }) => partFamilyOf(damage) ?? []));
  const others = [...families].filter((family) => !readingsOf(family).some((part) => named.includes(part)));
  return named.length + others.length;
};

/** Nothing is told because of the photos alone: better ones may tell it. */
export const asksForPhotos = ({ state, is_hidden, is_unseen, may_be_severe, to_check }: StateOfVehicle) =>
  state === null && is_hidden && !is_unseen && !may_be_severe && to_check === 0;

/** What is visible is not what it takes to repair it. */
export const isBeyondVisualEstimate = (state: VehicleState | null | undefined) =>
  state === 'severe' || state === 'wreck';

const PLACES: Record<VehicleSide, string> = {
  front: 'the front',
  back: 'the rear',
  left: 'the left side',
  right: 'the right side',
};

const listOf = (words: readonly string[]) =>
  words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : (words[0] ?? '');

/** Why, in a sentence or two. */
export const reasonOf = (whole: StateOfVehicle): string =>
  `${whole.flat_tire ? 'A tire is flat. ' : ''}${reasonBesides(whole)}`;

const reasonBesides = (whole: StateOfVehicle): string => {
  const { state, is_unseen, sides, airbag, image_ids, to_check, may_be_severe } = whole;
  const { looks_worse, heavy, is_listed, flat_tire, part_is_worse } = whole;
  if (isBeyondVisualEstimate(state)) {
    const photos = image_ids.length === 1 ? '1 photo shows' : `${image_ids.length} photos show`;
    const where = sides.length > 0 ? ` of ${listOf(sides.map((side) => PLACES[side]))}` : '';
    return `${photos} heavy deformation${where}${airbag ? ' or an open airbag' : ''}.`;
  }
  const places = `${to_check === 1 ? '1 place is' : `${to_check} places are`} to be checked by a person.`;
  if (state === null && may_be_severe)
    return `The vehicle may be severely damaged (${Math.round(100 * (heavy ?? 0))} % likely), and the photos do not settle it: a person must look.`;
  if (state === null && is_unseen) return 'No photo shows a vehicle: a person must look.';
  if (asksForPhotos(whole))
    return 'No photo is good enough to show that there is no damage: take them again.';
  if (state === null)
    return to_check === 0
      ? 'A photo seems to show a damage, but none is listed: a person must look, and add it or approve that there is none.'
      : `${flat_tire ? 'Nothing else' : 'Nothing'} is certain: ${places}`;
  if (looks_worse)
    return 'A photo looks worse than the listed damages: a person should look, and add what is missing or approve the list.';
  if (is_listed)
    return `This is what the listed damages say.${part_is_worse ? ' A single part is rated worse; no photo shows the vehicle as a whole heavily deformed.' : ''}`;
  return to_check === 0
    ? 'No damage is listed.'
    : `No damage is listed, and the photos look intact. ${places}`;
};
