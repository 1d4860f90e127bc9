/** A suspicion lies on the vehicle: a stain on the ground or another car beside it is nothing that a person should check. */
import { shareInside } from '../geometry/polygons.ts';
import { type DamageOnPhoto, isCloseUp, type PhotoFindings } from '../photos/photo-findings.ts';
import { LEAST_KNOWN_PART, LEAST_ON_PARTS } from './tuning.ts';

/** Over no part in sight. On a close-up some parts are not recognized; there the net for close-ups may know what it lies on. */
const isOnVehicle = (find: DamageOnPhoto, photo: PhotoFindings): boolean => {
  const onParts = photo.parts.reduce((sum, { polygons }) => sum + shareInside(find, polygons), 0);
  if (onParts >= LEAST_ON_PARTS) return true;
  if (!isCloseUp(photo)) return photo.parts.length === 0;
  const known = find.part_candidates.reduce((sum, { probability }) => sum + probability, 0);
  return find.part_types.length > 0 || known >= LEAST_KNOWN_PART;
};

export const onVehicle = (photo: PhotoFindings): PhotoFindings => ({
  ...photo,
  damages: photo.damages.filter((find) => isOnVehicle(find, photo)),
});
