import { useQuery } from '@tanstack/react-query';
import { useClient, usePerson } from '../client.ts';
import { useWords } from '../language.tsx';

/** What people changed in an inspection, oldest first. */
export const useChanges = (inspectionId: string) => {
  const client = useClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['inspection', inspectionId, 'corrections'],
    queryFn: ({ signal }) => client.inspections.getCorrections(inspectionId, { signal }),
  });
  return { changes: data?.result.map((id) => data.entities.corrections[id]!), error, refetch };
};

/** Who said or did something. Names are known of those who changed something, and of oneself. */
export const useWho = (inspectionId: string) => {
  const { inspection: say } = useWords();
  const person = usePerson();
  const { changes = [] } = useChanges(inspectionId);
  return (id: string): string => {
    if (id === 'algo') return say.theService;
    if (id === person?.id) return person.name;
    return changes.find(({ madeBy, madeByName }) => madeBy === id && madeByName !== null)?.madeByName ?? id;
  };
};
