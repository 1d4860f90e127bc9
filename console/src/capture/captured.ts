/** The inspection as capturing sees it: its photos, and its tasks that are still open for more. */
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Client, Image, TaskName } from '@walkaround/sdk';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useClient, usePhotoLimits } from '../client.ts';
import type { PhotoLimits } from './fitted-photo.ts';
import { captureQuery } from './inspected.ts';
import { type ShotQueue, shotQueue } from './shot-queue.ts';
import { modelFor, viewsFor, type WantedView } from './views.ts';

const VERDICT_MS = 2_000;

const isPending = (image: Image) => issuesOf(image) === null;

export const useCaptured = (id: string) => {
  const client = useClient();
  const { data, error, refetch } = useQuery({
    ...captureQuery(client, id),
    refetchInterval: ({ state }) =>
      Object.values(state.data?.entities.images ?? {}).some(isPending) && VERDICT_MS,
  });
  const vehicle = Object.values(data?.entities.vehicles ?? {})[0];
  const model = data && modelFor(vehicle?.vehicleType);
  const sights = useQuery({
    queryKey: ['sights', model],
    queryFn: () =>
      Promise.all([client.sights.getMany({ vehicle: model }), client.sights.getMany({ vehicle: 'all' })]),
    enabled: model !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const captured = useMemo(() => {
    if (!data || !sights.data) return null;
    const tasks = Object.values(data.entities.tasks);
    const open: TaskName[] = tasks.filter(({ status }) => status === 'NOT_STARTED').map(({ name }) => name);
    const known = sights.data.flatMap(({ entities }) => Object.values(entities.sights));
    const inspection = data.entities.inspections[data.result]!;
    const images = inspection.images.map((image) => data.entities.images[image]!);
    const name = [vehicle?.brand, vehicle?.model, vehicle?.plate].filter(Boolean).join(' ');
    return {
      name,
      open,
      images,
      views: viewsFor(open, known),
      earlierId: inspection.relatedInspectionId,
      isLocked: inspection.lockedBy.length > 0,
    };
  }, [data, sights.data, vehicle]);
  return { captured, error: error ?? sights.error, refetch };
};

export type Captured = NonNullable<ReturnType<typeof useCaptured>['captured']>;

let theQueue: ShotQueue | undefined;

/** One for all pages, so that sending goes on whichever of them is shown. */
const queueOf = (client: Client, queries: QueryClient, limits: PhotoLimits): ShotQueue => {
  theQueue ??= shotQueue(client, queries, limits);
  return theQueue;
};

export const useShots = (id: string) => {
  const queue = queueOf(useClient(), useQueryClient(), usePhotoLimits());
  useEffect(() => void queue.restore(id), [queue, id]);
  const shots = useSyncExternalStore(queue.subscribe, queue.all);
  return { queue, shots: shots.filter(({ inspectionId }) => inspectionId === id) };
};

/** What is wrong with a photo; null while nobody has looked yet. */
export const issuesOf = ({ compliances }: Image): string[] | null => compliances?.compliance_issues ?? null;

/** The same with what is no reason to take it again: a paper shows no vehicle either. */
export const remarksOn = (image: Image): string[] | null => {
  const issues = issuesOf(image);
  return issues?.length === 0 && image.hasVehicle === false ? ['no_vehicle'] : issues;
};

/** A photo for no view in particular may show one all the same. */
const shows = (image: Image, view: WantedView) =>
  image.sightId === view.sightId ||
  (image.sightId === null &&
    image.viewpoint?.prediction === view.key &&
    image.compliances?.image_analysis?.predicted_image_type !== 'close_up');

/** The best photo of a view: a good one before one to take again. */
export const photoOf = (view: WantedView, images: Image[]): Image | undefined => {
  const photos = images.filter((image) => shows(image, view));
  return photos.find((image) => issuesOf(image)?.length === 0) ?? photos.at(-1);
};
