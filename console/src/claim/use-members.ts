import { useQuery } from '@tanstack/react-query';
import { useClient, usePerson } from '../client.ts';

/** The people of the organization whom an inspection can be assigned to. Whoever asks is one of them from then on. */
export const useMembers = () => {
  const client = useClient();
  const person = usePerson();
  const { data } = useQuery({
    queryKey: ['members'],
    queryFn: ({ signal }) => client.organization.joinMembers({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: person !== null,
  });
  const members = data?.result.map((id) => data.entities.members[id]!) ?? [];
  const nameOf = (id: string) =>
    id === person?.id ? person.name : (members.find((member) => member.id === id)?.name ?? id);
  return { members, nameOf };
};
