/**
 * Draws what was seen into the photo: each damage in the color of its type, the parts in thin light lines with small
 * names; the parts alone in colors of their own.
 */
import { openPicture } from '../../decoding/affordable.ts';
import { findOf } from '../../inspections/damages/damage-registry.ts';
import { sharedArea } from '../../inspections/geometry/boxes.ts';
import type { DetectedPart, Detections } from '../../inspections/photos/detections.ts';
import type { BoundingBox, Polygon } from '../../inspections/records/place.ts';
import { textOutline, textWidth } from './text-outline.ts';

/** A small photo is enlarged so that the labels can be read; a huge one needs no more than a print does. */
const SHORTEST_LONG_SIDE = 1280;
const LONGEST_LONG_SIDE = 4096;

type Drawn = Pick<Detections, 'width' | 'height' | 'damages' | 'parts'>;
type Label = BoundingBox & { text: string; color: string; letters: number };

const number = (value: number) => Number(value.toFixed(1));
const pathOf = (polygons: Polygon[]) =>
  polygons.map((points) => `M${points.map(([x, y]) => `${number(x)} ${number(y)}`).join('L')}Z`).join('');

/** The size of things on the drawing, in pixels of the photo; 1 is a thousandth of its longer side. */
const unitOf = ({ width, height }: { width: number; height: number }) => Math.max(width, height) / 1000;

const within = (value: number, side: number, limit: number) => Math.max(0, Math.min(limit - side, value));

/** Above the damage, else below it, else inside; where it hides the fewest other labels. */
function place(
  box: BoundingBox,
  size: { width: number; height: number },
  others: BoundingBox[],
  photo: Drawn,
) {
  const gap = 4 * unitOf(photo);
  const right = box.xmin + box.width - size.width;
  const above = box.ymin - size.height - gap;
  const below = box.ymin + box.height + gap;
  const spots = [above, below, box.ymin + gap, above - size.height - gap, below + size.height + gap].flatMap(
    (ymin) => [
      { xmin: box.xmin, ymin },
      { xmin: right, ymin },
    ],
  );
  const candidates = spots.map(({ xmin, ymin }) => {
    const moved = {
      ...size,
      xmin: within(xmin, size.width, photo.width),
      ymin: within(ymin, size.height, photo.height),
    };
    const hidden = others.reduce((sum, other) => sum + sharedArea(moved, other), 0);
    return { moved, cost: hidden + Math.abs(moved.ymin - ymin) * size.width };
  });
  return candidates.reduce((best, candidate) => (candidate.cost < best.cost - 1 ? candidate : best)).moved;
}

/** Far apart on the color wheel for parts that follow each other. */
const partColor = (index: number) => `hsl(${Math.round(index * 137.5) % 360} 85% 60%)`;

/** Names of the vocabulary are written with underscores. */
const readable = (name: string) => name.replaceAll('_', ' ');

const sizeOf = (text: string, letters: number) => ({
  width: textWidth(text, letters) + 1.4 * letters,
  height: 2.1 * letters,
});

/** In the middle of the part. */
function nameOfPart(
  { part_type, bounding_box }: DetectedPart,
  color: string,
  letters: number,
  photo: Drawn,
): Label {
  const { xmin, ymin, width, height } = bounding_box;
  const text = readable(part_type);
  const size = sizeOf(text, letters);
  return {
    ...size,
    xmin: within(xmin + (width - size.width) / 2, size.width, photo.width),
    ymin: within(ymin + (height - size.height) / 2, size.height, photo.height),
    text,
    color,
    letters,
  };
}

/** The damages' labels stand outside of them, so as to hide nothing. A small part beside damages has no name. */
function labelsFor(photo: Drawn): Label[] {
  const letters = 13 * unitOf(photo);
  const parts = photo.parts ?? [];
  if (!photo.damages) return parts.map((part, i) => nameOfPart(part, partColor(i), letters, photo));
  const names = parts
    .filter(({ bounding_box, part_type }) => bounding_box.width > sizeOf(readable(part_type), letters).width)
    .map((part) => nameOfPart(part, '#fff', 0.7 * letters, photo));
  const labels = [...names];
  for (const { damage_type, score, bounding_box } of photo.damages) {
    const text = `${readable(damage_type)} ${Math.round(100 * score)}%`;
    const color = findOf(damage_type).color;
    labels.push({ ...place(bounding_box, sizeOf(text, letters), labels, photo), text, color, letters });
  }
  return labels;
}

function overlay(photo: Drawn, size: { width: number; height: number }): Buffer {
  const unit = unitOf(photo);
  const stroke = (path: string, color: string, width: number, more = '') =>
    `<path d="${path}" fill="none" stroke="${color}" stroke-width="${number(width * unit)}" stroke-linejoin="round" stroke-linecap="round" ${more}/>`;
  const parts = (photo.parts ?? []).map(({ polygons }, i) => {
    const path = pathOf(polygons);
    if (!photo.damages)
      return (
        `<path d="${path}" fill="${partColor(i)}" fill-rule="evenodd" opacity="0.25"/>` +
        stroke(path, '#000', 4, 'opacity="0.4"') +
        stroke(path, partColor(i), 2.4)
      );
    return stroke(path, '#000', 2.8, 'opacity="0.4"') + stroke(path, '#fff', 1.2, 'opacity="0.75"');
  });
  const damages = (photo.damages ?? []).map(({ damage_type, polygons }) => {
    const color = findOf(damage_type).color;
    const path = pathOf(polygons);
    return (
      `<path d="${path}" fill="${color}" fill-rule="evenodd" opacity="0.22"/>` +
      stroke(path, '#000', 5, 'opacity="0.45"') +
      stroke(path, color, 3)
    );
  });
  const labels = labelsFor(photo).map(({ text, color, letters, xmin, ymin, width, height }) => {
    const outline = textOutline(text, {
      left: xmin + 0.7 * letters,
      top: ymin + (height - letters) / 2,
      height: letters,
      fill: '#fff',
    });
    const plate = `x="${number(xmin)}" y="${number(ymin)}" width="${number(width)}" height="${number(height)}"`;
    return (
      `<rect ${plate} rx="${number(4 * unit)}" fill="#111" opacity="0.82"/>` +
      `<rect x="${number(xmin)}" y="${number(ymin)}" width="${number(0.4 * letters)}" height="${number(height)}" rx="${number(2 * unit)}" fill="${color}"/>` +
      outline
    );
  });
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${photo.width} ${photo.height}" preserveAspectRatio="none">` +
      [...parts, ...damages, ...labels].join('') +
      '</svg>',
  );
}

/** A JPEG of the upright photo. */
export async function drawDetections(photo: Uint8Array | string, detections: Drawn): Promise<Buffer> {
  const long = Math.max(detections.width, detections.height);
  const scale = Math.min(LONGEST_LONG_SIDE, Math.max(SHORTEST_LONG_SIDE, long)) / long;
  const size = {
    width: Math.max(1, Math.round(detections.width * scale)),
    height: Math.max(1, Math.round(detections.height * scale)),
  };
  const { picture } = await openPicture(photo);
  return await picture
    .autoOrient()
    .resize(size.width, size.height, { fit: 'fill' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .composite([{ input: overlay(detections, size) }])
    .jpeg({ quality: 90 })
    .toBuffer();
}
