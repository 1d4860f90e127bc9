/** Finds photos on other photos of the same vehicle, where their damages have no part, or another one there. */
import type { LocalFeatures } from '../../inspections/matching/local-features.ts';
import type { FeatureMatch } from '../../inspections/matching/match-features.ts';
import {
  affordable,
  type Matches,
  onVehicle,
  photosToMatch,
} from '../../inspections/matching/place-close-ups.ts';
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

/** Only photos that are compared are analyzed, each once, however often this is asked about the photos of an inspection. */
export const closeUpMatcher = (
  images: readonly Image[],
  ports: FindPorts,
  { signal, step }: Pick<TaskRun, 'signal' | 'step'>,
) => {
  const known = new Map<string, Promise<LocalFeatures>>();
  const features = ({ image_id }: PhotoFindings) => {
    const image = images.find(({ id }) => id === image_id)!;
    const found = known.get(image_id) ?? step(() => featuresOf(image, ports, signal));
    known.set(image_id, found);
    return found;
  };
  /** `vehicles`: the photos of each, in the order in which they came. */
  return async (vehicles: readonly (readonly PhotoFindings[])[]): Promise<Matches> => {
    const matches = new Map<string, { image_id: string; match: FeatureMatch }[]>();
    for (const { closeUp, others } of affordable(vehicles.flatMap(photosToMatch), known.keys())) {
      signal.throwIfAborted();
      const [own, ...found] = await Promise.all([closeUp, ...others].map(features));
      const onThese = found.map((other, at) => onVehicle(other, others[at]!));
      const places = await step(() => ports.photoModels.match(own!, onThese, signal));
      matches.set(
        closeUp.image_id,
        places.flatMap((match, at) => (match ? { image_id: others[at]!.image_id, match } : [])),
      );
    }
    return matches;
  };
};
