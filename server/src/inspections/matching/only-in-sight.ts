/**
 * People take a close-up of what their wider photos show too. So of the parts of a family that a damage on a close-up may lie on, those
 * count that a wider photo of the vehicle shows: a bumper is the rear one where all wider photos are taken from behind.
 */
import { readingsOf } from '../parts/open-families.ts';
import { onOtherSide } from '../parts/part-sides.ts';
import type { PartType } from '../parts/parts.ts';
import { type DamageOnPhoto, isCloseUp, type PhotoFindings } from '../photos/photo-findings.ts';
import { LEAST_IN_SIGHT, SURE_AMONG_SEEN } from './tuning.ts';

export const partsInSight = (photos: readonly PhotoFindings[]): ReadonlySet<PartType> =>
  new Set(
    photos
      .filter((photo) => !isCloseUp(photo))
      .flatMap(({ parts }) => parts.map(({ part_type }) => part_type)),
  );

/** The part that it must be then; null where several are left, or what the close-up itself shows speaks against all of them. */
export const onlyInSight = (
  { part_candidates, part_family }: Pick<DamageOnPhoto, 'part_candidates' | 'part_family'>,
  inSight: ReadonlySet<PartType>,
): PartType | null => {
  // Some panel is no family: where the net wavers between a door and a fender, it is as often a third part.
  if (part_family === null || part_family === 'panel') return null;
  const readings = readingsOf(part_family);
  const chanceOf = (parts: readonly PartType[]) =>
    part_candidates
      .filter(({ part_type }) => parts.includes(part_type))
      .reduce((sum, { probability }) => sum + probability, 0);
  const seen = readings.filter((part) => inSight.has(part));
  if (chanceOf(seen) < LEAST_IN_SIGHT * chanceOf(readings)) return null;
  // A close-up shows a front door better than on which side: the left one, out of sight, speaks for the right one.
  const meant = (part: PartType) =>
    chanceOf([part, onOtherSide(part)].filter((one) => one === part || !inSight.has(one)));
  const total = seen.reduce((sum, part) => sum + meant(part), 0);
  return seen.find((part) => meant(part) >= SURE_AMONG_SEEN * total) ?? null;
};
