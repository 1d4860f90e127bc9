/** models/manifest.json: which models there are, and what each file must hold and means. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { ModelName } from '../../inspections/photos/detections.ts';
import { MODEL_NAMES, MODELS, type ModelKind } from '../../inspections/photos/model-registry.ts';

export type Model = {
  name: ModelName;
  version: string;
  kind: ModelKind;
  path: string;
  sha256: string;
  /** The side of the square that it sees, in pixels. */
  size: number;
  /** It also takes inputs whose sides are multiples of this, up to the square: a photo needs no gray margin then. */
  multiple: number | undefined;
  outputs: string[];
  classes: string[];
  thresholds: Record<string, number | null>;
  /** The score from which a find is worth a check by a person; finds from the threshold on are shown. */
  suspicion_thresholds: Record<string, number | null>;
  suppression_iou: number;
  /** The labels of each attribute; a score without labels has none. */
  attributes: Record<string, string[]>;
  /** The confidence below which an attribute has no answer. */
  abstain_below: Record<string, number>;
  /** For models that run on a part of the photo: how much around it they see, as a share of its longer side. */
  margin: number;
};

/** Why a model cannot be used, as a sentence that names the file and the cure. */
export type Unusable = { problem: string };
export type Manifest = Map<ModelName, Model | Unusable>;

export const isUsable = <T extends object>(model: T | Unusable): model is T => !('problem' in model);

const share = z.number().min(0).max(1);
const entrySchema = z.object({
  version: z.string().min(1),
  kind: z.enum(['detector', 'segmenter', 'attributes']).optional(),
  file: z.string().min(1),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits'),
  input: z.object({
    shape: z
      .tuple([z.literal(1), z.literal(3), z.int().min(16).max(4096), z.int()])
      .refine(([, , height, width]) => height === width, 'must be a square'),
    multiple: z.int().min(1).max(256).optional(),
    margin: z.number().min(0).max(2).default(0),
  }),
  outputs: z.array(z.string()).min(1),
  classes: z.array(z.string()).default([]),
  thresholds: z.record(z.string(), share.nullable()).default({}),
  suspicion_thresholds: z.record(z.string(), share.nullable()).default({}),
  suppression: z.object({ iou: share }).default({ iou: 0.6 }),
  attributes: z.record(z.string(), z.array(z.string())).default({}),
  abstain_below: z.record(z.string(), share).default({}),
});
type Entry = z.infer<typeof entrySchema>;

const kindOf = ({ kind, outputs }: Entry): ModelKind =>
  kind ?? (outputs.includes('boxes') ? 'detector' : outputs.includes('logits') ? 'segmenter' : 'attributes');

const NEEDED_OUTPUTS: Record<ModelKind, string[]> = {
  detector: ['boxes', 'scores'],
  segmenter: ['logits'],
  attributes: [],
};

function contradiction(name: ModelName, entry: Entry): string | undefined {
  const kind = kindOf(entry);
  if (kind !== MODELS[name].kind) return `kind must be ${MODELS[name].kind}, not ${kind}`;
  const needed = [...NEEDED_OUTPUTS[kind], ...MODELS[name].outputs, ...Object.keys(entry.attributes)];
  const missing = needed.filter((output) => !entry.outputs.includes(output));
  if (missing.length > 0) return `outputs must have ${missing.join(', ')}`;
  if (kind !== 'attributes' && entry.classes.length === 0) return 'classes must name what it finds';
  if (kind === 'attributes' && Object.keys(entry.attributes).length === 0)
    return 'attributes must name what it tells';
  return undefined;
}

export function modelFrom(folder: string, name: ModelName, given: unknown): Model | Unusable {
  const parsed = entrySchema.safeParse(given);
  const wrong = parsed.success
    ? contradiction(name, parsed.data)
    : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  if (!parsed.success || wrong !== undefined)
    return {
      problem: `The entry ${name} of ${join(folder, 'manifest.json')} is wrong: ${wrong}. Correct it.`,
    };
  const { file, input, suppression, ...entry } = parsed.data;
  return {
    ...entry,
    name,
    kind: MODELS[name].kind,
    path: join(folder, file),
    size: input.shape[2],
    multiple: input.multiple,
    suppression_iou: suppression.iou,
    margin: input.margin,
  };
}

export async function entriesIn(folder: string): Promise<Map<string, unknown> | Unusable> {
  const path = join(folder, 'manifest.json');
  try {
    const { models } = z
      .object({ models: z.array(z.looseObject({ name: z.string() })) })
      .parse(JSON.parse(await readFile(path, 'utf8')));
    return new Map(models.map((entry) => [entry.name, entry]));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const wrong = error instanceof z.ZodError ? z.prettifyError(error) : message;
    return code === 'ENOENT'
      ? { problem: `There is no ${path}. Set MODELS_DIR to the folder with the models and their manifest.` }
      : { problem: `${path} cannot be read: ${wrong}. Restore it or set MODELS_DIR to another folder.` };
  }
}

/** Entries that the service has no use for are left alone. A wrong entry makes its own model unusable and no other. */
export async function readManifest(folder: string): Promise<Manifest> {
  const entries = await entriesIn(folder);
  const manifest: Manifest = new Map();
  for (const name of MODEL_NAMES) {
    if ('problem' in entries) manifest.set(name, entries as Unusable);
    else if (entries.has(name)) manifest.set(name, modelFrom(folder, name, entries.get(name)));
  }
  return manifest;
}
