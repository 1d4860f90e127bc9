/** What models can learn from. */
import type { Page, PageRequest } from '../paging.ts';
import type { TrainingInspection } from '../records/training.ts';

/** Those of an organization that are younger than it keeps them; null: of any age. */
export type ApprovedIn = { organization_id: string; retention_days: number | null };

export type TrainingData = {
  /** How many approved inspections there are, and photos on which damages were looked for. */
  count(whose: ApprovedIn): Promise<{ inspections: number; images: number }>;
  list(whose: ApprovedIn, page: PageRequest): Promise<Page<TrainingInspection>>;
};
