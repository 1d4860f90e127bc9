/** What the actions need stored about findings: views, damages, severities, sightings, wheels and documents. */
import type { PartType } from '../parts/parts.ts';
import type { DamageFind } from '../photos/detections.ts';
import type { FindVersion } from '../photos/finds.ts';
import type { SpokenFor } from '../records/findings/correction.ts';
import type { Damage } from '../records/findings/damage.ts';
import type { Document } from '../records/findings/document.ts';
import type { Part } from '../records/findings/part.ts';
import type { Suspicion } from '../records/findings/suspicion.ts';
import type { RenderedOutput, View } from '../records/findings/view.ts';
import type { WheelAnalysis } from '../records/findings/wheel.ts';
import type { Image } from '../records/image.ts';
import type { Severity } from '../records/severity.ts';
import type { Stated } from '../records/stated.ts';
import type { Vehicle } from '../records/vehicle.ts';
import type { TaskName } from '../vocabulary.ts';

export type NewView = Pick<
  View,
  'id' | 'inspection_id' | 'image_id' | 'damage_id' | 'bounding_box' | 'polygons' | 'created_by'
>;
type NewDamage = Pick<
  Damage,
  'id' | 'inspection_id' | 'damage_type' | 'part_type' | 'stated_size_cm' | 'created_by'
>;
export type SeverityChange = Pick<Severity, 'level' | 'pricing' | 'repair_operation' | 'comment'>;

/** What a task found on the photos of an inspection. */
export type NewFindings = {
  images: Pick<Image, 'id' | 'viewpoint' | 'has_vehicle' | 'vehicle_state'>[];
  damages: (Pick<Damage, 'id' | 'damage_type' | 'part_type' | 'score' | 'model' | 'evidence'> & {
    part_types: PartType[];
  })[];
  /** Of a damage or of a part. */
  views: (Pick<View, 'id' | 'image_id' | 'damage_id' | 'bounding_box' | 'polygons' | 'score' | 'model'> & {
    part_type: PartType | null;
  })[];
  rendered: (Pick<RenderedOutput, 'id' | 'description' | 'file_key'> & {
    image_id: string;
    view_id: string | null;
  })[];
};

/** Who saw it: another version of the model, or of the code behind it, looks for itself. */
export type SightingKey = FindVersion & { model: string };

/** What each model found on each photo, kept so that none looks twice. */
export type Sightings = {
  /** By image and model. */
  of(imageIds: string[], keys: readonly SightingKey[]): Promise<Map<string, Map<string, unknown>>>;
  /** Nothing is kept of an inspection or an image that was deleted. */
  keep(imageIds: string[], found: readonly (SightingKey & { seen: unknown })[]): Promise<void>;
  /** The damages that were last found on each image by themselves, the faintest too. */
  damagesOn(imageIds: string[]): Promise<Map<string, DamageFind[]>>;
};

export type NewWheel = Omit<WheelAnalysis, 'inspection_id' | 'created_at'>;

export type Wheels = {
  /** Takes the place of what the last run said. */
  replace(inspectionId: string, wheels: NewWheel[]): Promise<void>;
};

/** What people say over wheels and documents; reading an inspection shows it in their place. */
export type StatedReadings = {
  /** `value` null takes it back. */
  put(inspectionId: string, said: Omit<Stated, 'value'> & { value: Stated['value'] | null }): Promise<void>;
};

export type Findings = {
  /** How many people have added, those that were deleted since included. */
  countAdded(what: 'damages' | 'views' | 'severities', inspectionId: string): Promise<number>;
  insertView(view: NewView): Promise<View>;
  /** Everything that is shown on these images. */
  viewsOn(inspectionId: string, imageIds: string[], options: { deleted: boolean }): Promise<View[]>;
  /** Of a damage, those that are not deleted. */
  viewsOf(inspectionId: string, damageId: string): Promise<View[]>;
  /** Null: there is no such view. */
  deleteView(inspectionId: string, viewId: string, by: string): Promise<View | null>;
  insertDamage(damage: NewDamage): Promise<Damage>;
  findDamage(inspectionId: string, damageId: string): Promise<Damage | null>;
  /** A new `part_type` takes it off every other part, and its severities with it. */
  changeDamage(
    inspectionId: string,
    damageId: string,
    change: Partial<Pick<Damage, 'damage_type' | 'part_type'>> &
      Pick<Damage, 'confirmed_by' | 'stated_size_cm'>,
    by: string,
  ): Promise<Damage>;
  /** With its views and severities. */
  deleteDamage(inspectionId: string, damageId: string, by: string): Promise<Damage | null>;
  /** With the views and severities that were deleted with it; null: none such is deleted. */
  restoreDamage(inspectionId: string, damageId: string): Promise<Damage | null>;
  /** The part of that type in the inspection, made if it is not there yet, in the name of `by`. */
  part(inspectionId: string, type: PartType, by: string): Promise<Part>;
  /** People's word on what the task looks for: views they made or deleted, and those of damages they changed. */
  spokenFor(inspectionId: string, task: TaskName): Promise<SpokenFor[]>;
  /** Takes away what earlier runs of the task found, except what people changed or deleted. */
  clearFound(inspectionId: string, task: TaskName): Promise<void>;
  insertFound(inspectionId: string, task: TaskName, found: NewFindings): Promise<void>;
  insertSeverity(
    severity: Omit<
      Severity,
      | 'reason'
      | 'part_price'
      | 'estimated_operation'
      | 'estimated_with'
      | 'created_at'
      | 'deleted_at'
      | 'deleted_by'
    >,
  ): Promise<Severity>;
  findSeverity(inspectionId: string, id: string): Promise<Severity | null>;
  listSeverities(inspectionId: string): Promise<Severity[]>;
  changeSeverity(inspectionId: string, id: string, change: Partial<SeverityChange>): Promise<Severity>;
  /** The prices that people gave a part with its severities; whether there were any. */
  removePricesOf(inspectionId: string, partId: string): Promise<boolean>;
  deleteSeverity(inspectionId: string, id: string, by: string): Promise<Severity | null>;
};

/** What models are not sure enough of. Only those that a photo still shows are there. */
export type Suspicions = {
  /** The surest first. */
  list(inspectionId: string): Promise<Suspicion[]>;
  find(inspectionId: string, id: string): Promise<Suspicion | null>;
  /** What a run found, as damages are found; it takes the place of the open ones of earlier runs that were never confirmed. */
  replaceOpen(
    inspectionId: string,
    task: TaskName,
    found: Pick<NewFindings, 'damages' | 'views'>,
  ): Promise<void>;
  decide(
    inspectionId: string,
    id: string,
    decision: { state: Suspicion['state']; damage_id?: string; by: string },
  ): Promise<Suspicion>;
};

/** What was read on photos, and what of it was filled in where nobody had said it. */
export type Documents = {
  /** Takes the place of what earlier runs of the task read; the ids of that. */
  replace(
    inspectionId: string,
    task: TaskName,
    documents: Omit<Document, 'inspection_id' | 'created_at'>[],
  ): Promise<string[]>;
  vehicle(inspectionId: string): Promise<Vehicle | null>;
  fillVehicle(inspectionId: string, filled: Pick<Vehicle, 'details' | 'read_from'>): Promise<void>;
};
