/** A picture blurred step by step, at ever smaller sizes: what stands out at one step has the size of that step. */

export type Plane = { width: number; height: number; values: Float32Array };

/** Blurred pictures of one size, and the difference of each to the one before. */
export type Octave = { levels: Plane[]; differences: Plane[] };

/** Steps until the blur has doubled, and the blur of the first, in pixels: as Lowe (2004) chose them. */
export const STEPS = 3;
export const FIRST_BLUR = 1.6;
/** What the lens and the reduction to this size leave. */
const OWN_BLUR = 0.5;
/** Smaller than this a picture shows nothing that can be told apart. */
const LEAST_SIDE = 32;
const REACH = 2.5;

const kernelOf = (blur: number): Float32Array => {
  const half = new Float32Array(Math.ceil(REACH * blur) + 1).map((_, at) =>
    Math.exp(-(at ** 2) / (2 * blur ** 2)),
  );
  const sum = half.reduce((total, weight) => total + 2 * weight, -half[0]!);
  return half.map((weight) => weight / sum);
};

const clamped = (at: number, count: number) => Math.min(count - 1, Math.max(0, at));

const blurredRows = ({ width, height, values }: Plane, kernel: Float32Array): Plane => {
  const reach = kernel.length - 1;
  const blurred = new Float32Array(values.length);
  const row = new Float64Array(width + 2 * reach);
  const sums = new Float64Array(width);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < row.length; x++) row[x] = values[y * width + clamped(x - reach, width)]!;
    for (let x = 0; x < width; x++) sums[x] = kernel[0]! * row[x + reach]!;
    for (let k = 1; k <= reach; k++) {
      const weight = kernel[k]!;
      for (let x = 0; x < width; x++) sums[x]! += weight * (row[x + reach - k]! + row[x + reach + k]!);
    }
    blurred.set(sums, y * width);
  }
  return { width, height, values: blurred };
};

/** Row by row, because memory is read in that order. */
const blurredColumns = ({ width, height, values }: Plane, kernel: Float32Array): Plane => {
  const blurred = new Float32Array(values.length);
  const row = new Float64Array(width);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) row[x] = kernel[0]! * values[y * width + x]!;
    for (let k = 1; k < kernel.length; k++) {
      const weight = kernel[k]!;
      const above = clamped(y - k, height) * width;
      const below = clamped(y + k, height) * width;
      for (let x = 0; x < width; x++) row[x]! += weight * (values[above + x]! + values[below + x]!);
    }
    blurred.set(row, y * width);
  }
  return { width, height, values: blurred };
};

const blurredFurther = (plane: Plane, from: number, to: number): Plane => {
  const kernel = kernelOf(Math.sqrt(to ** 2 - from ** 2));
  return blurredColumns(blurredRows(plane, kernel), kernel);
};

const halved = ({ width, height, values }: Plane): Plane => {
  const half = { width: width >> 1, height: height >> 1 };
  const kept = new Float32Array(half.width * half.height);
  for (let y = 0; y < half.height; y++)
    for (let x = 0; x < half.width; x++) kept[y * half.width + x] = values[2 * (y * width + x)]!;
  return { ...half, values: kept };
};

const differenceOf = (plane: Plane, before: Plane): Plane => ({
  ...plane,
  values: plane.values.map((value, at) => value - before.values[at]!),
});

/** The largest first. */
export const octavesOf = (picture: Plane): Octave[] => {
  const octaves: Octave[] = [];
  let first = blurredFurther(picture, OWN_BLUR, FIRST_BLUR);
  while (Math.min(first.width, first.height) >= LEAST_SIDE) {
    const levels = [first];
    for (let step = 1; step < STEPS + 3; step++) {
      const [from, to] = [step - 1, step].map((at) => FIRST_BLUR * 2 ** (at / STEPS)) as [number, number];
      levels.push(blurredFurther(levels.at(-1)!, from, to));
    }
    octaves.push({
      levels,
      differences: levels.slice(1).map((level, at) => differenceOf(level, levels[at]!)),
    });
    first = halved(levels[STEPS]!);
  }
  return octaves;
};
