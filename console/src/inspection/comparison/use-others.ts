import { useQuery } from '@tanstack/react-query';
import type { Client, Inspection, InspectionInList, Vehicle } from '@walkaround/sdk';
import { useClient, usePerson } from '../../client.ts';

export type Other = Pick<Inspection, 'id' | 'createdAt' | 'status' | 'inspectionType'>;

const MOST = 50;

/** As far as the person may see. */
export const useReach = () => reachOf(usePerson()?.permissions ?? []);

const reachOf = (permissions: string[]) => {
  const may = (reach: string) =>
    permissions.some((permission) =>
      new RegExp(`(^|:)inspections:(read|update|write)_${reach}$`).test(permission),
    );
  return may('all') ? 'all_resources' : may('organization') ? 'organization_resources' : 'own_resources';
};

const withSame = async (
  client: Client,
  member: 'vin' | 'plate',
  vehicle: Vehicle | null,
  ownershipFilter: ReturnType<typeof reachOf>,
): Promise<InspectionInList[]> => {
  const value = vehicle?.[member];
  if (!value) return [];
  const { entities, result } = await client.inspections.getMany({
    [member]: value,
    ownershipFilter,
    showDeleted: false,
    limit: MOST,
  });
  return result.map((id) => entities.inspections[id]!);
};

/** The other inspections of the same vehicle, newest first: by its VIN, by its plate, and the one that is named. */
export const useOthers = (id: string) => {
  const client = useClient();
  const reach = useReach();
  const { data, error } = useQuery({
    queryKey: ['inspection', id, 'others'],
    queryFn: async ({ signal }) => {
      const { entities } = await client.inspections.getOne(id, { verbose: 'light' }, { signal });
      const inspection = entities.inspections[id]!;
      const vehicle = inspection.vehicle === null ? null : (entities.vehicles[inspection.vehicle] ?? null);
      const same = [
        ...(await withSame(client, 'vin', vehicle, reach)),
        ...(await withSame(client, 'plate', vehicle, reach)),
      ];
      const others = new Map<string, Other>(same.map((one) => [one.id, one]));
      others.delete(id);
      return {
        inspection,
        others: [...others.values()].toSorted((a, b) => b.createdAt.localeCompare(a.createdAt)),
      };
    },
  });
  return { inspection: data?.inspection ?? null, others: data?.others ?? null, error };
};
