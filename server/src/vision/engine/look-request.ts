import type { ModelName } from '../../inspections/photos/photo-seen.ts';

export type LookRequest = {
  want: readonly ModelName[];
  /** Takes the place of the thresholds that each model has for each type. */
  leastScore?: number;
};
