import { usePerson } from '../client.ts';

/** Somebody of the organization: of others only the id is known. */
export const useMember = () => {
  const person = usePerson();
  return (id: string): string => (id === person?.id ? person.name : id);
};
