import { randomInt } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';

const panel = (width: number, height: number) => {
  const lines = Array.from({ length: 40 }, (_, i) => {
    const [x, y] = [randomInt(width), randomInt(height)];
    return `<rect x="${x}" y="${y}" width="${20 + (i % 7) * 15}" height="${10 + (i % 5) * 12}" fill="hsl(${i * 9} 60% ${30 + (i % 6) * 9}%)"/>`;
  });
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#8899aa"/>${lines.join('')}</svg>`);
};

/** A sharp, well-lit picture that nobody has ever sent before. */
export const drawing = (width = 800, height = 600): Sharp => sharp(panel(width, height)).removeAlpha();

export const photo = (width?: number, height?: number): Promise<Buffer> =>
  drawing(width, height).jpeg({ quality: 90 }).toBuffer();

/** Its quarters are red, green, blue and white, so that a test sees which way up it is. */
export const quarters = (width = 128, height = 96): Sharp => {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [left, top] = [x < width / 2, y < height / 2];
      const color = top ? (left ? [255, 0, 0] : [0, 255, 0]) : left ? [0, 0, 255] : [255, 255, 255];
      pixels.set(color, (y * width + x) * 3);
    }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
};

const COLORS: Record<string, string> = {
  '255,0,0': 'red',
  '0,255,0': 'green',
  '0,0,255': 'blue',
  '255,255,255': 'white',
};

/** The colors of the quarters: upper left, upper right, lower left, lower right. */
export const quartersOf = async (picture: Buffer): Promise<(string | undefined)[]> => {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const from = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
    return COLORS[[...data.subarray(from, from + 3)].map((value) => (value > 127 ? 255 : 0)).join()];
  };
  return [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)];
};

/** What a phone writes about its owner. */
export const withSecrets = (picture: Sharp) =>
  picture
    .withExif({
      IFD0: { Make: 'SecretMaker', Artist: 'SecretOwner' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 30/1', GPSMapDatum: 'SecretPlace' },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">SecretXmp</x:xmpmeta>');
