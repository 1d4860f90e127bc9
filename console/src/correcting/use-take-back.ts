import type { Correction, DamageType, PartType } from '@walkaround/sdk';
import type { Findings } from '../inspection/findings.ts';
import type { Change } from './undo-stack.tsx';
import { type Rating, useCorrections } from './use-corrections.ts';

type DamageWords = { damageType: DamageType; partType: PartType; isConfirmed?: boolean };
type SuspicionWords = { state: 'open' | 'dismissed' };

const has = (words: object | null, name: string): boolean => words !== null && name in words;

/** The part or the damage that a severity is about; nobody knows it of one that is gone. */
const ratedBy = ({ inspection, damages }: Findings, { itemId, partType }: Correction) => {
  if (inspection.severityResults.some(({ id }) => id === itemId)) return { label: partType! };
  const rated = damages.find(({ severity }) => severity?.id === itemId)?.damage;
  return rated ? { label: rated.partType, damageId: rated.id } : null;
};

/** How what a person changed is taken back, also by another person and after days. Null: it cannot be. */
export const useTakeBack = (findings: Findings) => {
  const corrections = useCorrections(findings);
  const wayBack = (correction: Correction): Change | null => {
    const { itemId, action, before, after, partType } = correction;
    const words = after ?? before;
    if (has(words, 'state')) {
      const [from, to] = [after as SuspicionWords, before as SuspicionWords];
      return corrections.decideSuspicion(itemId, from.state, to.state);
    }
    if (has(words, 'damageType')) {
      if (action === 'deleted') return corrections.restoreDamage(itemId);
      if (action === 'changed')
        return corrections.changeBack(itemId, after as DamageWords, before as DamageWords);
      const { suspicionId } = after as { suspicionId?: string };
      return suspicionId
        ? corrections.decideSuspicion(suspicionId, 'confirmed', 'open')
        : corrections.removeDamage(itemId);
    }
    if (has(words, 'level')) {
      const item = ratedBy(findings, correction);
      return item && corrections.rate(item, action === 'created' ? null : (before as Rating));
    }
    if (!has(words, 'pricing')) return null;
    return corrections.setPrice(
      partType,
      action === 'created' ? null : (before as { pricing: number }).pricing,
    );
  };
  return { make: corrections.make, wayBack };
};
