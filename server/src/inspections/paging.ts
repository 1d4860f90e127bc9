/**
 * Pages by keyset: a cursor names the last row seen, so a page deep inside a list costs as much as the
 * first. It also names its list, so that a cursor of another list is refused instead of misread. The types of
 * generation 3 say that the id of a row is a cursor, so it is one too: the store looks up where that row stands.
 */
import { createHash } from 'node:crypto';
import { invalidField } from './problems/requests.ts';
import type { PaginationOrder } from './vocabulary.ts';

export const MAX_PAGE = 500;
export const DEFAULT_PAGE = 100;

export type Position = { created_at: string; id: string };
/** A row that a client named by its id alone. */
export type RowNamed = { created_at: null; id: string };

export type PageRequest = {
  limit: number;
  order: PaginationOrder;
  /** Rows that come before, or after, this position in the order asked for. */
  from: { direction: 'before' | 'after'; position: Position | RowNamed } | null;
};

export type Page<T> = { rows: T[]; hasPrevious: boolean; hasNext: boolean };

const listTag = (list: string) => createHash('sha256').update(list).digest('base64url').slice(0, 10);

export const encodeCursor = (list: string, position: Position) =>
  Buffer.from(JSON.stringify([listTag(list), position.created_at, position.id])).toString('base64url');

const TIME = /^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?\+00:00$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Only a day and an hour that exist come back unchanged. */
const isTime = (value: unknown): value is string => {
  if (typeof value !== 'string' || !TIME.test(value)) return false;
  const time = new Date(value);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(value.slice(0, 19));
};

const isUuid = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);

const decodeCursor = (list: string, name: string, cursor: string): Position | RowNamed => {
  if (isUuid(cursor)) return { created_at: null, id: cursor };
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    parts = null;
  }
  if (!Array.isArray(parts) || parts.length !== 3 || !isTime(parts[1]) || !isUuid(parts[2]))
    throw invalidField(
      name,
      'This is not a cursor. Use one from the paging of an earlier answer, or the id of a row of this list.',
    );
  if (parts[0] !== listTag(list))
    throw invalidField(
      name,
      'This cursor belongs to another list. Use one from this list with the same filters.',
    );
  return { created_at: parts[1], id: parts[2] };
};

export const pageRequest = (
  list: string,
  query: { limit: number; pagination_order: PaginationOrder; before?: string; after?: string },
): PageRequest => {
  if (query.before !== undefined && query.after !== undefined)
    throw invalidField('before', 'Give either before or after, not both.');
  const from =
    query.after !== undefined
      ? { direction: 'after' as const, position: decodeCursor(list, 'after', query.after) }
      : query.before !== undefined
        ? { direction: 'before' as const, position: decodeCursor(list, 'before', query.before) }
        : null;
  return { limit: query.limit, order: query.pagination_order, from };
};
