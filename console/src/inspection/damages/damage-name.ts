import type { Damage } from '@walkaround/sdk';
import type { useFormats } from '../../formats/formats.ts';
import { nameIn } from '../../language.tsx';
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

/** The parts that it lies on besides, which are repaired too; empty where there is none. */
export const otherPartsIn = (names: Names, { parts, partType }: Pick<Damage, 'parts' | 'partType'>) =>
  parts
    .filter((part) => part.partType !== partType)
    .map((part) => nameIn(names.parts, part.partType))
    .join(', ');
