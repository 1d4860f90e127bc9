/** A damage as our tables write it, as a true damage. */
import { isDamage } from '../../src/inspections/damages/damage-kinds.ts';
import type { BoundingBox } from '../../src/inspections/records/place.ts';
import type { Level } from '../../src/inspections/records/severity.ts';
import type { TrueDamage } from './truth.ts';

/** Left, top, width, height in pixels. */
export type Box = [number, number, number, number];
export type LabeledView = { photo: string; box: Box };
export type Labeled = { part: string | null; types: string[]; severity: Level };

const boxOf = ([xmin, ymin, width, height]: Box): BoundingBox => ({ xmin, ymin, width, height });

/** An open airbag is no damage of the bodywork, and the service does not list it. */
const isListed = (type: string) => isDamage(type) || type === 'flat_tire';

/** None where the service lists no damage of these types. */
export const trueDamage = (
  { part, types, severity }: Labeled,
  views: readonly LabeledView[],
): TrueDamage[] => {
  const listed = types.filter(isListed);
  if (listed.length === 0) return [];
  return [
    { part, types: listed, severity, views: views.map(({ photo, box }) => ({ photo, box: boxOf(box) })) },
  ];
};
