/**
 * What changed between two inspections of a vehicle: each damage is new, existing or gone, or it is said why that
 * cannot be told. The same damage is of the same kind, on the same part, at the same place on it, by the rules that
 * join the photos of one inspection. Nobody is billed for a damage that a bad photo hid before: it is new only when
 * the earlier photos show its place without it. A new mark may be listed with an old one beside it as one damage: where
 * that has a type more than before, a person decides.
 */

import { isSameKind } from '../damages/damage-kinds.ts';
import { otherTypesOf } from '../damages/found-besides.ts';
import { difference } from '../parts/part-places.ts';
import { partInWords } from '../parts/part-words.ts';
import type { Correction } from '../records/findings/correction.ts';
import type { Damage } from '../records/findings/damage.ts';
import type { Image } from '../records/image.ts';
import type { Inspection } from '../records/inspection.ts';
import type { BoundingBox } from '../records/place.ts';
import type { DamageType } from '../vocabulary.ts';
import { type Absence, absence, expectedOn } from './absence.ts';
import {
  comparedSide,
  type Outline,
  type PartShot,
  type PlacedDamage,
  type Side,
  taskFor,
} from './compared-side.ts';
import { ABSENCE_IN_WORDS, type Doubt, moreInWords } from './comparison-doubts.ts';
import { MAY_BE_SAME } from './tuning.ts';

export const CHANGES = ['new', 'unknown', 'existing', 'gone'] as const;
export type Change = (typeof CHANGES)[number];

/** What a person can decide where the photos do not tell. */
export const DECIDED_CHANGES = ['new', 'existing', 'gone'] as const;
export type DecidedChange = (typeof DECIDED_CHANGES)[number];
export type Decision = Pick<Correction, 'made_at' | 'made_by' | 'made_by_name'> & { status: DecidedChange };
/** A decision whose damage a new run did not find again. */
export type LostDecision = Decision & Pick<Damage, 'damage_type' | 'part_type'>;

/** What a photo shows: the damage, or the part on which the other inspection has it. */
export type Shown = { image: Image; outline: Outline | null; expected_at: BoundingBox | null };
export type Exhibit = { damage: Damage | null; shown: Shown[] };
export type ComparedDamage = {
  status: Change;
  /** Why the photos do not tell; it stays where a person decided. */
  reason: { code: Doubt; message: string } | null;
  decision?: Decision;
  before: Exhibit;
  after: Exhibit;
};
export type Comparison = {
  before: Inspection;
  after: Inspection;
  damages: ComparedDamage[];
  /** What people decided of damages that are no longer there. */
  lost_decisions: LostDecision[];
};

const sharedParts = (a: PlacedDamage, b: PlacedDamage) =>
  a.part_types.filter((part) => b.part_types.includes(part));

/** How far the places of two damages are from being the same; null when they cannot be compared. */
const distance = (a: PlacedDamage, b: PlacedDamage): number | null => {
  let least: number | null = null;
  for (const part of sharedParts(a, b))
    for (const one of a.views.flatMap(({ places }) => places.get(part) ?? []))
      for (const other of b.views.flatMap(({ places }) => places.get(part) ?? [])) {
        const apart = difference(one, other);
        if (apart !== null && (least === null || apart < least)) least = apart;
      }
  return least;
};

/** One hit shows as several types: on another day the photos may show only one of them. */
const typesOf = ({ damage }: PlacedDamage) => [damage.damage_type, ...otherTypesOf(damage)];

const hasType = (damage: PlacedDamage, type: DamageType) =>
  typesOf(damage).some((own) => isSameKind(own, type));

const couldBeSame = (a: PlacedDamage, b: PlacedDamage) =>
  typesOf(a).some((type) => hasType(b, type)) && sharedParts(a, b).length > 0;

const areAtOnePlace = (a: PlacedDamage, b: PlacedDamage) => (distance(a, b) ?? Infinity) <= 1;

type Pairs = Map<PlacedDamage, PlacedDamage>;

/** Both ways: each damage that is on both sides, and the one that it is there. */
const pairsOf = (before: Side, after: Side): Pairs => {
  const pairs: Pairs = new Map();
  const join = (a: PlacedDamage, b: PlacedDamage) => {
    if (!pairs.has(a) && !pairs.has(b)) pairs.set(a, b).set(b, a);
  };
  const candidates = before.damages.flatMap((a) =>
    after.damages.filter((b) => couldBeSame(a, b)).map((b) => ({ a, b, apart: distance(a, b) })),
  );
  const near = candidates.filter(({ apart }) => apart !== null && apart <= 1);
  for (const { a, b } of near.toSorted((x, y) => x.apart! - y.apart!)) join(a, b);
  // Without a place to compare it is the same one when there is no other that it could be.
  const open = candidates.filter(
    ({ a, b, apart }) =>
      apart === null &&
      !pairs.has(a) &&
      !pairs.has(b) &&
      before.searchedFor(b.damage.damage_type) &&
      after.searchedFor(a.damage.damage_type),
  );
  for (const { a, b } of open)
    if (open.filter((other) => other.a === a || other.b === b).length === 1) join(a, b);
  return pairs;
};

