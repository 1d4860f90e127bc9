/** One picture per inspection: its photos with the true damages (dashed) and the findings (solid), to be looked at. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { BoundingBox } from '../../src/inspections/records/place.ts';
import { textOutline } from '../../src/vision/drawing/text-outline.ts';
import type { Listed, ListedDamage } from './listed.ts';
import type { Match } from './match.ts';
import type { TrueAmounts } from './score.ts';
import type { KnownInspection, TrueDamage, TruePhoto } from './truth.ts';

const WIDTH = 640;
const COLUMNS = 3;
const LETTERS = 13;
const BAND = 26;
const COLORS = {
  found: '#3ddc68',
  missed: '#ff4fd8',
  right: '#4aa8ff',
  doubled: '#ffb020',
  invented: '#ff3b30',
};

const readable = (name: string) => name.replaceAll('_', ' ');

const labeled = (text: string, left: number, top: number, fill: string) => {
  const place = { left: left + 4, top: top + 3, height: LETTERS };
  return `${textOutline(text, { ...place, fill: '#000' }).replace(/<path /g, '<path stroke="#000" stroke-width="220" ')}${textOutline(text, { ...place, fill })}`;
};

type Frame = { box: BoundingBox; text: string; color: string; isTrue: boolean };

const frameSvg = ({ box, text, color, isTrue }: Frame, scale: number) => {
  const [x, y] = [box.xmin * scale, box.ymin * scale];
  const [width, height] = [box.width * scale, box.height * scale];
  const line = isTrue ? 'stroke-width="2" stroke-dasharray="7 5"' : 'stroke-width="3"';
  const top = isTrue ? y : Math.max(y, y + height - LETTERS - 8);
  return (
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="none" stroke="${color}" ${line}/>` +
    labeled(text, Math.max(0, Math.min(x, WIDTH - 200)), Math.max(0, top), color)
  );
};

const trueFrames = (truth: TrueDamage, isMissed: boolean, photo: string): Frame[] => {
  const text = `${readable(truth.part ?? 'unknown part')}: ${truth.types.map(readable).join(', ')} (${truth.severity})`;
  const color = isMissed ? COLORS.missed : COLORS.found;
  return truth.views
    .filter((view) => view.photo === photo)
    .map(({ box }) => ({ box, text, color, isTrue: true }));
};

const listedFrames = (listed: ListedDamage, color: string, photo: string): Frame[] => {
  const text = `${readable(listed.parts[0] ?? 'unknown part')}: ${readable(listed.type)} (${listed.level ?? '-'})`;
  return listed.views
    .filter((view) => view.photo === photo)
    .map(({ box }) => ({ box, text, color, isTrue: false }));
};

const photoTile = async ({ name, path, width, height }: TruePhoto, match: Match) => {
  const scale = WIDTH / width;
  const size = { width: WIDTH, height: Math.round(height * scale) };
  const frames = [
    ...[...match.found.map(({ truth }) => truth), ...match.covered].flatMap((truth) =>
      trueFrames(truth, false, name),
    ),
    ...match.missed.flatMap((truth) => trueFrames(truth, true, name)),
    ...match.found.flatMap(({ listed }) => listedFrames(listed, COLORS.right, name)),
    ...match.doubled.flatMap((listed) => listedFrames(listed, COLORS.doubled, name)),
    ...match.invented.flatMap((listed) => listedFrames(listed, COLORS.invented, name)),
  ];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">${frames.map((frame) => frameSvg(frame, scale)).join('')}</svg>`;
  const input = await sharp(path)
    .autoOrient()
    .resize(size.width, size.height, { fit: 'fill' })
    .composite([{ input: Buffer.from(svg) }])
    .png({ compressionLevel: 1 })
    .toBuffer();
  return { input, ...size };
};

export const drawInspection = async (
  folder: string,
  known: KnownInspection,
  { listed, truth, match }: { listed: Listed; truth: TrueAmounts; match: Match },
) => {
  await mkdir(folder, { recursive: true });
  const tiles = await Promise.all(known.photos.map((photo) => photoTile(photo, match)));
  const columns = Math.min(COLUMNS, tiles.length);
  const high = Math.max(...tiles.map(({ height }) => height));
  const caption = `${known.name}, ${known.state}: condition ${listed.condition} (true ${truth.condition}), cost ${Math.round(listed.cost)} (true ${Math.round(truth.cost)})`;
  const [width, height] = [columns * WIDTH, BAND + Math.ceil(tiles.length / columns) * high];
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${BAND}">${labeled(caption, 2, 3, '#fff')}</svg>`;
  await sharp({ create: { width, height, channels: 3, background: '#222' } })
    .composite([
      { input: Buffer.from(head), left: 0, top: 0 },
      ...tiles.map(({ input }, index) => ({
        input,
        left: (index % columns) * WIDTH,
        top: BAND + Math.floor(index / columns) * high,
      })),
    ])
    .jpeg({ quality: 85 })
    .toFile(join(folder, `${known.name}.jpg`));
};
