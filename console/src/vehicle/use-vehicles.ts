import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Client, KnownVehicle } from '@walkaround/sdk';
import { flushSync } from 'react-dom';
import { useClient } from '../client.ts';
import { useWords } from '../language.tsx';
import { useNotices } from '../shell/notices.tsx';

/** As many as a person looks through. */
const MOST_FOUND = 10;

/** The name of a vehicle: what it is, else its plate or VIN. */
export const useVehicleTitle = () => {
  const { vehicle: say } = useWords();
  return ({ brand, model, plate, vin }: Pick<KnownVehicle, 'brand' | 'model' | 'plate' | 'vin'>) =>
    [brand, model].filter(Boolean).join(' ') || plate || vin || say.vehicle;
};

/** Vehicles whose plate or VIN begins like this, without the one that is looked at. */
export const useFoundVehicles = (search: string, but: string) => {
  const client = useClient();
  const { data, error, isFetching } = useQuery({
    queryKey: ['vehicles', search],
    queryFn: ({ signal }) => client.vehicles.getMany({ search, limit: MOST_FOUND + 1 }, { signal }),
    enabled: search !== '',
  });
  const all = data?.result.map((id) => data.entities.knownVehicles[id]!) ?? [];
  return { vehicles: all.filter(({ id }) => id !== but).slice(0, MOST_FOUND), error, isFetching };
};

export const useVehicle = (id: string) => {
  const client = useClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['vehicle', id],
    queryFn: ({ signal }) => client.vehicles.getOne(id, { signal }),
  });
  return { vehicle: data?.entities.knownVehicles[data.result], error, refetch };
};

/** Afterwards everything that names a vehicle is read again; the answer is the vehicle to show. */
export const useRelink = (
  act: (client: Client) => Promise<{ result: string }>,
  done: (id: string) => void,
) => {
  const { vehicle: say } = useWords();
  const client = useClient();
  const queries = useQueryClient();
  const { tell } = useNotices();
  return useMutation({
    mutationFn: () => act(client),
    onSuccess: async ({ result }) => {
      tell({ text: say.relinked });
      // Nobody looks at the others from here on. They may be gone, so they are not read again by themselves.
      flushSync(() => done(result));
      queries.removeQueries({
        type: 'inactive',
        predicate: ({ queryKey: [of, id] }) => of === 'vehicle' && id !== result,
      });
      await Promise.all(
        [['vehicle', result], ['vehicles'], ['inspection']].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      );
    },
  });
};
