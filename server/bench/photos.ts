import sharp from 'sharp';

/** Noise is what a JPEG can compress least, so its amount sets the size of the file. */
const noisy = (width: number, height: number, sigma: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#808890',
      noise: { type: 'gaussian', mean: 128, sigma },
    },
  }).jpeg({ quality: 90 });

/** A JPEG of at least so many bytes, as a camera of 12 (or 24) megapixels makes them, and not much more. */
export const photoOf = async (bytes: number, width: number, height: number): Promise<Buffer> => {
  let [low, high] = [0, 128];
  let best: Buffer | undefined;
  for (let step = 0; step < 8; step++) {
    const sigma = (low + high) / 2;
    const photo = await noisy(width, height, sigma).toBuffer();
    if (photo.length < bytes) low = sigma;
    else {
      high = sigma;
      best = photo;
    }
    if (best && best.length < bytes * 1.05) return best;
  }
  if (!best) throw new Error(`No JPEG of ${width} × ${height} pixels has ${bytes} bytes.`);
  return best;
};
