/** What is kept of versions of the damage model, and of two of them side by side. */
import type { Page, PageRequest } from '../paging.ts';
import type { Gate, ModelChoice, ModelVersion, SeenPlace } from '../records/model-version.ts';

type NewChoice = Pick<
  ModelChoice,
  'purpose' | 'organization_id' | 'version' | 'share' | 'despite_gate' | 'made_by'
>;

export type ModelVersions = {
  /** Oldest first. */
  list(): Promise<ModelVersion[]>;
  add(
    version: Pick<ModelVersion, 'version' | 'sha256' | 'file_key' | 'entry' | 'gate' | 'added_by'>,
  ): Promise<void>;
  setGate(version: string, gate: Gate | null): Promise<void>;
  /** The one that judges the inspections of an organization now; null: the one in MODELS_DIR. */
  judging(organizationId: string | null): Promise<ModelVersion | null>;
  lookingAlong(): Promise<(ModelVersion & { share: number }) | null>;
  choose(choice: NewChoice): Promise<void>;
  /** Takes the last choice back; null where there is none. */
  undo(of: Pick<ModelChoice, 'purpose' | 'organization_id'>, by: string): Promise<ModelChoice | null>;
  /** Newest first. */
  choices(limit: number): Promise<ModelChoice[]>;
  /** The choices that hold now. */
  holding(): Promise<ModelChoice[]>;
  noteFailure(version: string, reason: string): Promise<void>;
};

export type SideBySide = {
  image_id: string;
  inspection_id: string;
  judging: string;
  along: string;
  places: SeenPlace[];
};

/** The two versions that are compared, in one organization. */
export type Pair = { organization_id: string; judging: string; along: string };

export type ShownSideBySide = SideBySide & {
  id: string;
  created_at: string;
  /** Of the photo as people see it. */
  shown_key: string;
  width: number;
  height: number;
};

/** What people said of places on a photo of an approved inspection, and what two versions find there. */
export type JudgedPhoto = Pick<SideBySide, 'places'> & {
  /** `added`: a person saw it and no model did. */
  said: {
    verdict: 'confirmed' | 'added' | 'dismissed';
    damage_type: string;
    bounding_box: SeenPlace['bounding_box'];
  }[];
};

export type SideBySides = {
  /** Nothing is kept of an inspection or an image that was deleted. */
  keep(seen: SideBySide): Promise<void>;
  /** Those of these images that the version has seen beside the other. */
  seen(imageIds: string[], pair: Pick<SideBySide, 'judging' | 'along'>): Promise<Set<string>>;
  /** Finds of only one of two versions in an inspection, with this one looking along. */
  differingIn(inspectionId: string, along: string): Promise<number>;
  totals(pair: Pair): Promise<{
    inspections: number;
    photos: number;
    agreed: number;
    only_judging: number;
    only_along: number;
    since: string | null;
  }>;
  /** Photos on which they differ. */
  differing(pair: Pair, page: PageRequest): Promise<Page<ShownSideBySide>>;
  /** Of approved inspections, the newest first. */
  judged(pair: Pair, limit: number): Promise<JudgedPhoto[]>;
};
