/** What the actions need kept about severities, estimates and prices. */

import type { Estimate } from '../records/estimate.ts';
import type { Correction } from '../records/findings/correction.ts';
import type { SizeCm } from '../records/findings/damage.ts';
import type { Price } from '../records/price.ts';
import type { MatrixVersion, PriceMatrix } from '../records/price-matrix.ts';
import type { GradedItem } from '../severity/assess-inspection.ts';

type NewCorrection = Omit<Correction, 'id' | 'made_at'> & { inspection_id: string };

type PartCost = {
  part_id: string;
  price: number;
  operation: 'repair' | 'replace';
  matrix_version: number;
};

export type Assessments = {
  putSizes(sizes: { damage_id: string; size_cm: SizeCm | null }[]): Promise<void>;
  /** Takes the place of what the service said before. Where people had their word, theirs alone stands. */
  putSeverities(inspectionId: string, severities: GradedItem[]): Promise<void>;
  /** What the service says of parts that have an entry of its own, also one that people changed. */
  putPartCosts(inspectionId: string, costs: PartCost[]): Promise<void>;
  putEstimate(estimate: Omit<Estimate, 'created_at'>): Promise<void>;
};

export type Prices = {
  /** What people said something costs; over what they said before. */
  put(price: Omit<Price, 'created_at'>): Promise<Price>;
  delete(inspectionId: string, id: string): Promise<void>;
  /** Another word takes its place, which may later be deleted under the same id. */
  removeOfPart(inspectionId: string, partId: string): Promise<void>;
  /** Parts on which this is the only damage, and whose price people deleted, have one again. */
  countAgain(inspectionId: string, damageId: string): Promise<void>;
  /** Whether something was priced under this id, by people or by an estimate, which is no longer or not counted. */
  isFormer(inspectionId: string, id: string): Promise<boolean>;
};

export type PriceMatrices = {
  /** The newest; null where the organization has none of its own. */
  current(organizationId: string): Promise<MatrixVersion | null>;
  find(organizationId: string, version: number): Promise<MatrixVersion | null>;
  /** Newest first. */
  list(organizationId: string): Promise<MatrixVersion[]>;
  /** Until the transaction ends nobody else can add a version. */
  lock(organizationId: string): Promise<void>;
  /** Under the next number. */
  insert(organizationId: string, matrix: PriceMatrix, by: string): Promise<MatrixVersion>;
};

export type Corrections = {
  record(correction: NewCorrection): Promise<void>;
  /** Oldest first. */
  of(inspectionId: string, itemId: string): Promise<Correction[]>;
  /** All of an inspection, oldest first. */
  list(inspectionId: string): Promise<Correction[]>;
};
