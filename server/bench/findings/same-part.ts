/** Whether two names mean the same part. The truth may leave the side or the end open (`door`, `bumper`). */
import { OPEN_FAMILIES, readingsOf } from '../../src/inspections/parts/open-families.ts';
import { sideOf } from '../../src/inspections/parts/part-sides.ts';

const WHEEL = /^(rim|hubcap)(?=_|$)/;

const withoutSide = (part: string) => part.replace(/_(left|right)$/, '').replace(WHEEL, 'wheel');

/** Apart from the side. A name that leaves the end open agrees with both ends. */
export const isSamePart = (one: string, other: string) => {
  const [a, b] = [withoutSide(one), withoutSide(other)];
  return a === b || a.startsWith(`${b}_`) || b.startsWith(`${a}_`);
};

/** Null where one of the two names no side. */
export const isSameSide = (one: string, other: string): boolean | null => {
  const [a, b] = [sideOf(one), sideOf(other)];
  return a === null || b === null ? null : a === b;
};

/** Whether a part, or the family of one, leaves only the end and the side to be said. */
export const familyMeans = (said: string, part: string): boolean => {
  const families = OPEN_FAMILIES.filter(
    (family) =>
      family !== 'panel' && (family === said || readingsOf(family).some((reading) => reading === said)),
  );
  // A headlight is a light too: the narrowest family counts.
  const [narrowest] = families.toSorted((a, b) => readingsOf(a).length - readingsOf(b).length);
  return [said, ...(narrowest ? readingsOf(narrowest) : [])].some((reading) => isSamePart(reading, part));
};
