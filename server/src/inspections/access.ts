/**
 * Who may do what. A person may do everything with what they own, created or are assigned; reaching further, to the
 * organization or to everything, takes a permission. What a caller may not see does not exist for it.
 */
import { forbidden, notFound } from './problems/access.ts';

export type Actor = {
  user_id: string;
  organization_id: string | null;
  permissions: ReadonlySet<string>;
  /** What people call them, where the token tells. */
  name?: string;
};

export type Owned = {
  owner_id: string;
  creator_id: string;
  organization_id: string | null;
  assigned_to: string | null;
};

const isOfSameOrganization = (actor: Actor, thing: Owned) =>
  thing.organization_id !== null && thing.organization_id === actor.organization_id;

/** Whoever an inspection is assigned to works on it as if it were their own, as long as they are of its organization. */
const owns = (actor: Actor, thing: Owned) =>
  thing.owner_id === actor.user_id ||
  thing.creator_id === actor.user_id ||
  (thing.assigned_to === actor.user_id && isOfSameOrganization(actor, thing));

const reaches = (actor: Actor, thing: Owned, verbs: string[]) =>
  verbs.some(
    (verb) =>
      actor.permissions.has(`inspections:${verb}_all`) ||
      (isOfSameOrganization(actor, thing) && actor.permissions.has(`inspections:${verb}_organization`)),
  );

const READ = ['read', 'update', 'write'];
const WRITE = ['update', 'write'];

export const mayRead = (actor: Actor, thing: Owned) => owns(actor, thing) || reaches(actor, thing, READ);

export const mayWrite = (actor: Actor, thing: Owned) => owns(actor, thing) || reaches(actor, thing, WRITE);

export const assertMayRead = (actor: Actor, thing: Owned) => {
  if (!mayRead(actor, thing)) throw notFound('inspection');
};

export const assertMayWrite = (actor: Actor, thing: Owned) => {
  assertMayRead(actor, thing);
  if (mayWrite(actor, thing)) return;
  throw forbidden(`inspections:update_${isOfSameOrganization(actor, thing) ? 'organization' : 'all'}`);
};

/** How far a caller reaches at most, whatever it asks for: the database refuses the rest by itself. */
export type Reach = 'everything' | Pick<Actor, 'user_id' | 'organization_id'>;

export const reachOf = ({ user_id, organization_id, permissions }: Actor): Reach =>
  READ.some((verb) => permissions.has(`inspections:${verb}_all`))
    ? 'everything'
    : { user_id, organization_id };

/** All that a caller may read, as `mayRead` decides of each. */
export type ReadableScope = 'all_resources' | 'organization_and_own' | 'own_and_assigned';

export const readableScope = ({ permissions, organization_id }: Actor): ReadableScope => {
  const may = (scope: string) => READ.some((verb) => permissions.has(`inspections:${verb}_${scope}`));
  if (may('all')) return 'all_resources';
  return may('organization') && organization_id !== null ? 'organization_and_own' : 'own_and_assigned';
};

/** Whose work it is, where tenants take turns: the organization's, or that of a person without one. */
export const tenantOf = ({ organization_id, owner_id }: Pick<Owned, 'organization_id' | 'owner_id'>) =>
  organization_id ?? owner_id;

const managed = (actor: Actor, permission: string): string => {
  if (actor.organization_id === null)
    throw forbidden(`${permission} (and the token must name an organization)`);
  if (!actor.permissions.has(permission)) throw forbidden(permission);
  return actor.organization_id;
};

/** Webhooks and deliveries belong to an organization and are its administrators' business. */
export const assertManagesWebhooks = (actor: Actor): string => managed(actor, 'webhooks:manage');

/** All members of an organization may read its prices; they are its administrators' to set. */
export const assertManagesPrices = (actor: Actor): string => managed(actor, 'pricing_matrix:manage');

/** What an organization wants by default, and its logo, likewise. */
export const assertManagesOrganization = (actor: Actor): string => managed(actor, 'organization:manage');

/**
 * Photos as they were received show faces and plates that are blurred elsewhere, and tell where they were taken: they are
 * the business of the administrators of the organization that the inspection belongs to.
 */
export const assertMaySeeOriginals = (actor: Actor, thing: Owned) => {
  if (isOfSameOrganization(actor, thing) && actor.permissions.has('organization:manage')) return;
  throw forbidden('organization:manage (in the organization of the inspection)');
};

/** Which of these the caller may change: for programs that show it before somebody tries. */
export const managedBy = ({ organization_id, permissions }: Actor) => {
  const manages = (permission: string) => organization_id !== null && permissions.has(permission);
  return {
    organization: manages('organization:manage'),
    pricing_matrix: manages('pricing_matrix:manage'),
    webhooks: manages('webhooks:manage'),
  };
};
