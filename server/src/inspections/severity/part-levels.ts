/** How bad each part of a vehicle is: what was said of it, or else its worst damage, also one that reaches it from another part. */

import { worstFirst } from '../../../../vocabulary/list-order.ts';
import { otherPartsOf, partFamilyOf } from '../damages/found-besides.ts';
import type { OpenFamily } from '../parts/open-families.ts';
import type { PartType } from '../parts/parts.ts';
import { isNotDeleted } from '../records/deletion.ts';
import type { Damage } from '../records/findings/damage.ts';
import type { Inspection } from '../records/inspection.ts';
import type { Level, Severity } from '../records/severity.ts';
import { SERVICE } from './assess-inspection.ts';
import { levelIn, partLevelIn } from './severity-override.ts';

type Rated = Pick<Inspection, 'damages' | 'parts' | 'severities'>;

/** `level`: 0 where nobody knows. `raised`: it is worse than each of its damages because they are many. */
export type Rating = { level: Level | 0; raised: boolean };

/** `family`: where the part is to be confirmed. */
export type RatedPart = Rating & { part_type: PartType; family: OpenFamily | null };

export const statedOfParts = (severities: readonly Severity[]) =>
  Map.groupBy(
    severities.filter(isNotDeleted).filter(({ related_item_type }) => related_item_type !== 'damage'),
    ({ label }) => label,
  );

/** Those that a person rated. What the service once rated, and a person changed, goes with the last damage. */
export const partsByPeople = (severities: readonly Severity[]): PartType[] =>
  [...statedOfParts(severities)]
    .filter(([, own]) => own.some(({ created_by }) => created_by !== SERVICE))
    .map(([label]) => label);

/** Of one vehicle (`byVehicle`): what the service says of a part is about all that the photos show. */
export const ratingsOf = ({ damages, parts, severities }: Rated) => {
  const standing = damages.filter(isNotDeleted);
  const onItems = Map.groupBy(severities.filter(isNotDeleted), ({ related_item_id }) => related_item_id);
  const stated = statedOfParts(severities);
  const worstOf = (some: readonly Damage[]) =>
    Math.max(0, ...some.map(({ id }) => levelIn(onItems.get(id) ?? []))) as Level | 0;
  const isOn = (damage: Damage, part: PartType) =>
    partFamilyOf(damage) === null && [damage.part_type, ...otherPartsOf(damage, parts)].includes(part);
  return {
    ofPart: (part: PartType): Rating =>
      partLevelIn(stated.get(part) ?? [], worstOf(standing.filter((damage) => isOn(damage, part)))),
    ofFamily: (family: OpenFamily): Rating => ({
      level: worstOf(standing.filter((damage) => partFamilyOf(damage) === family)),
      raised: false,
    }),
  };
};

/** In the order of the report. */
export const ratedParts = (inspection: Rated): RatedPart[] => {
  const { ofPart, ofFamily } = ratingsOf(inspection);
  const standing = inspection.damages.filter(isNotDeleted);
  const families = new Set(standing.flatMap((damage) => partFamilyOf(damage) ?? []));
  const types = new Set([
    ...standing
      .filter((damage) => partFamilyOf(damage) === null)
      .flatMap((damage) => [damage.part_type, ...otherPartsOf(damage, inspection.parts)]),
    ...partsByPeople(inspection.severities),
  ]);
  const listed = ({ part_type, family, level }: RatedPart) => ({ part: part_type, family, level });
  return [
    ...[...types].map((part_type) => ({ part_type, family: null, ...ofPart(part_type) })),
    ...[...families].map((family) => ({ part_type: 'ignore' as const, family, ...ofFamily(family) })),
  ].sort((a, b) => worstFirst(listed(a), listed(b)));
};
