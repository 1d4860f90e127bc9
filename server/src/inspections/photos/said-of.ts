import type { Image, Json } from '../records/records.ts';
import { type Said, saidAbout } from './photo-sides.ts';
import { sight, viewpointOf } from './sights.ts';

/** What the client says is on an image: with it, in its details for the task, or by its sight. */
export const saidOf = (image: Pick<Image, 'sight_id' | 'detailed_viewpoint'>, details: Json): Said => {
  const known = image.sight_id === null ? null : sight(image.sight_id);
  return saidAbout(
    image.detailed_viewpoint,
    details.viewpoint_name as string | undefined,
    known && viewpointOf(known),
  );
};
