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
