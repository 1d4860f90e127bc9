/** A folder of small made-up models, for tests of what is done with answers. */
import { createHash } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constantModel } from './test-onnx.ts';

const SIZE = 64;

/** One box in the middle of the square, and one too weak to count. */
const boxes = (classes: number) => ({
  boxes: { shape: [1, 2, 4], values: [16, 16, 48, 48, 0, 0, 8, 8] },
  scores: {
    shape: [1, 2, classes],
    values: [0.9, ...Array(classes - 1).fill(0), ...Array(classes).fill(0.1)],
  },
});

const CELLS = SIZE / 4;

/** Background, and a wheel over the middle of the square. */
const wheelLogits = () => {
  const values = Array.from({ length: 2 * CELLS * CELLS }, (_, i) => {
    const at = i % (CELLS * CELLS);
    const [x, y] = [at % CELLS, Math.floor(at / CELLS)];
    const wheel = x >= 4 && x < 12 && y >= 4 && y < 12;
    return i >= CELLS * CELLS === wheel ? 5 : -5;
  });
  return { logits: { shape: [1, 2, CELLS, CELLS], values } };
};

const detector = (classes: string[]) => ({
  kind: 'detector',
  classes,
  thresholds: Object.fromEntries(classes.map((name) => [name, 0.5])),
});

const MODELS = {
  damage: {
    ...detector(['scratch', 'dent']),
    outputs: {
      ...boxes(2),
      coeffs: { shape: [1, 2, 1], values: [1, 1] },
      protos: { shape: [1, 1, CELLS, CELLS], values: Array(CELLS * CELLS).fill(4) },
    },
  },
  parts: { kind: 'segmenter', classes: ['background', 'wheel'], outputs: wheelLogits() },
  vehicles: { ...detector(['vehicle', 'person']), outputs: boxes(2) },
  plates: { ...detector(['plate']), outputs: boxes(1) },
  faces: { ...detector(['face']), outputs: boxes(1) },
  photo: {
    kind: 'attributes',
    attributes: { weather: ['dry', 'wet', 'snow'], dirtiness: [] },
    outputs: {
      weather: { shape: [1, 3], values: [0.2, 0.7, 0.1] },
      dirtiness: { shape: [1, 1], values: [0.25] },
    },
  },
  paint: {
    kind: 'attributes',
    attributes: { paint_color: ['white', 'red'] },
    outputs: { paint_color: { shape: [1, 2], values: [0.9, 0.1] } },
  },
  state: {
    kind: 'attributes',
    attributes: { vehicle_state: ['intact', 'light', 'moderate', 'severe'] },
    outputs: { vehicle_state: { shape: [1, 4], values: [0.1, 0.6, 0.2, 0.1] } },
  },
  close_up_parts: {
    kind: 'segmenter',
    classes: ['hood', 'trunk'],
    outputs: { logits: { shape: [1, 2, 2, 2], values: [2, -2, 2, -2, 0, 0, 0, Number.NaN] } },
  },
  part_states: {
    kind: 'attributes',
    attributes: { scratch: [], dent: [], broken: [] },
    outputs: {
      scratch: { shape: [1, 1], values: [0.1] },
      dent: { shape: [1, 1], values: [0.2] },
      broken: { shape: [1, 1], values: [0.95] },
      places: { shape: [1, 3, 2, 2], values: Array(12).fill(1) },
    },
  },
  second_opinion: {
    kind: 'attributes',
    multiple: SIZE / 2,
    attributes: { dent: [], missing_piece: [], body_crack: [] },
    outputs: {
      dent: { shape: [1, 1], values: [0.9] },
      missing_piece: { shape: [1, 1], values: [0.1] },
      body_crack: { shape: [1, 1], values: [0.1] },
    },
  },
  wheels: {
    kind: 'attributes',
    attributes: { rim_material: ['steel', 'aluminium'] },
    outputs: { rim_material: { shape: [1, 2], values: [Number.NaN, 0.6] } },
  },
};
type Name = keyof typeof MODELS;

type Outputs = Record<string, { shape: number[]; values: number[] }>;

/** Answers the folder. `change` may alter an entry of the manifest before it is written. */
export async function madeUpModels(
  names: Name[] = Object.keys(MODELS) as Name[],
  change: (name: Name, entry: Record<string, unknown>) => object = (_, entry) => entry,
  answers: Partial<Record<Name, Outputs>> = {},
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'models-'));
  const models: object[] = [];
  for (const name of names) {
    const { outputs: usual, multiple, ...about } = { multiple: undefined, ...MODELS[name] };
    const outputs: Outputs = answers[name] ?? usual;
    const file = constantModel(multiple ? ['height', 'width'] : [SIZE, SIZE], outputs);
    await writeFile(join(folder, `${name}.onnx`), file);
    models.push(
      change(name, {
        ...about,
        name,
        version: '0.0.1',
        file: `${name}.onnx`,
        sha256: createHash('sha256').update(file).digest('hex'),
        input: { shape: [1, 3, SIZE, SIZE], multiple },
        outputs: Object.keys(outputs),
      }),
    );
  }
  await writeFile(join(folder, 'manifest.json'), JSON.stringify({ models }));
  return folder;
}
