/** A data set in the form of `npx walkaround dataset export`, of drawn pictures: each vehicle has a scratched and a clean photo. */
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { CATEGORIES } from '../../cli/dataset/coco.ts';

const [WIDTH, HEIGHT] = [160, 120];
const TYPES = ['scratch', 'dent', 'missing_piece', 'broken_light', 'broken_glass', 'body_crack'];
const SCRATCH = CATEGORIES.find(({ name }) => name === 'scratch')!.id;

type Size = { learned: number; heldOut: number; complete?: boolean };

const draw = (vehicle: number, isScratched: boolean) => {
  const [x, y] = [30 + (vehicle % 7) * 10, 40 + (vehicle % 5) * 8];
  const scratch = `<path d="M${x} ${y}l40 6" stroke="#eee" stroke-width="2"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="hsl(${(vehicle * 47) % 360} 40% 40%)"/>${isScratched ? scratch : ''}</svg>`;
  return { svg, bbox: [x - 2, y - 2, 44, 10] };
};

/** So many vehicles to learn from and held out, with two photos each. */
export const drawDataSet = async (folder: string, { learned, heldOut, complete = true }: Size) => {
  await mkdir(join(folder, 'photos'), { recursive: true });
  const images: object[] = [];
  const annotations: object[] = [];
  const list: object[] = [];
  for (let vehicle = 0; vehicle < learned + heldOut; vehicle += 1)
    for (const isScratched of [true, false]) {
      const id = 2 * vehicle + Number(isScratched);
      const file_name = `photos/${id}.jpg`;
      const { svg, bbox } = draw(vehicle, isScratched);
      const bytes = await sharp(Buffer.from(svg)).jpeg().toBuffer();
      await writeFile(join(folder, file_name), bytes);
      list.push({ file: file_name, sha256: createHash('sha256').update(bytes).digest('hex') });
      images.push({
        ...{ id, file_name, width: WIDTH, height: HEIGHT, group: vehicle, weak: false, stretched: false },
        ...{ split: vehicle < learned ? 'train' : 'val', source: isScratched ? 'own' : 'whole' },
        ...{ labelled_types: TYPES, inspection_id: `inspection-${vehicle}` },
      });
      if (isScratched)
        annotations.push({
          id,
          image_id: id,
          category_id: SCRATCH,
          bbox,
          area: 440,
          segmentation: [],
          iscrowd: 0,
        });
    }
  const labels = { categories: CATEGORIES, images, annotations, hard_negatives: [] };
  await writeFile(join(folder, 'damage.json'), JSON.stringify(labels));
  await writeFile(join(folder, 'intact-cars.json'), '{}');
  await writeFile(join(folder, 'photos.jsonl'), list.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const manifest = { format: 'walkaround-dataset/1', complete, exported_at: '2026-01-31T00:00:00.000Z' };
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
};
