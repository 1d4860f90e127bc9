/** Which true damage each listed damage means, by its place on the photos. */
import { isSameKind } from '../../src/inspections/damages/damage-kinds.ts';
import { areaOf, centerOf, iou, type Point, sharedArea } from '../../src/inspections/geometry/boxes.ts';
import type { BoundingBox } from '../../src/inspections/records/place.ts';
import type { DamageType } from '../../src/inspections/vocabulary.ts';
import type { ListedDamage } from './listed.ts';
import { isSamePart, isSameSide } from './same-part.ts';
import type { TrueDamage } from './truth.ts';
import { SHARE_OF_SMALLER } from './tuning.ts';

export type Match = {
  /** True damages with the finding that means them best. */
  found: { truth: TrueDamage; listed: ListedDamage }[];
  /** True damages that a finding of another one covers and names: one dent over two doors. */
  covered: TrueDamage[];
  missed: TrueDamage[];
  /** Findings that repeat a true damage that another finding means. */
  doubled: ListedDamage[];
  /** Findings that lie on no true damage. */
  invented: ListedDamage[];
  /** Findings whose photos show different true damages. */
  joined: ListedDamage[];
};

const isIn = ({ x, y }: Point, { xmin, ymin, width, height }: BoundingBox) =>
  x >= xmin && x <= xmin + width && y >= ymin && y <= ymin + height;

export const isSamePlace = (a: BoundingBox, b: BoundingBox) =>
  sharedArea(a, b) >= SHARE_OF_SMALLER * Math.min(areaOf(a), areaOf(b)) ||
  isIn(centerOf(a), b) ||
  isIn(centerOf(b), a);

type View = ListedDamage['views'][number];

const lieTogether = (one: View, other: View) => one.photo === other.photo && isSamePlace(one.box, other.box);

export const liesOn = (listed: Pick<ListedDamage, 'views'>, truth: TrueDamage) =>
  listed.views.some((view) => truth.views.some((other) => lieTogether(view, other)));

const overlap = (listed: ListedDamage, truth: TrueDamage) =>
  Math.max(
    0,
    ...listed.views.flatMap((view) =>
      truth.views.filter(({ photo }) => photo === view.photo).map(({ box }) => iou(view.box, box)),
    ),
  );

const names = (part: string | undefined, truth: TrueDamage) =>
  part !== undefined &&
  truth.part !== null &&
  isSamePart(part, truth.part) &&
  isSameSide(part, truth.part) !== false;

export const isOfType = ({ type }: ListedDamage, { types }: TrueDamage) =>
  types.some((known) => isSameKind(type as DamageType, known as DamageType));

/** Boxes of true damages overlap: where a finding lies on several, its part decides, then its type, then the overlap. */
const closeness = (listed: ListedDamage, truth: TrueDamage) =>
  (names(listed.parts[0], truth) ? 4 : 0) + (isOfType(listed, truth) ? 2 : 0) + overlap(listed, truth);

const closest = <T>(candidates: readonly T[], close: (candidate: T) => number): T | undefined =>
  candidates.toSorted((a, b) => close(b) - close(a))[0];

/** Its photos that show true damages have none of these in common. */
const isWrongJoin = (listed: ListedDamage, truths: readonly TrueDamage[]) => {
  const shown = listed.views
    .map((view) => truths.filter((truth) => liesOn({ views: [view] }, truth)))
    .filter((on) => on.length > 0);
  return shown.length > 1 && !truths.some((truth) => shown.every((on) => on.includes(truth)));
};

export const matchDamages = (listed: readonly ListedDamage[], truths: readonly TrueDamage[]): Match => {
  const meant = new Map<ListedDamage, TrueDamage>();
  for (const damage of listed) {
    const on = truths.filter((truth) => liesOn(damage, truth));
    const truth = closest(on, (candidate) => closeness(damage, candidate));
    if (truth) meant.set(damage, truth);
  }
  const found = truths.flatMap((truth) => {
    const means = listed.filter((damage) => meant.get(damage) === truth);
    const best = closest(means, (damage) => closeness(damage, truth));
    return best ? { truth, listed: best } : [];
  });
  const taken = new Set(found.map((pair) => pair.listed));
  const left = truths.filter((truth) => !found.some((pair) => pair.truth === truth));
  const isCovered = (truth: TrueDamage) =>
    listed.some((damage) => liesOn(damage, truth) && damage.parts.some((part) => names(part, truth)));
  return {
    found,
    covered: left.filter(isCovered),
    missed: left.filter((truth) => !isCovered(truth)),
    doubled: listed.filter((damage) => meant.has(damage) && !taken.has(damage)),
    invented: listed.filter((damage) => !meant.has(damage)),
    joined: listed.filter((damage) => isWrongJoin(damage, truths)),
  };
};
