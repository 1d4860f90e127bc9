/** How models do in daily work. */
import type { Watched } from '../records/watching.ts';

export type Watching = {
  /**
   * Of approved inspections that were made in so many weeks up to now, of one organization or, with null, of all. Weeks begin on
   * Monday (UTC); `rolling`: they are the last seven days, the seven before, and so on.
   */
  weeks(of: { organization_id: string | null; weeks: number; rolling: boolean }): Promise<Watched>;
};
