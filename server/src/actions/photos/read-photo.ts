import { buffer } from 'node:stream/consumers';
import type { Ports } from '../../inspections/ports/ports.ts';
import { fileCutShort } from '../../inspections/problems/photos.ts';
import type { Image } from '../../inspections/records/image.ts';

/** The photo as it came in. A decoder would take half a file for a photo with a gray lower part. */
export const readPhoto = async (
  { file_key, binary_size }: Image,
  { photos }: Pick<Ports, 'photos'>,
): Promise<Buffer> => {
  const photo = await buffer((await photos.open(file_key)).stream);
  if (photo.length < binary_size) throw fileCutShort(photo.length, binary_size);
  return photo;
};
