import type { Damage, PartType } from '@walkaround/sdk';
import type { useFormats } from '../../formats/formats.ts';
import { fill, nameIn } from '../../language.tsx';
import type { Names } from '../../words/en.ts';

/** With what the same hit left at the same spot: dent + scratch. */
export const damageName = (
  names: Names,
  { damageType, otherDamageTypes }: Pick<Damage, 'damageType' | 'otherDamageTypes'>,
) => [damageType, ...otherDamageTypes].map((type) => nameIn(names.damages, type)).join(' + ');

/** Where the part is to be confirmed: what is known of it. */
export const partName = (
  names: Names,
  { partType, partFamily }: Pick<Damage, 'partType' | 'partFamily'>,
): string => (partFamily ? nameIn(names.open_families, partFamily.family) : nameIn(names.parts, partType));

/** The parts that it may lie on; empty where the part is known. */
export const candidatesIn = (
  names: Names,
  formats: ReturnType<typeof useFormats>,
  { partCandidates }: Pick<Damage, 'partCandidates'>,
) =>
  partCandidates
    .map(({ partType, probability }) => `${nameIn(names.parts, partType)} (${formats.percent(probability)})`)
    .join(', ');

/** That it lies on other parts besides, which are repaired too; null where it does not. */
export const alsoOn = (names: Names, otherParts: readonly PartType[]) =>
  otherParts.length === 0
    ? null
    : fill(names.reasons.also_on, { parts: otherParts.map((part) => nameIn(names.parts, part)).join(', ') });
