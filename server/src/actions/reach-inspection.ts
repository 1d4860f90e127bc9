/** The first line of every action: find the inspection, check what the caller may do with it. */
import { type Actor, assertMayRead, assertMayWrite } from '../inspections/access.ts';
import type { Store } from '../inspections/ports/store.ts';
import { notFound } from '../inspections/problems/access.ts';
import type { InspectionHead } from '../inspections/records/inspection.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isId = (text: string) => UUID.test(text);

/** Ids are opaque to clients, so one that cannot be an id is simply not there. */
export const assertId = (id: string, what: string) => {
  if (!isId(id)) throw notFound(what);
};

const found = (head: InspectionHead | null, deleted: boolean): InspectionHead => {
  if (head === null || (head.deleted_at !== null && !deleted)) throw notFound('inspection');
  return head;
};

export const inspectionToRead = async (
  actor: Actor,
  id: string,
  store: Store,
  { deleted = false } = {},
): Promise<InspectionHead> => {
  assertId(id, 'inspection');
  const head = found(await store.inspections.head(id), deleted);
  assertMayRead(actor, head);
  return head;
};

/** Locks the inspection until the transaction ends: its changes happen one after the other. */
export const inspectionToChange = async (
  actor: Actor,
  id: string,
  transaction: Store,
  { deleted = false } = {},
): Promise<InspectionHead> => {
  assertId(id, 'inspection');
  const head = found(await transaction.inspections.lock(id), deleted);
  assertMayWrite(actor, head);
  return head;
};
