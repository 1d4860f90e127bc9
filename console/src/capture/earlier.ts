/** The inspection that a new one is compared with: what is taken over from it, and its photos. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useClient } from '../client.ts';
import { captureQuery } from './inspected.ts';

/** Null while it is read, and where it is gone or somebody else's. */
export const useEarlier = (id: string | null) => {
  const client = useClient();
  const { data, error, refetch } = useQuery({ ...captureQuery(client, id ?? ''), enabled: id !== null });
  const earlier = useMemo(() => {
    if (!data) return null;
    const { images, vehicles, inspections } = data.entities;
    const inspection = inspections[data.result]!;
    return {
      inspection,
      images: inspection.images.map((image) => images[image]!),
      vehicle: inspection.vehicle === null ? null : (vehicles[inspection.vehicle] ?? null),
    };
  }, [data]);
  return { earlier, error, refetch };
};

export type Earlier = NonNullable<ReturnType<typeof useEarlier>['earlier']>;
