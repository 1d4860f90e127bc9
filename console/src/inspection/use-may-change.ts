import type { Inspection } from '@walkaround/sdk';
import { usePerson } from '../client.ts';

/** As in the service: what is one's own or assigned to one, else by permission. The service has the last word. */
export const useMayChange = ({ ownerId, creatorId, assignedTo, organizationId }: Inspection): boolean => {
  const person = usePerson();
  if (!person) return false;
  if ([ownerId, creatorId, assignedTo].includes(person.id)) return true;
  const reaches = organizationId === null ? ['all'] : ['all', 'organization'];
  return person.permissions.some((permission) =>
    reaches.some((reach) => new RegExp(`(^|:)inspections:(update|write)_${reach}$`).test(permission)),
  );
};
