/** What the store keeps for the actions, one type per aggregate; `Store` is all of it. */
import type { ReadableScope } from '../access.ts';
import type { Page, PageRequest } from '../paging.ts';
import type { Compliance } from '../records/compliance.ts';
import type { Check } from '../records/findings/check.ts';
import type { DamageArea, Image, OdometerReading } from '../records/image.ts';
import type {
  ClaimDetails,
  Inspection,
  InspectionHead,
  InspectionSummary,
  Standing,
} from '../records/inspection.ts';
import type { Json } from '../records/json.ts';
import type { Report, ShareLink } from '../records/report.ts';
import type { ErrorMessage, Task } from '../records/task.ts';
import type { Vehicle, VehicleDetails } from '../records/vehicle.ts';
import type {
  InspectionOrder,
  InspectionStatus,
  OwnershipFilter,
  TaskName,
  TaskStatus,
  VehicleFilter,
} from '../vocabulary.ts';
import type { Contests } from './contests.ts';
import type { Evidence } from './evidence.ts';
import type { Documents, Findings, Sightings, StatedReadings, Suspicions, Wheels } from './findings.ts';
import type { ModelVersions, SideBySides } from './models.ts';
import type { AuditLog, Erasures, FileSweep, RequestCounts, Usage, Workers } from './operations.ts';
import type { Comments, Events, Members, Organizations, SavedFilters, Webhooks } from './organization.ts';
import type { Assessments, Corrections, PriceMatrices, Prices } from './pricing.ts';
import type { Lessons, TrainingData } from './training.ts';
import type { KnownVehicles } from './vehicles.ts';
import type { Watching } from './watching.ts';

export type InspectionFilter = {
  scope: OwnershipFilter | ReadableScope;
  user_id: string;
  organization_id: string | null;
  status: InspectionStatus | null;
  show_deleted: boolean;
  only_deleted: boolean;
  inspection_type: string | null;
  /** Those with a task of this name, in this status. */
  task: { name: TaskName | null; status: TaskStatus | null };
  vehicle: Partial<Record<VehicleFilter, string>>;
  /** Those made since then, and before then. */
  created: { after: string | null; before: string | null };
  /** Those that this person works on. */
  assigned_to: string | null;
  unassigned: boolean;
  /** Those that show this known vehicle. */
  known_vehicle_id: string | null;
  /** Those with a contest that nobody has decided. */
  contested: boolean;
  /** Words of a plate, a VIN, a reference, a customer, a brand, a model or a person, each by its beginning; or how a VIN ends. */
  search: string | null;
};

export type NewInspection = Omit<InspectionHead, 'created_at' | 'deleted_at' | 'approval_required'>;

/** `is_at_least`: counting ended there, and `sub_count` is of those that were counted. */
export type InspectionCounts = {
  total: number;
  sub_count: Partial<Record<InspectionStatus, number>>;
  is_at_least: boolean;
};

export type Inspections = {
  /** Answers it as it then is, with its tasks and its vehicle; inside a transaction, for these are several statements. */
  insert(inspection: NewInspection, tasks: NewTask[], vehicle: VehicleDetails): Promise<Inspection>;
  /** The row alone, locked: whoever changes something of an inspection goes through here, one at a time. */
  lock(id: string): Promise<InspectionHead | null>;
  head(id: string): Promise<InspectionHead | null>;
  /** Whether the inspection is there with this image; `deleted`: also when either was deleted, as long as it is not erased. */
  shows(of: { inspection_id: string; image_id: string | null; deleted: boolean }): Promise<boolean>;
  /** The whole inspection in one query; the outlines of its views may be left out. */
  read(id: string, options: { deletedObjects: boolean; outlines?: boolean }): Promise<Inspection | null>;
  /** Without the outlines of views. */
  list(filter: InspectionFilter, by: InspectionOrder, page: PageRequest): Promise<Page<Inspection>>;
  /** As a row of a list shows them. */
  summaries(
    filter: InspectionFilter,
    by: InspectionOrder,
    page: PageRequest,
  ): Promise<Page<InspectionSummary>>;
  count(filter: InspectionFilter): Promise<InspectionCounts>;
  mergeAdditionalData(id: string, data: Json): Promise<void>;
  changeDetails(
    id: string,
    change: Partial<ClaimDetails & Pick<InspectionHead, 'assigned_to'>>,
  ): Promise<void>;
  setStanding(id: string, standing: Standing): Promise<void>;
  /** Those of an older version of the service, which did not note how they stand. */
  withoutStanding(limit: number): Promise<string[]>;
  setStatus(id: string, status: InspectionStatus): Promise<void>;
  /** In the place of those before. */
  setChecks(id: string, checks: Check[]): Promise<void>;
  markDeleted(id: string): Promise<void>;
  /** Takes that back; false where it is being erased. */
  restore(id: string): Promise<boolean>;
  /** What people say about it; a detail that had been read is theirs from then on. */
  putVehicle(inspectionId: string, details: VehicleDetails): Promise<Vehicle>;
  putDamageAreas(inspectionId: string, areas: DamageArea[]): Promise<void>;
  hasDamageArea(inspectionId: string, id: string): Promise<boolean>;
};

