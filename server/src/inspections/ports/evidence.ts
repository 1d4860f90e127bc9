/** What the actions need for evidence packs. */
import type { Readable } from 'node:stream';
import type * as E from '../records/evidence.ts';

export type Evidence = {
  request(inspectionId: string): Promise<E.EvidencePack>;
  find(inspectionId: string): Promise<E.EvidencePack | null>;
  finish(
    id: string,
    outcome:
      | { file_key: string; made_at: string; fingerprint: string; key_id: string; head: string }
      | { error: string },
  ): Promise<void>;
  /** How many events the chain of an inspection has, and the hash of the last. */
  chainEnd(inspectionId: string): Promise<{ count: number; head: string }>;
  /** The events after this number, up to that one. */
  chain(inspectionId: string, after: number, upTo: number): Promise<E.ChainedEvent[]>;
  keys(): Promise<E.EvidenceKey[]>;
  publishKey(key: Omit<E.EvidenceKey, 'created_at'>): Promise<void>;
};

/** The key of this process; only workers have one. */
export type EvidenceSigner = {
  key_id: string;
  public_key: E.PublicKey;
  /** Ed25519. */
  sign(bytes: Uint8Array): Uint8Array;
};

/** `open` is called when it is the turn of the entry. */
export type ArchiveEntry = { path: string; compress: boolean; open(): Promise<Readable> };

/** A ZIP file while it is being written, one entry after the other. */
export type WriteArchive = (entries: readonly ArchiveEntry[]) => Readable;
