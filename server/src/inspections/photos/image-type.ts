import { isPart } from '../parts/parts.ts';
import type { Image } from '../records/image.ts';
import type { ImageType } from '../vocabulary.ts';

type Described = Pick<
  Image,
  'image_type' | 'image_subtype' | 'image_sibling_key' | 'sight_id' | 'detailed_viewpoint'
>;

const isDetail = ({ image_subtype, image_sibling_key, detailed_viewpoint }: Described) =>
  image_sibling_key !== null ||
  image_subtype !== null ||
  detailed_viewpoint?.distance?.startsWith('close') ||
  detailed_viewpoint?.centers_on?.some(isPart);

/**
 * What the client called it. Many say nothing of what they take by a sight or as a video, and yet show only images
 * of a known type: such an image is a beauty shot, unless what else is said of it makes it a close-up.
 */
export const imageTypeOf = (image: Described): ImageType => {
  if (image.image_type !== null) return image.image_type as ImageType;
  return image.sight_id === null && isDetail(image) ? 'close_up' : 'beauty_shot';
};
