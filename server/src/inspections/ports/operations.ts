/** What the actions need kept for those who run the service: proofs, erasures, usage, files without an owner. */

import type { ModelFaults, WorkersSeen } from '../capabilities.ts';
import type { MinuteCount } from '../minute-counts.ts';
import type { Page, PageRequest } from '../paging.ts';
import type * as O from '../records/organization.ts';
import type { Worker } from '../records/worker.ts';
import type { AuditAction, TaskName } from '../vocabulary.ts';

type NewAuditEntry = {
  organization_id: string | null;
  action: AuditAction;
  /** Null: the service itself, as it was told by the settings of the organization. */
  actor_id: string | null;
  inspection_id: string | null;
  details: O.AuditDetails;
  /** False where there is something left to do. */
  completed: boolean;
};

export type AuditLog = {
  /** False when the same erasure is written down already. */
  record(entry: NewAuditEntry): Promise<boolean>;
  list(organizationId: string, page: PageRequest): Promise<Page<O.AuditEntry>>;
};

/** Each is begun by an entry in the audit log, which tells how far it has come. */
export type Erasures = {
  /** Inspections that are older than their organization keeps them and that nobody has begun to erase. */
  due(limit: number): Promise<string[]>;
  /** Begun an hour ago or more, so that something must have gone wrong. */
  unfinished(limit: number): Promise<string[]>;
  /** Removes the rows, keeps what they count for as usage, and tells the log how many they were. */
  removeRows(inspectionId: string): Promise<void>;
  /** The first number stays: whoever takes over finds fewer. */
  noteFiles(inspectionId: string, files: number): Promise<void>;
  complete(inspectionId: string): Promise<void>;
};

/** The month is the one in which the inspection was created: 2026-03. */
export type MonthOfUsage = {
  month: string;
  inspections: number;
  images: number;
  tasks: { name: TaskName; count: number }[];
  /** Of its photos that are still there. */
  bytes_stored: number;
};

export type Usage = { months(organizationId: string, from: string, to: string): Promise<MonthOfUsage[]> };

/** `inspection_id`: whose file it must be; null for a logo. */
export type ClaimedFile = { key: string; inspection_id: string | null };

export type RequestCounts = {
  /** Adds to what all API processes counted for each caller in the minute under way, and answers the sums. */
  add(counts: MinuteCount[]): Promise<MinuteCount[]>;
};

export type WorkerSaid = Worker & { models: ModelFaults; notes: string[] };

/** What workers say of themselves, for those that have none of what they have. */
export type Workers = {
  report(said: WorkerSaid): Promise<void>;
  /** It ends in order: it was there until now, and what it lacked is no longer anybody's. */
  end(id: string): Promise<void>;
  seen(): Promise<WorkersSeen>;
  /** Those that said something in the last seconds. */
  list(): Promise<Worker[]>;
};

export type FileSweep = {
  /** Where the last run stopped; null: at the beginning. Undefined when it came to the end less than a day ago. */
  place(): Promise<string | null | undefined>;
  /** Those that no row names and that nobody is about to name. A stranger's inspection does not exist at all. */
  unowned(files: ClaimedFile[]): Promise<(ClaimedFile & { stranger: boolean })[]>;
  note(progress: { after_key: string | null; files: number; bytes: number }): Promise<void>;
  totals(): Promise<{ files_removed: number; bytes_removed: number; finished_at: string | null }>;
};
