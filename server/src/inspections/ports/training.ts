/** What models can learn from. */
import type { Page, PageRequest } from '../paging.ts';
import type { LabelsSoFar, Lesson } from '../records/lesson.ts';
import type { TrainingInspection } from '../records/training.ts';
import type { InspectionFilter } from './store.ts';

/** Those of an organization that are younger than it keeps them; null: of any age. */
export type ApprovedIn = { organization_id: string; retention_days: number | null };

export type TrainingData = {
  /** How many approved inspections there are, and photos on which damages were looked for. */
  count(whose: ApprovedIn): Promise<{ inspections: number; images: number }>;
  list(whose: ApprovedIn, page: PageRequest): Promise<Page<TrainingInspection>>;
};

/** What a review of each inspection would teach. */
export type Lessons = {
  put(inspectionId: string, lesson: Lesson): Promise<void>;
  /** Those that were made before there was such a note, or whose note is no longer true. */
  withoutNote(limit: number): Promise<string[]>;
  /** As counted last; null where that is longer ago than so many seconds, or never was. */
  soFar(organizationId: string, withinSeconds?: number): Promise<LabelsSoFar | null>;
  /** Counts anew. The notes that name a type whose count has changed are no longer true. */
  count(organizationId: string): Promise<LabelsSoFar>;
  /** How many of a list have this value or more; `most` is where counting ends. */
  worth(filter: InspectionFilter, least: number, most: number): Promise<number>;
};
