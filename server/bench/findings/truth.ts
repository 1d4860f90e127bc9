/** Inspections whose damages are known, as every source of them tells them. */
import { createHash } from 'node:crypto';
import type { BoundingBox } from '../../src/inspections/records/place.ts';
import type { Level } from '../../src/inspections/records/severity.ts';

/** How bad the vehicle is as a whole, by what its photos show. */
export const STATES = ['intact', 'light', 'moderate', 'severe', 'wreck'] as const;
export type State = (typeof STATES)[number];

export type TrueDamage = {
  /** Without its side or end (`door`, `bumper`) where nobody can tell it; null where the part cannot be told. */
  part: string | null;
  /** One event on one part is one damage; the leading type first. */
  types: string[];
  severity: Level;
  /** Where it is seen: photo and box. */
  views: { photo: string; box: BoundingBox }[];
};

export type TruePhoto = {
  name: string;
  path: string;
  width: number;
  height: number;
  /** About two panels or less are seen. */
  close_up: boolean;
};

export type KnownInspection = {
  name: string;
  source: string;
  half: Half;
  photos: TruePhoto[];
  damages: TrueDamage[];
  /** Types that the source does not label: findings of these are not judged. */
  not_labeled: string[];
  state: State;
};

/** Rules and thresholds are chosen on one half; the other half is published. */
export const HALVES = ['choose', 'report'] as const;
export type Half = (typeof HALVES)[number];

/** Photos of one group (near duplicates, one claim) are in the same half. */
export const halfOf = (group: string): Half =>
  HALVES[createHash('sha256').update(group).digest()[0]! % HALVES.length]!;
