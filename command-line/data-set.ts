/** A data set of `npx walkaround dataset export`, or a public one in the same form: for training and for the gate. */
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export const DATA_SET_FORMAT = 'walkaround-dataset/1';
const LABELS = 'damage.json';
/** A box of this category says that no type is right or wrong inside it. */
export const IGNORED = 'damage_unspecified';
/** Photos of intact vehicles are known by their source. */
export const INTACT = 'whole';

type Bbox = [number, number, number, number];

export type LabeledPhoto = {
  id: number;
  file_name: string;
  width: number;
  height: number;
  split: string;
  source: string;
  group: number;
  labelled_types: string[];
  inspection_id?: string;
};

export type LabeledDamage = {
  image_id: number;
  category_id: number;
  bbox: Bbox;
  part_type?: string | null;
};

export type DataSet = {
  folder: string;
  images: LabeledPhoto[];
  annotations: LabeledDamage[];
  nameOf: (categoryId: number) => string;
};

type Labels = {
  images: LabeledPhoto[];
  annotations: LabeledDamage[];
  categories: { id: number; name: string }[];
};

const readJson = async (path: string): Promise<unknown> => {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const isLabels = (read: unknown): read is Labels =>
  typeof read === 'object' &&
  read !== null &&
  ['images', 'annotations', 'categories'].every((list) =>
    Array.isArray((read as Record<string, unknown>)[list]),
  );

const missingPhotos = async (folder: string, images: readonly LabeledPhoto[]): Promise<string[]> => {
  const missing: string[] = [];
  for (const { file_name } of images)
    await access(join(folder, file_name)).catch(() => missing.push(file_name));
  return missing;
};

/** Labels, and every photo that they name. `option` named the folder. */
export const readDataSet = async (option: string, folder: string): Promise<DataSet> => {
  const labels = await readJson(join(folder, LABELS));
  if (labels === undefined)
    throw new Error(
      `There is no ${LABELS} in ${folder}. Name with ${option} a folder that "npx walkaround dataset export --out DIR" wrote.`,
    );
  if (!isLabels(labels))
    throw new Error(
      `${join(folder, LABELS)} is no list of labeled photos. Export the data set again: npx walkaround dataset export --out ${folder}`,
    );
  const { images, annotations, categories } = labels;
  const missing = await missingPhotos(folder, images);
  if (missing.length > 0)
    throw new Error(
      `${missing.length} of ${images.length} photos of ${folder} are not there (the first is ${missing[0]}). Export the data set again: npx walkaround dataset export --out ${folder}`,
    );
  const names = new Map(categories.map(({ id, name }) => [id, name]));
  return { folder, images, annotations, nameOf: (id) => names.get(id) ?? IGNORED };
};

/** Of an own set also that the export was complete: half of a set would be taken for all of it. */
export const readOwnDataSet = async (folder: string): Promise<DataSet> => {
  const manifest = await readJson(join(folder, 'manifest.json'));
  const { format, complete } = (manifest ?? {}) as { format?: unknown; complete?: unknown };
  if (format !== DATA_SET_FORMAT)
    throw new Error(
      `${folder} holds no data set of this service. Name with --data a folder that "npx walkaround dataset export --out DIR" wrote.`,
    );
  if (complete !== true)
    throw new Error(
      `The export into ${folder} was interrupted. Run it again first: npx walkaround dataset export --out ${folder}`,
    );
  return readDataSet('--data', folder);
};

/** Damages by type on these photos, without ignored regions; the most frequent type first. */
export const damagesByType = (
  { annotations, nameOf }: DataSet,
  images: readonly LabeledPhoto[],
): Map<string, number> => {
  const ids = new Set(images.map(({ id }) => id));
  const counts = new Map<string, number>();
  for (const { image_id, category_id } of annotations) {
    const name = nameOf(category_id);
    if (ids.has(image_id) && name !== IGNORED) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return new Map([...counts].sort(([, a], [, b]) => b - a));
};

export const vehiclesOf = (images: readonly LabeledPhoto[]): number =>
  new Set(images.map(({ group }) => group)).size;
