/** What the actions need for evidence packs. */
import type { Readable } from 'node:stream';
import type * as E from '../records/evidence.ts';
import type { RestrictedContent } from '../vocabulary.ts';

export type Evidence = {
  /** An inspection has one pack for everybody, and one with what only a few may see. */
  request(inspectionId: string, include: readonly RestrictedContent[]): Promise<E.EvidencePack>;
  find(inspectionId: string, restricted: boolean): Promise<E.EvidencePack | null>;
  finish(
    pack: Pick<E.EvidencePack, 'id' | 'include'>,
    outcome:
      | (Record<'file_key' | 'made_at' | 'fingerprint' | 'key_id' | 'head', string> & {
          timestamped_at: string | null;
        })
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

export type ArchiveEntry = { path: string; compress: boolean; open(): Promise<Readable> };

/** A ZIP file while it is being written. An entry is asked for when the one before it has been read. */
export type WriteArchive = (entries: Iterable<ArchiveEntry> | AsyncIterable<ArchiveEntry>) => Readable;

/** Signs PDF files in the name of the operator. */
export type PdfSigner = {
  /** Whose certificate it is. */
  name: string;
  /** The most bytes that a signature takes. */
  room: number;
  /** False once its certificate has expired. */
  isReady(now?: Date): boolean;
  /** A CMS signature (DER) of these bytes. */
  sign(bytes: Uint8Array): Promise<Uint8Array>;
};

/** The word of a third party on when it has seen the hash of some bytes (RFC 3161). */
export type TimeStamp = {
  /** The whole answer, as tools want it. DER. */
  response: Uint8Array;
  /** Its signed part. DER. */
  token: Uint8Array;
  at: string;
};

export type TimeStamper = {
  url: string;
  /** Null where the authority is away: nothing fails with it. */
  stamp(bytes: Uint8Array): Promise<TimeStamp | null>;
};
