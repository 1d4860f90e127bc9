import type { PartOperation, SeverityResult } from '@walkaround/sdk';
import { estimateReason, severityReason, type Wording } from '../../../vocabulary/reason-sentences.ts';
import { useFormats } from '../formats/formats.ts';
import { useLanguage } from '../language.tsx';

type Said = Pick<PartOperation, 'reason' | 'reasonDetails'>;

/** Why the service says what it says, in the language of the console. */
export const useReasons = () => {
  const { code, words, names } = useLanguage();
  const formats = useFormats();
  const wording: Wording = {
    code,
    names,
    level: (level) => words.inspection[`level${level}`],
    share: (share) => formats.percent(share, 1),
    length: (cm) => `${formats.length(cm)} cm`,
    number: formats.number,
    money: formats.money,
  };
  return {
    ofSeverity: ({ reasonDetails }: SeverityResult) =>
      reasonDetails && severityReason(wording, reasonDetails),
    /** An estimate of an older version has its English sentence alone. */
    ofEstimate: ({ reason, reasonDetails }: Said) =>
      reasonDetails ? estimateReason(wording, reasonDetails) : reason,
  };
};
