/**
 * What is listed, or may be damaged unseen, and stands in no sum, with the reason: an estimate that is silent about it reads as
 * if it cost nothing.
 */

import { isDamage } from '../damages/damage-kinds.ts';
import { damageEntry } from '../damages/damage-registry.ts';
import { partFamilyOf } from '../damages/found-besides.ts';
import type { OpenFamily } from '../parts/open-families.ts';
import { partInWords } from '../parts/part-words.ts';
import type { PartType } from '../parts/parts.ts';
import { isNotDeleted } from '../records/deletion.ts';
import type { Estimate } from '../records/estimate.ts';
import type { Damage } from '../records/findings/damage.ts';
import type { WheelAnalysis } from '../records/findings/wheel.ts';
import type { Inspection } from '../records/inspection.ts';
import type { DamageType } from '../vocabulary.ts';
import { isHeadlight } from './hidden-headlight.ts';
import type { Cents } from './money.ts';

/** The analysis of wheels says these of a wheel as a whole. They are no damages, so the matrix has no repair for them. */
const WHEEL_FAULTS = [
  {
    code: 'flat_tire',
    field: 'tyre',
    word: 'FLAT',
    reason: 'A tire is flat. The price matrix has no tires.',
  },
  {
    code: 'damaged_rim',
    field: 'rim_condition',
    word: 'DAMAGED',
    reason: 'A rim is damaged. The photo does not tell how it is repaired.',
  },
  {
    code: 'damaged_hubcap',
    field: 'hubcap_condition',
    word: 'DAMAGED',
    reason: 'A hubcap is damaged. The photo does not tell how it is repaired.',
  },
] as const;

export const NOT_PRICED_CODES = [
  'no_price',
  'no_part',
  'left_out',
  'nothing_to_repair',
  'flat_tire',
  'damaged_rim',
  'damaged_hubcap',
  'beside_torn_bumper',
] as const;

export type NotPriced = {
  code: (typeof NOT_PRICED_CODES)[number];
  part_type: PartType;
  /** Where only the family of the part is known. */
  part_family: OpenFamily | null;
  damage_types: DamageType[];
  /** In English. */
  reason: string;
  /** Null: nobody knows. */
  at_most: Cents | null;
};

const NOTHING_KNOWN = { part_family: null, damage_types: [], at_most: null };

const typesOf = (damages: readonly Damage[]): DamageType[] => [
  ...new Set(damages.map(({ damage_type }) => damage_type)),
];

/** A rim or a hubcap with a damage of its own has its repair by that. */
const isPricedBy = (code: string, wheel: PartType, damages: readonly Damage[]) => {
  const kind = code === 'damaged_rim' ? 'part' : code === 'damaged_hubcap' ? 'hubcap' : null;
  return damages.some(
    ({ part_type, damage_type }) => part_type === wheel && damageEntry(damage_type)?.priced_as === kind,
  );
};

const ofWheels = (wheels: readonly WheelAnalysis[], damages: readonly Damage[]): NotPriced[] =>
  WHEEL_FAULTS.flatMap(({ code, field, word, reason }) => {
    const faulty = wheels.filter(({ predictions }) => predictions[field].prediction === word);
    const places = new Set(faulty.map(({ wheel_name }): PartType => wheel_name ?? 'wheel'));
    return [...places]
      .filter((part_type) => !isPricedBy(code, part_type, damages))
      .map((part_type): NotPriced => ({ ...NOTHING_KNOWN, code, part_type, reason }));
  });

/** `said`: what persons say that parts cost; null: they are left out. */
export const notPricedOf = (
  inspection: Pick<Inspection, 'damages' | 'images' | 'parts'>,
  { not_priced, open_parts, parts }: Pick<Estimate, 'not_priced' | 'open_parts' | 'parts'>,
  said: ReadonlyMap<string | null, { cents: Cents | null }>,
): NotPriced[] => {
  const isLeftOut = (partId: string) => said.get(partId)?.cents === null;
  const damages = inspection.damages.filter(isNotDeleted);
  const repaired = damages.filter(({ damage_type }) => isDamage(damage_type));
  const typesOn = (part: PartType) =>
    typesOf(repaired.filter((damage) => damage.part_type === part && partFamilyOf(damage) === null));
  const families = Map.groupBy(repaired, partFamilyOf);
  /** A person who priced a headlight knows of it, and one who left out the bumper wants nothing counted beside it. */
  const isHeadlightSaid = inspection.parts.some(
    ({ id, part_type }) =>
      (isHeadlight(part_type) && said.has(id)) || (part_type === 'bumper_front' && isLeftOut(id)),
  );
  return [
    ...not_priced
      .filter(({ code }) => code === undefined)
      .map(
        ({ part_type, reason, at_most = null }): NotPriced => ({
          code: part_type === 'ignore' ? 'no_part' : 'no_price',
          part_type,
          part_family: null,
          damage_types: typesOn(part_type),
          reason,
          at_most,
        }),
      ),
    ...[...families].flatMap(([family, own]): NotPriced[] =>
      family === null || open_parts.some((open) => open.family === family)
        ? []
        : [
            {
              code: 'no_price',
              part_type: 'ignore',
              part_family: family,
              damage_types: typesOf(own),
              reason: 'The price matrix has no price for any part that may be meant.',
              at_most: null,
            },
          ],
    ),
    ...parts
      .filter(({ part_id }) => isLeftOut(part_id))
      .map(
        ({ part_type }): NotPriced => ({
          ...NOTHING_KNOWN,
          code: 'left_out',
          part_type,
          damage_types: typesOn(part_type),
          reason: `A person left the ${partInWords(part_type)} out of the total.`,
        }),
      ),
    ...damages
      .filter(({ damage_type }) => !isDamage(damage_type))
      .map(
        ({ damage_type, part_type }): NotPriced => ({
          ...NOTHING_KNOWN,
          code: 'nothing_to_repair',
          part_type,
          damage_types: [damage_type],
          reason: 'It only looks like a damage, so nothing is repaired.',
        }),
      ),
    ...ofWheels(
      inspection.images.filter(isNotDeleted).flatMap(({ wheels }) => wheels),
      repaired,
    ),
    ...not_priced.flatMap(({ code, part_type, reason, at_most = null }): NotPriced[] =>
      code === undefined || isHeadlightSaid
        ? []
        : [{ ...NOTHING_KNOWN, code, part_type, part_family: 'head_light', reason, at_most }],
    ),
  ];
};
