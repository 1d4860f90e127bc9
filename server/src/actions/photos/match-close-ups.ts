/** Finds close-ups on wider photos of the same vehicle, where their damages have no part. */
import type { LocalFeatures } from '../../inspections/matching/local-features.ts';
import type { FeatureMatch } from '../../inspections/matching/match-features.ts';
import { type Matches, onVehicle, photosToMatch } from '../../inspections/matching/place-close-ups.ts';
import type { PhotoFindings } from '../../inspections/photos/photo-findings.ts';
import type { TaskRun } from '../../inspections/ports/ports.ts';
import { isTemporary } from '../../inspections/problems/problem.ts';
import type { Image } from '../../inspections/records/image.ts';
import { type FindPorts, findOnPhoto } from './find-on-photo.ts';

const NONE: LocalFeatures = { features: '' };

/** A photo without local features matches no other photo; its damages stay. */
const featuresOf = async (image: Image, ports: FindPorts, signal: AbortSignal): Promise<LocalFeatures> => {
  try {
    return (await findOnPhoto(image, ['local_features'], ports, { signal })).finds.local_features ?? NONE;
  } catch (error) {
    if (signal.aborted || isTemporary(error)) throw error;
    return NONE;
  }
};

/** `vehicles`: the photos of each, in the order in which they came. Only those that are compared are analyzed, each once. */
export const matchCloseUps = async (
  vehicles: readonly (readonly PhotoFindings[])[],
  images: readonly Image[],
  ports: FindPorts,
  { signal, step }: Pick<TaskRun, 'signal' | 'step'>,
): Promise<Matches> => {
  const known = new Map<string, LocalFeatures>();
  const features = async ({ image_id }: PhotoFindings) => {
    const image = images.find(({ id }) => id === image_id)!;
    const found = known.get(image_id) ?? (await step(() => featuresOf(image, ports, signal)));
    known.set(image_id, found);
    return found;
  };
  const matches = new Map<string, { image_id: string; match: FeatureMatch }[]>();
  for (const { closeUp, wider } of vehicles.flatMap(photosToMatch)) {
    signal.throwIfAborted();
    const own = await features(closeUp);
    const others: LocalFeatures[] = [];
    for (const photo of wider) others.push(onVehicle(await features(photo), photo));
    const found = await step(() => ports.photoModels.match(own, others, signal));
    matches.set(
      closeUp.image_id,
      found.flatMap((match, at) => (match ? { image_id: wider[at]!.image_id, match } : [])),
    );
  }
  return matches;
};
