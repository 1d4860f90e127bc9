/** The state of an inspection during capture, and how an added or deleted photo changes it. */
import type { Client, One } from '@walkaround/sdk';

export type Inspected = One<'inspections'>;

export const captureQuery = (client: Client, inspectionId: string) => ({
  queryKey: ['inspection', inspectionId, 'capture'],
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<Inspected> =>
    client.inspections.getOne(inspectionId, { verbose: 'light' }, { signal }),
});

const changed = (answer: Inspected, images: Inspected['entities']['images'], ids: string[]): Inspected => {
  const inspection = { ...answer.entities.inspections[answer.result]!, images: ids };
  return {
    ...answer,
    entities: { ...answer.entities, images, inspections: { [answer.result]: inspection } },
  };
};

export const withImage = (answer: Inspected, { result, entities }: One<'images'>): Inspected => {
  const others = answer.entities.inspections[answer.result]!.images.filter((id) => id !== result);
  return changed(answer, { ...answer.entities.images, ...entities.images }, [...others, result]);
};

export const withoutImage = (answer: Inspected, imageId: string): Inspected => {
  const { [imageId]: _, ...images } = answer.entities.images;
  return changed(
    answer,
    images,
    answer.entities.inspections[answer.result]!.images.filter((id) => id !== imageId),
  );
};
