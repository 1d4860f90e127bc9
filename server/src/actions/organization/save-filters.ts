/** Lists of inspections that a person wants to see again. Nobody else sees them. */
import { v7 as uuid } from 'uuid';
import type { Actor } from '../../inspections/access.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import { notFound } from '../../inspections/problems/access.ts';
import { limitReached } from '../../inspections/problems/requests.ts';
import type { Json } from '../../inspections/records/json.ts';
import type { SavedFilter } from '../../inspections/records/organization.ts';
import { assertId } from '../reach-inspection.ts';

/** More than a menu can show. */
const MOST_FILTERS = 50;

export const listSavedFilters = (actor: Actor, _input: object, { store }: Ports): Promise<SavedFilter[]> =>
  store.savedFilters.list(actor.user_id);

export const saveFilter = async (
  actor: Actor,
  input: { name: string; filter: Json },
  { store }: Ports,
): Promise<SavedFilter> => {
  if ((await store.savedFilters.list(actor.user_id)).length >= MOST_FILTERS)
    throw limitReached(`You have ${MOST_FILTERS} saved filters, which is the limit. Delete one first.`);
  return store.savedFilters.insert(actor.user_id, { id: uuid(), ...input });
};

export const renameSavedFilter = async (
  actor: Actor,
  { saved_filter_id: id, name }: { saved_filter_id: string; name: string },
  { store }: Ports,
): Promise<SavedFilter> => {
  assertId(id, 'saved filter');
  const renamed = await store.savedFilters.rename(actor.user_id, id, name);
  if (!renamed) throw notFound('saved filter');
  return renamed;
};

export const deleteSavedFilter = async (
  actor: Actor,
  input: { saved_filter_id: string },
  { store }: Ports,
): Promise<{ id: string; deleted: true }> => {
  const { saved_filter_id: id } = input;
  assertId(id, 'saved filter');
  if (!(await store.savedFilters.delete(actor.user_id, id))) throw notFound('saved filter');
  return { id, deleted: true };
};
