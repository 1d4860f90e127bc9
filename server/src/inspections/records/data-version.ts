import { createHash } from 'node:crypto';
import type { Contest } from './contest.ts';
import type { Inspection } from './inspection.ts';

/** What a severity shows of the estimate, which counts by itself. */
const OF_THE_ESTIMATE = ['part_price', 'estimated_operation', 'estimated_with'];

/**
 * Twelve digits that change whenever anything changes of which a report may tell, in the inspection, in its contests or in
 * the earlier one that it is compared with. Both with what was deleted in them. The reports themselves do not count,
 * nor who named a part, which no report tells.
 */
export const dataVersion = (
  inspection: Inspection,
  related: Inspection | null,
  contests: readonly Contest[] = [],
): string => {
  const content = [inspection, related].map(
    (one) =>
      one && {
        ...one,
        parts: one.parts.map(({ created_by: _, ...part }) => part),
        open_suspicions: one.open_suspicions.length,
        report: null,
      },
  );
  // It becomes true by itself.
  const said = contests.map(({ is_overdue: _, ...contest }) => contest);
  const settled = (key: string, value: unknown) => {
    if (OF_THE_ESTIMATE.includes(key)) return undefined;
    // Reports of before there was any of these are as good as they were.
    if (key === 'open_suspicions' && value === 0) return undefined;
    if (['checks', 'open_parts', 'stated'].includes(key) && (value as unknown[]).length === 0)
      return undefined;
    if (['taken_at', 'received_sha256'].includes(key) && value === null) return undefined;
    // Nor does a report tell what else is kept of a photo.
    if (key === 'original_format') return undefined;
    if (key === 'approval_required' && value === false) return undefined;
    if (['confirmed_by', 'stated_size_cm'].includes(key) && value === null) return undefined;
    // A set: the database hands it out in any order.
    return key === 'part_ids' ? (value as string[]).toSorted() : value;
  };
  return createHash('sha256')
    .update(JSON.stringify(said.length > 0 ? [...content, said] : content, settled))
    .digest('hex')
    .slice(0, 12);
};
