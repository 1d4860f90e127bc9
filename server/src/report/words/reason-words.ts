/** Why the service gives a damage its severity, in the report's language and units. */
import { severityReason } from '../../../../vocabulary/reason-sentences.ts';
import type { Reason } from '../../inspections/records/severity.ts';
import type { Writing } from '../page/writing.ts';

export const reasonInWords = (
  { words, formats }: Pick<Writing, 'words' | 'formats'>,
  reason: Reason,
): string => {
  const extent = 'extent' in reason ? reason.extent : undefined;
  return severityReason(
    { ...formats, code: formats.locale, names: words, level: (level) => words.say[`level_${level}`] },
    {
      code: reason.code,
      damageType: reason.damage_type,
      level: reason.level,
      photoShare: 'photo_share' in reason ? reason.photo_share : undefined,
      extent: extent && { share: extent.share, atMost: extent.at_most, sizeCm: extent.size_cm },
      mark: 'mark' in reason ? reason.mark : undefined,
    },
  );
};
