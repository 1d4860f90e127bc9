/**
 * Draws the examples of the model cards: npm run -s detect -- --out R.json demo/pictures/*.jpg, then
 * node demo/make/card-pictures.ts R.json (from the root). What is drawn is what R.json says.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { Detections } from '../../server/src/inspections/photos/detections.ts';
import type { BoundingBox } from '../../server/src/inspections/records/place.ts';
import { blurred } from '../../server/src/vision/drawing/blurring.ts';
import { drawDetections } from '../../server/src/vision/drawing/drawing.ts';
import { textOutline, textWidth } from '../../server/src/vision/drawing/text-outline.ts';

type Attributes = Record<string, { prediction: string | null; confidence: number }>;
type Result = Detections & {
  file: string;
  plates: { score: number; bounding_box: BoundingBox }[];
  wheels: { bounding_box: BoundingBox; attributes: Attributes }[];
};

const FOLDER = 'docs/models/pictures';
const { images } = JSON.parse(await readFile(process.argv[2] ?? 'R.json', 'utf8')) as { images: Result[] };

function resultOf(name: string) {
  const found = images.find(({ file }) => file.endsWith(`/${name}.jpg`));
  if (!found)
    throw new Error(`The results say nothing of ${name}.jpg. Run detect on all demo pictures first.`);
  return found;
}

const save = async (name: string, picture: Uint8Array) =>
  writeFile(`${FOLDER}/${name}.jpg`, await sharp(picture).resize(960).jpeg({ quality: 74 }).toBuffer());

/** Boxes with lines of text beside them, for what has no outline. */
async function boxed(
  photo: Buffer,
  { width, height }: Result,
  boxes: { box: BoundingBox; lines: string[] }[],
) {
  const letters = 0.016 * width;
  const drawn = boxes.map(({ box, lines }) => {
    const wide = Math.max(...lines.map((line) => textWidth(line, letters))) + 2 * letters;
    const high = 2 * letters * lines.length + letters;
    const left = Math.max(0, Math.min(box.xmin, width - wide));
    const above = box.ymin - high - 4;
    const top = above >= 0 ? above : Math.min(box.ymin + box.height + 4, height - high);
    const text = lines.map((line, i) =>
      textOutline(line, {
        left: left + letters,
        top: top + letters * (1 + 2 * i),
        height: letters,
        fill: '#fff',
      }),
    );
    return (
      `<rect x="${box.xmin}" y="${box.ymin}" width="${box.width}" height="${box.height}" fill="none" stroke="#00d2c8" stroke-width="4"/>` +
      `<rect x="${left}" y="${top}" width="${wide}" height="${high}" fill="#111" opacity="0.82"/>` +
      text.join('')
    );
  });
  const overlay = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawn.join('')}</svg>`;
  return await sharp(photo)
    .composite([{ input: Buffer.from(overlay) }])
    .toBuffer();
}

const percent = (share: number) => `${Math.round(100 * share)}%`;

await mkdir(FOLDER, { recursive: true });
for (const name of ['left', 'lamp-close', 'windscreen-close', 'rear-right', 'intact-front-left']) {
  const { file, width, height, damages } = resultOf(name);
  await save(`damage-${name}`, await drawDetections(file, { width, height, damages }));
}
for (const name of ['front-left', 'rear-right']) {
  const { file, width, height, parts } = resultOf(name);
  await save(`parts-${name}`, await drawDetections(file, { width, height, parts }));
}
const close = resultOf('wheel-close');
const wheels = close.wheels.map(({ bounding_box, attributes }) => ({
  box: bounding_box,
  lines: Object.entries(attributes).map(
    ([name, { prediction, confidence }]) =>
      `${name.replaceAll('_', ' ')}  ${prediction ?? 'unsure'} ${percent(confidence)}`,
  ),
}));
await save('wheels-wheel-close', await boxed(await readFile(close.file), close, wheels));
const front = resultOf('front-left');
const photo = await readFile(front.file);
const plates = front.plates.map(({ bounding_box, score }) => ({
  box: bounding_box,
  lines: [`plate ${percent(score)}`],
}));
await save('plates-found', await boxed(photo, front, plates));
await save(
  'plates-blurred',
  await blurred(
    photo,
    front.plates.map(({ bounding_box }) => bounding_box),
  ),
);
