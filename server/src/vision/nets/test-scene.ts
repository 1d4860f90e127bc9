/** A drawn street scene with edges and texture of every direction, for tests of what reads pixels. */
import sharp from 'sharp';

const WIDTH = 1200;
const HEIGHT = 900;

const gravel = () =>
  Array.from({ length: 1500 }, (_, i) => {
    const x = (i * 7919) % WIDTH;
    const y = 650 + ((i * 104729) % 250);
    return `<circle cx="${x}" cy="${y}" r="${2 + (i % 4)}" fill="hsl(30 10% ${25 + ((i * 37) % 40)}%)"/>`;
  }).join('');

const spokes = (cx: number) =>
  Array.from({ length: 12 }, (_, i) => {
    const angle = (i * Math.PI) / 6;
    const [x, y] = [cx + 60 * Math.cos(angle), 640 + 60 * Math.sin(angle)];
    return `<line x1="${cx}" y1="640" x2="${x}" y2="${y}" stroke="#ccc" stroke-width="6"/>`;
  }).join('');

const wheel = (cx: number) =>
  `<circle cx="${cx}" cy="640" r="85" fill="#151515"/><circle cx="${cx}" cy="640" r="62" fill="#555"/>${spokes(cx)}`;

/** The paint and the sky are the two things that exposure is tempted to misjudge. */
export const drawScene = ({ paint = '#a33', sky = '#9cc4e4' } = {}): Promise<Buffer> =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
      <rect width="100%" height="100%" fill="${sky}"/>
      <path d="M90 300 L90 0 M90 90 l60 -60 M1120 300 L1120 0" stroke="#332" stroke-width="14"/>
      <rect y="300" width="100%" height="350" fill="#7a8a6a"/>
      <rect y="600" width="100%" height="300" fill="#6b6460"/>${gravel()}
      <path d="M150 640 L180 480 L380 450 L500 320 L800 320 L930 450 L1060 490 L1070 640 Z" fill="${paint}"/>
      <path d="M400 450 L510 340 L640 340 L640 450 Z M665 450 L665 340 L785 340 L890 450 Z" fill="#223"/>
      <path d="M650 345 L650 630 M400 455 L395 630 M700 500 l60 0 M450 500 l60 0" stroke="#111" stroke-width="4" fill="none"/>
      <text x="540" y="590" font-size="48" font-family="sans-serif" fill="#eee">AB 123 CD</text>
      ${wheel(330)}${wheel(900)}</svg>`),
  )
    .flatten()
    .png({ compressionLevel: 1 })
    .toBuffer();

const toLinear = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
const fromLinear = (v: number) => (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055);

/** The same photo with more or less light: each stop doubles or halves it. */
export async function exposed(picture: Buffer, stops: number): Promise<Buffer> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const levels = Array.from({ length: 256 }, (_, v) =>
    Math.round(255 * fromLinear(Math.min(1, toLinear(v / 255) * 2 ** stops))),
  );
  const lit = data.map((v) => levels[v]!);
  const { width, height, channels } = info;
  return sharp(Buffer.from(lit), { raw: { width, height, channels } }).png().toBuffer();
}

/** Smeared along a row, as by a camera that moved sideways. */
export const shaken = (picture: Buffer, pixels: number): Promise<Buffer> =>
  sharp(picture)
    .removeAlpha()
    .convolve({
      width: pixels,
      height: 3,
      kernel: [0, 1, 0].flatMap((k) => new Array<number>(pixels).fill(k)),
    })
    .png({ compressionLevel: 1 })
    .toBuffer();

/** Grain of a sensor in the dark, the same at every run. */
export async function grainy(picture: Buffer, levels: number): Promise<Buffer> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let state = 1;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const grain = () => (random() + random() + random() + random() - 2) * Math.sqrt(3) * levels;
  const noisy = Buffer.from(data.map((v) => Math.min(255, Math.max(0, Math.round(v + grain())))));
  const { width, height, channels } = info;
  return sharp(noisy, { raw: { width, height, channels } }).png().toBuffer();
}
