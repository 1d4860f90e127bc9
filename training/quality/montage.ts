import { basename } from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';
import type { Row } from './chart.ts';

const [WIDTH, HEIGHT, CAPTION, COLUMNS] = [320, 240, 18, 6];

/** The photos side by side with their scores, to be judged by eye. */
export async function drawMontage(rows: Row[]): Promise<Buffer> {
  const layers: OverlayOptions[] = [];
  for (const [i, { file, compliance }] of rows.entries()) {
    const left = (i % COLUMNS) * WIDTH;
    const top = Math.floor(i / COLUMNS) * (HEIGHT + CAPTION);
    const { blurriness, overexposure, underexposure } = compliance.scores;
    const scores = [blurriness, overexposure, underexposure].map((score) => score?.toFixed(2)).join(' ');
    const text = `${basename(file)} ${scores}`.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    layers.push(
      {
        input: await sharp(file)
          .autoOrient()
          .resize(WIDTH, HEIGHT, { fit: 'contain', background: '#333' })
          .png()
          .toBuffer(),
        left,
        top,
      },
      {
        input: Buffer.from(
          `<svg width="${WIDTH}" height="${CAPTION}"><text x="3" y="13" font-size="12" font-family="sans-serif" fill="#fff">${text}</text></svg>`,
        ),
        left,
        top: top + HEIGHT,
      },
    );
  }
  const height = Math.ceil(rows.length / COLUMNS) * (HEIGHT + CAPTION);
  return sharp({ create: { width: COLUMNS * WIDTH, height, channels: 3, background: '#222' } })
    .composite(layers)
    .png()
    .toBuffer();
}
