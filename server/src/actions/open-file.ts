import type { ByteRange, OpenedFile, Ports } from '../inspections/ports.ts';
import { checkFilePath } from '../inspections/signed-links.ts';

/** A signature stands in for the actor: whoever was given the link may read this file until it expires. */
export const openFile = async (
  link: { key: string; expires: number; signature: string },
  wanted: { width?: number; range?: ByteRange },
  { photos, fileSecret }: Pick<Ports, 'photos' | 'fileSecret'>,
): Promise<OpenedFile> => {
  checkFilePath([fileSecret], link.key, link.expires, link.signature, new Date());
  return wanted.width === undefined
    ? photos.open(link.key, wanted.range)
    : photos.thumbnail(link.key, wanted.width);
};
