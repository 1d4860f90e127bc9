import type { Image } from '../records/image.ts';
import type { Json } from '../records/json.ts';
import { sight, viewpointOf } from '../viewpoints/sights.ts';
import { type ClientHint, hintAbout } from './photo-sides.ts';

/** What the client says is on an image: with it, in its details for the task, or by its sight. */
export const clientHintOf = (
  image: Pick<Image, 'sight_id' | 'detailed_viewpoint'>,
  details: Json,
): ClientHint => {
  const known = image.sight_id === null ? null : sight(image.sight_id);
  return hintAbout(
    image.detailed_viewpoint,
    details.viewpoint_name as string | undefined,
    known && viewpointOf(known),
  );
};
