/**
 * The photos as they go into the report: small, each embedded once however often it is shown, and read a few ahead
 * of where the report is.
 */
import { inDecoder, type WorkModule } from '../../decoding/decoders.ts';
import { isTemporary } from '../../inspections/problems/problem.ts';
import type { Image } from '../../inspections/records/image.ts';
import type { BoundingBox } from '../../inspections/records/place.ts';

const DOWNSCALING: WorkModule<typeof import('./downscaling.ts')> = new URL(
  './downscaling.ts',
  import.meta.url,
);

const AHEAD = 2;

export type Wanted = { image: Image; crops: { id: string; box: BoundingBox }[] };
type Prepared = { photo: PDFKit.OpenedImage; crops: Map<string, PDFKit.OpenedImage> };

export type Pictures = {
  photo(imageId: string): Promise<PDFKit.OpenedImage | null>;
  crop(imageId: string, id: string): Promise<PDFKit.OpenedImage | null>;
};

/** `wanted` in the order in which the report will ask; `show` opens the picture that may be shown of an image. */
export const createPictures = (
  doc: PDFKit.PDFDocument,
  wanted: readonly Wanted[],
  show: (image: Image) => Promise<Uint8Array>,
  signal: AbortSignal,
): Pictures => {
  const places = new Map(wanted.map(({ image }, index) => [image.id, index]));
  const begun: Promise<Prepared | null>[] = [];

  const embed = (picture: Uint8Array) => doc.openImage(Buffer.from(picture));
  // Missing or damaged: the report says so in its place and goes on. When the store is away it is tried again.
  const make = async (one: Wanted): Promise<Prepared | null> => {
    try {
      const { width, height } = one.image;
      const wanted = [{ width, height }, one.crops, await show(one.image)] as const;
      const { photo, crops } = await inDecoder(DOWNSCALING, 'downscalePhoto', [...wanted], signal);
      return { photo: embed(photo), crops: new Map(crops.map(({ id, picture }) => [id, embed(picture)])) };
    } catch (error) {
      if (signal.aborted || isTemporary(error)) throw error;
      return null;
    }
  };
  // One is made while the one before it is written; more at once would only take more memory.
  const next = async (one: Wanted) => {
    await begun.at(-1)?.catch(() => {});
    return make(one);
  };
  const get = async (imageId: string) => {
    const place = places.get(imageId);
    if (place === undefined) return null;
    for (let i = begun.length; i < wanted.length && i <= place + AHEAD; i++) {
      const making = next(wanted[i]!);
      // Told to whoever asks for it, and to nobody where the report ends before.
      making.catch(() => {});
      begun.push(making);
    }
    return begun[place]!;
  };
  return {
    photo: async (imageId) => (await get(imageId))?.photo ?? null,
    crop: async (imageId, id) => (await get(imageId))?.crops.get(id) ?? null,
  };
};