export type NewTask = Pick<
  Task,
  'id' | 'inspection_id' | 'name' | 'status' | 'added_by_service' | 'arguments' | 'callbacks' | 'validated_by'
>;

type TaskChange = {
  status?: TaskStatus;
  arguments?: Json;
  run_id?: string;
  errors?: ErrorMessage[];
  /** Who approves it. */
  validated_by?: string;
};

/** As much of a task as decides whether an image may name it. */
export type TaskBrief = Pick<Task, 'id' | 'name' | 'status'>;

export type Tasks = {
  briefs(inspectionId: string): Promise<TaskBrief[]>;
  list(inspectionId: string): Promise<Task[]>;
  find(inspectionId: string, name: TaskName): Promise<Task | null>;
  change(id: string, change: TaskChange): Promise<void>;
  /** DONE again, since when it was. */
  withdrawValidation(id: string): Promise<void>;
  /** False when another run has taken the task over, or it is no longer running. */
  holds(id: string, runId: string): Promise<boolean>;
  progress(id: string, runId: string, done: number, total: number): Promise<boolean>;
};

type LaterOnImage =
  | 'compliance'
  | 'tasks'
  | 'damage_area'
  | 'viewpoint'
  | 'has_vehicle'
  | 'vehicle_state'
  | 'rendered_outputs'
  | 'odometer'
  | 'wheels'
  | 'blur_problem'
  | 'shown_key';

export type NewImage = Omit<Image, 'created_at' | 'deleted_at' | LaterOnImage> & {
  fingerprint: string;
  damage_area_id: string | null;
  /** Of the picture to show, where that is not the photo itself. */
  shown_key?: string;
};

export type Images = {
  insert(image: NewImage, tasks: { task_id: string; details: Json }[]): Promise<void>;
  find(inspectionId: string, imageId: string): Promise<Image | null>;
  list(inspectionId: string, page: PageRequest): Promise<Page<Image>>;
  count(inspectionId: string): Promise<number>;
  /** How many there are, and the one with this fingerprint if it came within the last minutes. */
  standing(inspectionId: string, fingerprint: string): Promise<{ count: number; same_upload: Image | null }>;
  /** False when there is a verdict already. What the models saw is kept unless a task told it. */
  setCompliance(
    imageId: string,
    compliance: Compliance,
    seen: Pick<Image, 'viewpoint' | 'has_vehicle'>,
  ): Promise<boolean>;
  /** False when the image was deleted. */
  setOdometer(imageId: string, reading: OdometerReading): Promise<boolean>;
  setDamageArea(inspectionId: string, imageId: string, area: DamageArea): Promise<void>;
  setAdditionalData(imageId: string, data: Json): Promise<void>;
  /** With what is shown on them. */
  markDeleted(inspectionId: string, imageIds: string[]): Promise<void>;
  /** Why the picture to show cannot be made, or that nothing is known against it; false when it was said already. */
  setBlurProblem(imageId: string, problem: string | null): Promise<boolean>;
};

export type Reports = {
  request(inspectionId: string, options: Json): Promise<Report>;
  find(inspectionId: string): Promise<Report | null>;
  finish(
    reportId: string,
    outcome: { file_key: string; made_at: string; data_version: string } | { error: string },
  ): Promise<void>;
  /** One that is ready takes the place of any other. */
  put(
    inspectionId: string,
    report: Pick<Report, 'id' | 'source' | 'options'> & { file_key: string; data_version: string },
  ): Promise<Report>;
};

