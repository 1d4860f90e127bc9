/**
 * A headlight beside a torn front bumper: the hole hides it, or it is gone with the piece, so no model sees whether it is
 * broken. It raises only the upper end of the range.
 */

import { damageEntry } from '../damages/damage-registry.ts';
import { readingsOf } from '../parts/open-families.ts';
import type { PartType } from '../parts/parts.ts';
import type { Correction } from '../records/findings/correction.ts';
import type { DamagedPart, OpenPart } from './part-work.ts';
import { HIDES_HEADLIGHT } from './tuning.ts';

export const isHeadlight = (part: PartType) => readingsOf('head_light').includes(part);

/** `told`: parts that are listed damaged, or may be meant, or are fine by the word of a person. */
export const mayHideHeadlight = (parts: readonly DamagedPart[], told: readonly PartType[]): boolean =>
  !told.some(isHeadlight) &&
  parts.some(
    ({ part_type, damages }) =>
      part_type === 'bumper_front' &&
      damages.some(
        ({ damage_type, level }) =>
          damage_type === HIDES_HEADLIGHT.damage_type && level >= HIDES_HEADLIGHT.level,
      ),
  );

const { usual: level } = damageEntry('broken_light')!.scale;

/** As it would be listed. Left and right cost the same. */
export const BROKEN_HEADLIGHT: OpenPart = {
  family: 'head_light',
  level,
  damages: [{ damage_type: 'broken_light', level, least: level, most: level }],
};

/** Parts on which a person deleted a damage or dismissed a suspicion, and did not take it back. */
export const partsCalledFine = (corrections: readonly Correction[]): PartType[] =>
  [...Map.groupBy(corrections, ({ item_id }) => item_id).values()]
    .map((said) => said.at(-1)!)
    .filter(({ action, before, after }) =>
      action === 'deleted' ? 'damage_type' in (before ?? {}) : after?.state === 'dismissed',
    )
    .flatMap(({ part_type }) => part_type ?? []);
