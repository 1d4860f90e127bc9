/** Measures the quality of a photo: decoded small, then every pixel is measured. All of it in a decoder. */
import { openPicture } from '../../decoding/affordable.ts';
import { inDecoder, type WorkModule } from '../../decoding/decoders.ts';
import { asScore, type QualityMeasures } from '../../inspections/photos/quality/compliance.ts';
import { measureExposure } from './exposure.ts';
import { isBlank } from './pixels.ts';
import { measureSharpness } from './sharpness.ts';

const SELF: WorkModule<Pick<typeof import('./quality.ts'), 'measureQuality'>> = new URL(import.meta.url);

/** Raise it whenever the same photo gets other measures: what is kept of photos is then measured anew. */
export const QUALITY_POST_PROCESSING = 1;

/**
 * Blur is judged at about the size at which the models and a person on a screen see the whole photo.
 * Smaller photos are never enlarged, so a small photo that was blown up shows as blurred, and the
 * small one itself as sharp but of low resolution.
 */
const LONGEST_SIDE = 768;

export async function measureQuality(photo: Uint8Array | string): Promise<QualityMeasures> {
  // Whatever the intake accepted is measured: a warning about a damaged tail is no reason to refuse now.
  const { picture, metadata } = await openPicture(photo);
  const { data, info } = await picture
    .autoOrient()
    .resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
    // Gray behind transparent parts: neither dark nor bright.
    .flatten({ background: '#808080' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const pixels = { data, width: info.width, height: info.height, channels: info.channels };
  const { overexposure, underexposure } = measureExposure(pixels);
  return {
    blurriness: asScore(measureSharpness(pixels)),
    overexposure: asScore(overexposure),
    underexposure: asScore(underexposure),
    ...metadata.autoOrient,
    blank: isBlank(pixels),
  };
}

/** A photo as its bytes, or as the path of its file. */
export const createQualityMeter = () => ({
  measure: (photo: Uint8Array | string, signal?: AbortSignal): Promise<QualityMeasures> =>
    inDecoder(SELF, 'measureQuality', [photo], signal),
});