type NewShareLink = Pick<
  ShareLink,
  'id' | 'inspection_id' | 'costs' | 'language' | 'created_by' | 'expires_at' | 'contest_until'
> & { secret_hash: string };

/** A link lives until it expires, is revoked, or its inspection is deleted. */
export type ShareLinks = {
  /** By the clock that decides when a link has ended. */
  now(): Promise<string>;
  insert(link: NewShareLink): Promise<ShareLink>;
  /** Newest first, ended ones too. */
  list(inspectionId: string): Promise<ShareLink[]>;
  /** The living one with this secret; notes that it was opened. */
  open(secretHash: string): Promise<ShareLink | null>;
  living(id: string): Promise<ShareLink | null>;
  revoke(inspectionId: string, id: string): Promise<boolean>;
  /** False when it is being made already, or was made from this very data. */
  wantReport(id: string, dataVersion: string): Promise<boolean>;
  finishReport(
    id: string,
    outcome: { file_key: string; made_at: string; data_version: string } | { error: true },
  ): Promise<void>;
  /** Forgets the reports of ended links, and links that ended long ago; tells which files nobody needs. */
  removeEnded(): Promise<string[]>;
};

export type StoredAnswer = { request_hash: string; status: number; body: Json };

export type IdempotencyKeys = {
  find(userId: string, key: string): Promise<StoredAnswer | null>;
  /** Waits for a request that is using the key right now; null when the key is new and now ours. */
  take(userId: string, key: string, requestHash: string): Promise<StoredAnswer | null>;
  keepAnswer(userId: string, key: string, status: number, body: Json): Promise<void>;
};

export type Housekeeping = {
  /** Removes what has served its time; tells how many of each. */
  removeOld(): Promise<{
    idempotency_keys: number;
    events: number;
    deliveries: number;
    members: number;
    known_vehicles: number;
  }>;
};

export type Job = (
  | { name: 'run-task'; data: { inspection_id: string; task: TaskName } }
  | { name: 'assess-image'; data: { inspection_id: string; image_id: string } }
  | { name: 'blur-image'; data: { inspection_id: string; image_id: string } }
  | { name: 'blur-contest'; data: { inspection_id: string; contest_id: string } }
  | { name: 'read-odometer'; data: { inspection_id: string; image_id: string } }
  | { name: 'make-report'; data: { inspection_id: string; report_id: string } }
  | { name: 'make-shared-report'; data: { share_link_id: string } }
  | { name: 'make-evidence'; data: { inspection_id: string; pack_id: string; restricted?: boolean } }
  | { name: 'deliver'; data: { delivery_id: string } }
  | { name: 'look-along'; data: { inspection_id: string; version: string } }
  | { name: 'note-lesson'; data: { inspection_id: string } }
  | { name: 'erase-inspection'; data: { inspection_id: string } }
) & {
  /** Whose it is: tenants take turns, so that nobody waits behind all that another one has sent. */
  tenant: string;
  /** Somebody stands there and waits for it. */
  urgent?: boolean;
};

export type Jobs = { send(job: Job): Promise<void> };

export type Store = {
  inspections: Inspections;
  tasks: Tasks;
  images: Images;
  findings: Findings;
  suspicions: Suspicions;
  assessments: Assessments;
  prices: Prices;
  priceMatrices: PriceMatrices;
  corrections: Corrections;
  sightings: Sightings;
  documents: Documents;
  wheels: Wheels;
  stated: StatedReadings;
  knownVehicles: KnownVehicles;
  evidence: Evidence;
  reports: Reports;
  shareLinks: ShareLinks;
  contests: Contests;
  comments: Comments;
  organizations: Organizations;
  members: Members;
  savedFilters: SavedFilters;
  events: Events;
  webhooks: Webhooks;
  idempotency: IdempotencyKeys;
  housekeeping: Housekeeping;
  auditLog: AuditLog;
  erasures: Erasures;
  usage: Usage;
  trainingData: TrainingData;
  lessons: Lessons;
  watching: Watching;
  modelVersions: ModelVersions;
  sideBySides: SideBySides;
  fileSweep: FileSweep;
  requestCounts: RequestCounts;
  workers: Workers;
  jobs: Jobs;
  /** All of it or nothing. Inside a transaction it is that transaction. */
  transaction<T>(work: (store: Store) => Promise<T>): Promise<T>;
};
