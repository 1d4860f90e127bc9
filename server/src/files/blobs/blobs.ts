/** Where bytes are kept under a key. The two stores, disk and S3, look the same from here. */
import type { ByteRange, OpenedFile } from '../../inspections/ports/ports.ts';
import { notFound } from '../../inspections/problems/access.ts';
import { rangeNotSatisfiable } from '../../inspections/problems/requests.ts';

export type KeptFile = { key: string; size: number; modified_at: Date };

export type Blobs = {
  /** Takes the local file over: afterwards it is gone, also on failure. An existing key is replaced as a whole. */
  put(key: string, localPath: string, mimetype: string, options?: { prepared: boolean }): Promise<void>;
  /** The part of putting that can be done ahead, while somebody else still looks at the file. */
  prepare?(localPath: string): Promise<void>;
  open(key: string, range?: ByteRange): Promise<OpenedFile>;
  /** Keys that do not exist are no error. */
  remove(keys: string[]): Promise<void>;
  /** Every file whose key begins so, in the order of the keys, from behind `after` on. */
  list(prefix: string, after?: string): AsyncIterable<KeptFile>;
  /** A folder, which is what stands before a slash of a key, with all that is in it. */
  removeFolder(folder: string): Promise<void>;
  /** Rejects when nothing can be stored at the moment. */
  ready(): Promise<void>;
};

const SAFE_KEY = /^[a-z0-9][a-z0-9/_.-]*$/;

/** A key is part of a path and of a URL; one that could lead elsewhere names nothing. */
export function checkKey(key: string): string {
  const unsafe = !SAFE_KEY.test(key) || key.length > 512 || key.split('/').some((part) => /^\.*$/.test(part));
  if (unsafe) throw notFound('file');
  return key;
}

const MIMETYPES: Record<string, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  pdf: 'application/pdf',
  json: 'application/json',
  zip: 'application/zip',
};

export const mimetypeOf = (key: string) =>
  MIMETYPES[key.slice(key.lastIndexOf('.') + 1)] ?? 'application/octet-stream';

/** Settles what a range means for a file of this size; both ends are inclusive. */
export function resolveRange(range: ByteRange, size: number): { start: number; end: number } {
  const start = range.start < 0 ? Math.max(0, size + range.start) : range.start;
  const end = Math.min(range.end ?? size - 1, size - 1);
  if (start > end) throw rangeNotSatisfiable(size);
  return { start, end };
}
