/** Why the service gives a damage its severity, in the report's language and units. */
import type { Extent, Reason } from '../../inspections/records/severity.ts';
import type { Writing } from '../page/writing.ts';
import { capital, fill } from './words.ts';

type Wording = Pick<Writing, 'words' | 'formats'>;

const LEAST_SHARE = 0.001;

const shareInWords = ({ formats }: Wording, share: number) =>
  share < LEAST_SHARE
    ? `< ${formats.share(LEAST_SHARE)}`
    : formats.share(Math.round(share / LEAST_SHARE) * LEAST_SHARE);

const extentInWords = (wording: Wording, { share, at_most, size_cm }: Extent) => {
  const { words, formats } = wording;
  const { reasons } = words;
  const covered = fill(at_most ? reasons.at_most : reasons.of_part, { share: shareInWords(wording, share) });
  if (!size_cm) return covered;
  const [length, min, max] = [size_cm.value, size_cm.min, size_cm.max].map(formats.length);
  return `${covered}, ${fill(reasons.size, { length: length!, min: min!, max: max! })}`;
};

export const reasonInWords = (wording: Wording, reason: Reason): string => {
  const { words, formats } = wording;
  const level = words.say[`level_${reason.level}`];
  const extent = 'extent' in reason ? extentInWords(wording, reason.extent) : '';
  if (reason.code === 'unseen' && reason.photo_share !== undefined) {
    const share = shareInWords(wording, reason.photo_share);
    return capital(fill(words.reasons.unseen_on_photo, { level, share }));
  }
  const mark = 'mark' in reason ? reason.mark : { share: 0, cm: 0 };
  const values = { level, extent, share: formats.share(mark.share), length: formats.length(mark.cm) };
  return capital(fill(words.reasons[reason.code], values));
};
