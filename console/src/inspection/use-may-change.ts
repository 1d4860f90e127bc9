import type { Inspection } from '@walkaround/sdk';
import { usePerson } from '../client.ts';

/** As in the service: what is one's own, else by permission. The service has the last word. */
export const useMayChange = ({ ownerId, creatorId, organizationId }: Inspection): boolean => {
  const person = usePerson();
  if (!person) return false;
  if (person.id === ownerId || person.id === creatorId) return true;
  const reaches = organizationId === null ? ['all'] : ['all', 'organization'];
  return person.permissions.some((permission) =>
    reaches.some((reach) => new RegExp(`(^|:)inspections:(update|write)_${reach}$`).test(permission)),
  );
};
