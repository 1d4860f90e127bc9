/**
 * Which side of the vehicle a photo shows. The parts that the models name say it; what the client says about
 * the photo (the part or direction it centers on, or its sight) is believed over them.
 */
import { facesSide, factsOf } from '../parts/part-facts.ts';
import { onOtherSide, type Side, sideOf, withoutSide } from '../parts/part-sides.ts';
import { isPart, type PartType } from '../parts/parts.ts';
import type { DetailedViewpoint } from '../records/image.ts';
import { isViewpoint, type Viewpoint } from '../viewpoints/viewpoints.ts';
import { SURE_VIEWPOINT, UNSURE_SIDE } from './tuning.ts';

/** What the client says is on the photo: parts, and a direction such as front_left. */
export type ClientHint = { parts: PartType[]; direction: Viewpoint | null };

export const hintAbout = (
  viewpoint: DetailedViewpoint | null,
  /** Of the task's details or the sight, best first. */
  ...directions: (string | null | undefined)[]
): ClientHint => {
  const named = viewpoint?.centers_on ?? [];
  const all = [...named.filter((name) => !isPart(name)), ...directions];
  return {
    parts: named.filter(isPart),
    direction: all.find(isViewpoint) ?? null,
  };
};

/** A part that the models name, and how much of it they see. */
export type Weighed = { part_type: PartType; weight: number };

/** The models took one side for the other: then all their names are swapped. */
export const isMirrored = (seen: readonly Weighed[], { parts, direction }: ClientHint): boolean => {
  const sees = (part: PartType) => seen.some(({ part_type }) => part_type === part);
  const sided = parts.filter((part) => sideOf(part) !== null);
  if (sided.some(sees)) return false;
  if (sided.some((part) => sees(onOtherSide(part)))) return true;
  const side = direction === null ? null : sideOf(direction);
  if (side === null) return false;
  const flank = seen.filter(({ part_type }) => facesSide(part_type));
  // From the corner both lights are in sight; straight from the side only that side's.
  const telling = flank.length > 0 || direction !== side ? flank : seen;
  const speaksFor = (wanted: Side) =>
    telling.reduce((sum, { part_type, weight }) => sum + (sideOf(part_type) === wanted ? weight : 0), 0);
  return speaksFor(side === 'left' ? 'right' : 'left') > speaksFor(side);
};

type SidedPart = { part_type: PartType; side_confidence: number };

type Seen = { prediction: string; confidence: number };

/** The vehicle itself hides its corner across from the one that is surely in sight; only panes are seen through others. */
const isAcross = (part: PartType, { prediction, confidence }: Seen): boolean => {
  const [end] = /^(front|back)(?=_)/.exec(prediction) ?? [];
  const { half, kind } = factsOf(part);
  const isFar = half !== null && half !== end && sideOf(part) !== sideOf(prediction);
  return isFar && end !== undefined && confidence >= SURE_VIEWPOINT && facesSide(part) && kind !== 'glass';
};

/** The part with the side settled; without a side where that is unsure and the list has such a name. */
export const resolvedPart = (
  given: PartType,
  photo: {
    mirrored: boolean;
    hint: ClientHint;
    viewpoint: Seen | null;
  },
): SidedPart => {
  const part = photo.mirrored ? onOtherSide(given) : given;
  const side = sideOf(part);
  const { hint, viewpoint } = photo;
  if (side === null || hint.parts.includes(part)) return { part_type: part, side_confidence: 1 };
  const hintedSide = hint.direction === null ? null : sideOf(hint.direction);
  if (hintedSide !== null && (facesSide(part) || hintedSide === side))
    return { part_type: hintedSide === side ? part : onOtherSide(part), side_confidence: 1 };
  const seenFrom = viewpoint && sideOf(viewpoint.prediction);
  const agrees = viewpoint !== null && (!facesSide(part) || seenFrom === side);
  if (agrees) return { part_type: part, side_confidence: Math.max(UNSURE_SIDE, viewpoint.confidence) };
  const there = viewpoint && isAcross(part, viewpoint) ? onOtherSide(part) : withoutSide(part);
  return { part_type: there ?? part, side_confidence: UNSURE_SIDE };
};
