/** What an evidence pack says of itself. docs/evidence.md has the format; cli/verify and docs/verify_evidence.py check it. */
import { createHash } from 'node:crypto';
import type { PublicKey } from '../records/evidence.ts';
import type { FoundBy } from '../records/findings/found-by.ts';
import type { Review } from '../tasks/validation.ts';
import type { RestrictedContent } from '../vocabulary.ts';

export const MANIFEST = 'manifest.json';
export const SIGNATURE = 'manifest.json.sig';
export const EVENTS = 'events.jsonl';
export const REPORT = 'report.pdf';
/** The answer of the time stamp authority (RFC 3161) to the hash of the manifest. */
export const TIMESTAMP = 'manifest.tsr';

export type PackedFile = { path: string; sha256: string; size: number };

export type Manifest = {
  format: 'walkaround-evidence-1';
  inspection_id: string;
  organization_id: string | null;
  made_at: string;
  review: Review;
  models: FoundBy[];
  /** What is in it that only a few may see; none: the originals and their metadata were left out. */
  include: RestrictedContent[];
  /** The chain of events: how many, and the hash of the last. */
  events: { count: number; head: string };
  /** All but the report, which has the fingerprint in it. */
  files: PackedFile[];
  fingerprint: string;
  report: PackedFile;
  /** The authority that was asked for a time stamp of this manifest; null: none was. Whether it answered is seen by its file. */
  timestamp_url: string | null;
  key_id: string;
  /** To be compared with the published one. */
  public_key: PublicKey;
};

/** Of the files in their order, as sha256sum prints them. */
export const fingerprintOf = (files: readonly PackedFile[]): string =>
  createHash('sha256')
    .update(files.map(({ sha256, path }) => `${sha256}  ${path}\n`).join(''))
    .digest('hex');
