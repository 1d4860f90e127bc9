/** Who of an organization works in the console: whom inspections can be assigned to. */
import type { Actor } from '../../inspections/access.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import type { Member } from '../../inspections/records/organization.ts';

/** As many as a choice can show. */
const MOST_MEMBERS = 1000;

/** Whoever has no organization has no colleagues. */
export const listMembers = async (
  { organization_id }: Actor,
  _input: object,
  { store }: Ports,
): Promise<Member[]> => (organization_id === null ? [] : store.members.list(organization_id, MOST_MEMBERS));

/** Under the name that the token tells; nobody joins somebody else. */
export const joinMembers = async (actor: Actor, input: object, ports: Ports): Promise<Member[]> => {
  const { organization_id, user_id, name = null } = actor;
  if (organization_id !== null) await ports.store.members.note(organization_id, { user_id, name });
  return listMembers(actor, input, ports);
};
