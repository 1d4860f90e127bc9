/** Why a line of an estimate is there, as a code with its values for any language, and in English as the API says it. */

import { partInWords } from '../parts/part-words.ts';
import type { EstimateReason } from '../records/estimate.ts';
import { fromHundredths } from './money.ts';

const STEPS = {
  polishing: 'Polished',
  paintless_dent_repair: 'Pressed out from behind, the paint stays',
  dent_repair: 'Straightened and filled',
  plastic_repair: 'Plastic welded or glued, and filled',
  sanding: 'Sanded down for the paint',
  painting: 'Primer, color and clear coat',
};

const GROUPS = {
  front: 'at the front',
  back: 'at the back',
  left: 'on the left side',
  right: 'on the right side',
  top: 'on top',
};

const inEnglish = (reason: EstimateReason): string => {
  switch (reason.code) {
    case 'step': {
      const once = reason.damages > 1 ? `, once for ${reason.damages} damages` : '';
      return `${STEPS[reason.operation]}: level ${reason.level}${once}.`;
    }
    case 'further_damage':
      return `One more of level ${reason.level}: half its hours.`;
    case 'part_exchange':
      return 'Old part off, new part on.';
    case 'new_part':
      return `New part for a vehicle of the segment ${reason.segment}.`;
    case 'new_part_painted':
      return 'A new part is painted as level 1.';
    case 'paint_materials':
      return `Paint and materials for ${fromHundredths(reason.hours)} h.`;
    case 'paint_preparation':
      return `Color mixed, car masked: once for what is painted ${GROUPS[reason.group]}.`;
    case 'removal':
      return `Off and on again: the ${partInWords(reason.part_type)}.`;
    case 'blending':
      return `Blended into the ${partInWords(reason.part_type)}, so that no shade shows.`;
    case 'not_repairable':
      return 'It cannot be repaired.';
    case 'not_sold':
      return 'It is not sold as a new part.';
    case 'as_asked':
      return 'As asked for.';
    case 'repair_cheaper':
    case 'new_part_cheaper': {
      const [repair, fresh] = [reason.repair, reason.new_part].map(
        (cents) => `${fromHundredths(cents).toFixed(2)} ${reason.currency}`,
      );
      return reason.code === 'repair_cheaper'
        ? `Repair for ${repair}, against ${fresh} for a new part, each by itself.`
        : `New part for ${fresh}, against ${repair} for the repair, each by itself.`;
    }
    case 'flat_rate':
      return `Flat rate of level ${reason.level}, everything included.`;
  }
};

export const because = (reason_details: EstimateReason) => ({
  reason: inEnglish(reason_details),
  reason_details,
});
