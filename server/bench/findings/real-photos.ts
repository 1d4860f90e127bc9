/** Real photos with our own tables: damaged vehicles (training/labels/damaged-parts.json) and intact ones. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isDamage } from '../../src/inspections/damages/damage-kinds.ts';
import type { Level } from '../../src/inspections/records/severity.ts';
import { halfOf, type KnownInspection, type State, type TrueDamage, type TruePhoto } from './truth.ts';

const run = promisify(execFile);
const at = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const DATA = at('../shared/data/damage');
const SHARD = 'shard0.tar';
const LABELS = at('training/labels');

export const hasRealPhotos = () => existsSync(join(DATA, SHARD));

type Box = [number, number, number, number];
type Labeled = {
  file: string;
  close_up: boolean;
  damages: { part: string | null; types: string[]; severity: Level; box: Box }[];
  state: State;
};
type Listed = {
  file_name: string;
  width: number;
  height: number;
  split: string;
  source: string;
  group: number;
};

const readJson = async <T>(path: string): Promise<T> => JSON.parse(await readFile(path, 'utf8')) as T;

/** An open airbag is no damage of the bodywork, and the service does not list it. */
const isListed = (type: string) => isDamage(type) || type === 'flat_tire';

const damagesOf = ({ file, damages }: Labeled): TrueDamage[] =>
  damages.flatMap(({ part, types, severity, box: [xmin, ymin, width, height] }) => {
    const listed = types.filter(isListed);
    if (listed.length === 0) return [];
    const views = [{ photo: file, box: { xmin, ymin, width, height } }];
    return { part, types: listed, severity, views };
  });

/** All at once: a photo at a time would read the archive from its beginning each time. */
const unpack = async (names: string[], folder: string) => {
  await run('tar', ['--extract', '--file', join(DATA, SHARD), '--directory', folder, ...names]);
};

/** Each photo is an inspection of its own: the groups of the data mix different cars. */
export const realInspections = async (folder: string): Promise<KnownInspection[]> => {
  const { photos } = await readJson<{ photos: Labeled[] }>(join(LABELS, 'damaged-parts.json'));
  const intactCars = await readJson<Record<string, unknown>>(join(LABELS, 'intact-cars.json'));
  const { images } = await readJson<{ images: Listed[] }>(join(DATA, 'damage.json'));
  const listed = new Map(images.map((image) => [image.file_name, image]));
  const isKeptApart = (file: string) => listed.get(file)?.split === 'val';
  const intact = Object.keys(intactCars)
    .filter(isKeptApart)
    .map((file): Labeled => ({ file, close_up: false, damages: [], state: 'intact' }));
  const all = [...photos, ...intact];
  await unpack(
    all.map(({ file }) => file),
    folder,
  );
  return all.map((labeled) => {
    const { file, state, close_up } = labeled;
    const { width, height, group, source } = listed.get(file)!;
    const photo: TruePhoto = { name: file, path: join(folder, file), width, height, close_up };
    return {
      name: file.replace(/\.\w+$/, ''),
      source: source === 'whole' ? 'intact' : 'photos',
      half: halfOf(String(group)),
      photos: [photo],
      damages: damagesOf(labeled),
      not_labeled: ['missing_hubcap'],
      state,
    };
  });
};
