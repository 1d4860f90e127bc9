/** Spoils a photo on purpose, in amounts relative to its size, so that what the service says of it can be checked. */
import sharp from 'sharp';

export type Picture = { data: Buffer; width: number; height: number };
export type Damage = (picture: Picture, random: () => number) => Picture | Promise<Picture>;

const raw = ({ data, width, height }: Picture) => sharp(data, { raw: { width, height, channels: 3 } });
const longestSide = ({ width, height }: Picture) => Math.max(width, height);

export async function decode(file: string): Promise<Picture> {
  const { data, info } = await sharp(file)
    .autoOrient()
    .flatten({ background: '#808080' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

export const encode = (picture: Picture, quality = 90) => raw(picture).jpeg({ quality }).toBuffer();

/** Out of focus: a Gaussian of so many percent of the longest side. */
export const blur =
  (percent: number): Damage =>
  async (picture) => ({
    ...picture,
    data: await raw(picture)
      .blur({ sigma: (percent / 100) * longestSide(picture), precision: 'float', minAmplitude: 0.01 })
      .raw()
      .toBuffer(),
  });

/** Shaken: a straight smear of so many percent of the longest side, in any direction. */
export const shake =
  (percent: number): Damage =>
  async (picture, random) => {
    const length = (percent / 100) * longestSide(picture);
    const angle = random() * Math.PI;
    const half = Math.ceil(length / 2) + 1;
    const size = 2 * half + 1;
    const kernel = new Array<number>(size * size).fill(0);
    const steps = Math.ceil(length) * 4;
    for (let i = 0; i <= steps; i++) {
      const along = (i / steps - 0.5) * length;
      const x = half + along * Math.cos(angle);
      const y = half + along * Math.sin(angle);
      const [left, top] = [Math.floor(x), Math.floor(y)];
      for (const [dx, dy] of [
        [0, 0],
        [1, 0],
        [0, 1],
        [1, 1],
      ] as const) {
        const share = (1 - Math.abs(x - left - dx)) * (1 - Math.abs(y - top - dy));
        kernel[(top + dy) * size + left + dx]! += (share * 1000) / (steps + 1);
      }
    }
    const data = await raw(picture)
      .convolve({ width: size, height: size, kernel, scale: 1000 })
      .raw()
      .toBuffer();
    return { ...picture, data };
  };

const toLinear = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
const fromLinear = (v: number) => (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055);

/** More or less light, in stops: each doubles or halves what reached the sensor. */
export const expose =
  (stops: number): Damage =>
  (picture) => {
    const table = Uint8Array.from({ length: 256 }, (_, level) =>
      Math.round(255 * fromLinear(Math.min(1, toLinear(level / 255) * 2 ** stops))),
    );
    return { ...picture, data: Buffer.from(picture.data.map((level) => table[level]!)) };
  };

/** Sensor noise of so many gray levels. */
export const noise =
  (levels: number): Damage =>
  (picture, random) => {
    const data = Buffer.alloc(picture.data.length);
    for (let i = 0; i < data.length; i++) {
      const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
      data[i] = Math.min(255, Math.max(0, Math.round(picture.data[i]! + levels * normal)));
    }
    return { ...picture, data };
  };

/** A small version of the photo, blown up again. */
export const blowUp =
  (factor: number): Damage =>
  async (picture) => {
    const small = await raw(picture)
      .resize(Math.ceil(picture.width / factor), Math.ceil(picture.height / factor), { fit: 'fill' })
      .png()
      .toBuffer();
    const data = await sharp(small).resize(picture.width, picture.height, { fit: 'fill' }).raw().toBuffer();
    return { ...picture, data };
  };

export const both =
  (first: Damage, second: Damage): Damage =>
  async (picture, random) =>
    second(await first(picture, random), random);

export const compress =
  (quality: number): Damage =>
  async (picture) => ({
    ...picture,
    data: await sharp(await encode(picture, quality))
      .raw()
      .toBuffer(),
  });
