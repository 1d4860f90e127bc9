/** Why something has its severity: what was measured and which mark counted, in no language; and in English. */

import { readableLength } from '../../../../vocabulary/lengths.ts';
import { partInWords } from '../parts/part-words.ts';
import { NO_PART } from '../parts/parts.ts';
import type { Extent, Reason } from '../records/severity.ts';
import { MANY } from './severity.ts';

const percent = (share: number) => (share < 0.001 ? 'less than 0.1 %' : `${(100 * share).toFixed(1)} %`);

const extentInEnglish = ({ share, at_most, size_cm }: Extent) => {
  const [value, min, max] = size_cm ? [size_cm.value, size_cm.min, size_cm.max].map(readableLength) : [];
  const size = size_cm ? `, about ${value} cm (${min} to ${max})` : '';
  return `${at_most ? 'at most ' : ''}${percent(share)} of the part${size}`;
};

const groundInEnglish = (reason: Reason) => {
  const { level } = reason;
  switch (reason.code) {
    case 'always':
      return `always level ${level}.`;
    case 'unseen':
      return reason.photo_share === undefined
        ? `size unknown. Level ${level} is assumed by its type alone.`
        : `size unknown. It covers ${percent(reason.photo_share)} of a close-up. Level ${level} is assumed.`;
    case 'vague':
      return `size unknown, ${extentInEnglish(reason.extent)}. Level ${level} is assumed by its type.`;
    case 'heavy_photo':
      return `size unknown. A photo of it looks like heavy damage. Level ${level} is assumed.`;
    case 'no_heavy_photo': {
      const size = reason.extent ? extentInEnglish(reason.extent) : 'size unknown';
      return `${size}. No photo of it looks like heavy damage. Level ${level} is assumed.`;
    }
    case 'by_look_of_part': {
      const [size, by] = reason.extent
        ? [extentInEnglish(reason.extent), 'type, size and look']
        : ['size unknown', 'type and look'];
      return `${size}. Level ${level} is likeliest by ${by}.`;
    }
    case 'from_mark':
    case 'below_mark': {
      const { extent, mark } = reason;
      const [share, length] = [`${100 * mark.share} %`, `${mark.cm} cm`];
      const rule =
        reason.code === 'from_mark' ? `from ${share} or ${length} on` : `below ${share} and ${length}`;
      return `${extentInEnglish(extent)}. Level ${level} ${rule}.`;
    }
    default:
      return `level ${level} was set by a person.`;
  }
};

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const damageInEnglish = (reason: Reason) => {
  const { damage_type, part_type } = reason;
  const ground = groundInEnglish(reason);
  if (reason.code === 'set_by_person') return capital(ground);
  const place = NO_PART.includes(part_type) ? '' : ` on the ${partInWords(part_type)}`;
  return `${capital(damage_type.replaceAll('_', ' '))}${place}: ${ground}`;
};

/** As the API says it. */
export const reasonInEnglish = (reason: Reason): string => {
  const { worst_of = 1, raised = false } = reason;
  const first = worst_of > 1 ? `The worst of ${worst_of} damages: ` : '';
  const last = raised ? ` ${MANY} or more damages on one part count more than each of them.` : '';
  return `${first}${damageInEnglish(reason)}${last}`;
};