/** One hit may be two damages on one day and one on another: what its pair lacks of this one is left to be the same. */
const isLeftFor = (damage: PlacedDamage, rival: PlacedDamage, pairs: Pairs) => {
  const pair = pairs.get(rival);
  return !pair || typesOf(damage).some((type) => hasType(rival, type) && !hasType(pair, type));
};

const absentOn = (other: Side, damage: PlacedDamage, pairs: Pairs): Absence => {
  const [part] = damage.part_types;
  const { damage_type } = damage.damage;
  if (!other.searchedFor(damage_type)) return { doubt: 'not_analysed', shots: [] };
  if (part === undefined) return { doubt: 'part_unknown', shots: [] };
  const rivals = other.damages.filter((rival) => sharedParts(damage, rival).length > 0);
  const isUnclear = rivals.some((rival) => {
    if (!couldBeSame(damage, rival)) return false;
    const apart = distance(damage, rival);
    return apart === null || (apart <= MAY_BE_SAME && isLeftFor(damage, rival, pairs));
  });
  if (isUnclear) return { doubt: 'place_unclear', shots: other.shotsOf(part, damage_type) };
  const isRenamed = rivals.some((rival) => !pairs.has(rival) && areAtOnePlace(damage, rival));
  if (isRenamed) return { doubt: 'other_type_there', shots: other.shotsOf(part, damage_type) };
  return absence(damage, part, other);
};

const seenAs = ({ damage, views }: PlacedDamage): Exhibit => ({
  damage,
  shown: views.map(({ view, image }) => ({ outline: view, image, expected_at: null })),
});

const seenWithout = (damage: PlacedDamage, shots: PartShot[]): Exhibit => ({
  damage: null,
  shown: shots.map((shot) => ({
    outline: shot.outline,
    image: shot.image,
    expected_at: expectedOn(damage, damage.part_types[0]!, shot),
  })),
});

const oneSided = (
  damage: PlacedDamage,
  side: 'before' | 'after',
  other: Side,
  pairs: Pairs,
): ComparedDamage => {
  const { doubt, shots } = absentOn(other, damage, pairs);
  const which = side === 'after' ? 'earlier' : 'later';
  const reason = doubt && {
    code: doubt,
    message: ABSENCE_IN_WORDS[doubt]({
      which,
      part: partInWords(damage.part_types[0] ?? ''),
      task: taskFor(damage.damage.damage_type),
    }),
  };
  const status = doubt ? 'unknown' : side === 'after' ? 'new' : 'gone';
  const exhibits = [seenAs(damage), seenWithout(damage, shots)] as const;
  const [after, before] = side === 'after' ? exhibits : exhibits.toReversed();
  return { status, reason, before: before!, after: after! };
};

/** One hit, too, is a scratch on the photos of one day and a scratch and a dent on those of another: nobody calls it new but a person. */
const onBothSides = (
  earlier: PlacedDamage,
  later: PlacedDamage,
  before: Side,
  pairs: Pairs,
): ComparedDamage => {
  const exhibits = { before: seenAs(earlier), after: seenAs(later) };
  const others = before.damages.filter((one) => !pairs.has(one) && areAtOnePlace(one, later));
  const more = typesOf(later).filter((type) => ![earlier, ...others].some((one) => hasType(one, type)));
  if (more.length === 0) return { status: 'existing', reason: null, ...exhibits };
  const [part] = sharedParts(later, earlier);
  const message = moreInWords(partInWords(part!), typesOf(earlier), more);
  return { status: 'unknown', reason: { code: 'more_than_before', message }, ...exhibits };
};

/** What is to be looked at first. */
export const inOrder = (damages: readonly ComparedDamage[]): ComparedDamage[] =>
  damages.toSorted((a, b) => CHANGES.indexOf(a.status) - CHANGES.indexOf(b.status));

/** The one that was created first is the earlier. `faint`: by image, where a damage was found, however faintly. */
export const compareInspections = (
  one: Inspection,
  other: Inspection,
  faint: ReadonlyMap<string, BoundingBox[]>,
): Comparison => {
  const [before, after] = (one.created_at <= other.created_at ? [one, other] : [other, one]).map(
    (inspection) => comparedSide(inspection, faint),
  ) as [Side, Side];
  const pairs = pairsOf(before, after);
  const damages = [
    ...after.damages.map((damage): ComparedDamage => {
      const same = pairs.get(damage);
      return same ? onBothSides(same, damage, before, pairs) : oneSided(damage, 'after', before, pairs);
    }),
    ...before.damages
      .filter((damage) => !pairs.has(damage))
      .map((damage) => oneSided(damage, 'before', after, pairs)),
  ];
  return {
    before: before.inspection,
    after: after.inspection,
    damages: inOrder(damages),
    lost_decisions: [],
  };
};
