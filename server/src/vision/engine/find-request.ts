import type { DamageFind, DetectedPart, ModelName } from '../../inspections/photos/detections.ts';
import type { Finds, Unavailable } from '../../inspections/photos/finds.ts';
import type { Model } from './manifest.ts';

/** Exactly these models run. */
export type FindRequest = {
  want: readonly ModelName[];
  /** The parts where they were found before: the wheels model runs there. */
  parts?: readonly DetectedPart[];
  /** The damages where they were found before: the second opinion is on these. */
  damages?: readonly DamageFind[];
  /** Takes the place of the thresholds that the damage model has for each type. */
  leastScore?: number;
  /** So many windows with damages in doubt are looked at from close by; none unless given. */
  closerLooks?: number;
  /** Another version of the damage model, in the place of the one in the manifest. */
  damage?: Model;
};

export type Found = {
  finds: Partial<Finds>;
  /** The version of each model that ran. */
  models: Partial<Record<ModelName, string>>;
  unavailable: Unavailable;
};

/** Models that these need, or that help them, run too. */
export type DetectRequest = Pick<FindRequest, 'want' | 'leastScore'>;
