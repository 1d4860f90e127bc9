/** The pictures that a task was asked to make of its findings: drawn into the photos, and cut out of them. */
import { createHash } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { type CuttingOptions, cuttingAround } from '../../inspections/damages/cuttings.ts';
import type { DamageOptions } from '../../inspections/damages/damage-options.ts';
import type { NewFindings } from '../../inspections/ports/findings.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import type { Image } from '../../inspections/records/image.ts';
import { openShown } from '../photos/open-shown.ts';

type View = NewFindings['views'][number];
type Rendered = NewFindings['rendered'][number];
type PicturePorts = Pick<Ports, 'store' | 'photos' | 'photoModels' | 'imageRenderer'>;

/** Client libraries find the pictures by these words. */
const WORDS = {
  drawn: { parts: 'rendering of detected parts', damages: 'rendering of detected damages' },
  cut: { parts: 'crop of part view', damages: 'crop of damage view' },
} as const;

/** A name made of what is on the picture: a run that starts over writes the same files. */
export const pictureKey = (image: Image, ...content: unknown[]) => {
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 24);
  return `inspections/${image.inspection_id}/${image.id}/${hash}.jpg`;
};

const listed = (image: Image, view: View | null, description: string, file_key: string): Rendered => ({
  id: uuid(),
  image_id: image.id,
  view_id: view?.id ?? null,
  description,
  file_key,
});

/** By part and by damage: the views of a photo, and the type of what each shows. */
export type Shown = { parts: View[]; damages: (View & { damage_type: string })[] };

const draw = async (
  image: Image,
  photo: Uint8Array,
  shown: Shown,
  what: keyof Shown,
  ports: PicturePorts,
) => {
  const parts = shown.parts.map((v) => ({ ...v, part_type: v.part_type!, score: v.score! }));
  const damages = shown.damages.map((v) => ({ ...v, score: v.score! }));
  const seen = { width: image.width, height: image.height, ...(what === 'parts' ? { parts } : { damages }) };
  const drawn = (what === 'parts' ? parts : damages).map(({ id: _, damage_id: __, ...content }) => content);
  const key = pictureKey(image, what, drawn);
  await ports.photos.write(await ports.imageRenderer.draw(photo, seen), key, 'image/jpeg');
  return listed(image, null, WORDS.drawn[what], key);
};

const cut = async (
  image: Image,
  photo: Uint8Array,
  views: View[],
  options: CuttingOptions,
  description: string,
  ports: PicturePorts,
) => {
  const boxes = views.map((view) => cuttingAround(view.bounding_box, options, image));
  const { quality } = options;
  const pictures = await ports.imageRenderer.cut(
    photo,
    boxes.map((box) => ({ box, quality })),
  );
  const rendered: Rendered[] = [];
  for (const [index, picture] of pictures.entries()) {
    const key = pictureKey(image, 'cut', boxes[index], quality);
    await ports.photos.write(picture, key, 'image/jpeg');
    rendered.push(listed(image, views[index]!, description, key));
  }
  return rendered;
};

export const makePictures = async (
  image: Image,
  shown: Shown,
  options: Pick<DamageOptions, 'draw' | 'cut'>,
  ports: PicturePorts,
): Promise<Rendered[]> => {
  const kinds = (['parts', 'damages'] as const).filter((kind) => shown[kind].length > 0);
  if (!kinds.some((kind) => options.draw[kind] || options.cut[kind])) return [];
  const photo = await openShown(image, ports);
  const rendered: Rendered[] = [];
  for (const kind of kinds) {
    const cutting = options.cut[kind];
    if (options.draw[kind]) rendered.push(await draw(image, photo, shown, kind, ports));
    if (cutting) rendered.push(...(await cut(image, photo, shown[kind], cutting, WORDS.cut[kind], ports)));
  }
  return rendered;
};
