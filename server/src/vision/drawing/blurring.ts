/**
 * Makes places on a photo unreadable for good: each is reduced to a handful of averages, and the patch is painted
 * from those alone. What the averages do not hold nobody can bring back.
 */
import sharp from 'sharp';
import type { BoundingBox } from '../../inspections/records/place.ts';
import { uprightPixels } from '../pixels/upright-pixels.ts';

/** Along the longer side. A plate of seven letters or a face leaves less than one average to a letter or an eye. */
const AVERAGES = 4;
/** Around the box, as a share of its sides: boxes are not exact. */
const MARGIN = 0.15;
const QUALITY = 92;

type Picture = { width: number; height: number };
type Area = { left: number; top: number; width: number; height: number };

const areaOver = (box: BoundingBox, picture: Picture): Area | null => {
  const [across, down] = [MARGIN * box.width, MARGIN * box.height];
  const left = Math.max(0, Math.floor(box.xmin - across));
  const top = Math.max(0, Math.floor(box.ymin - down));
  const right = Math.min(picture.width, Math.ceil(box.xmin + box.width + across));
  const bottom = Math.min(picture.height, Math.ceil(box.ymin + box.height + down));
  return right > left && bottom > top ? { left, top, width: right - left, height: bottom - top } : null;
};

/** A JPEG of the upright photo. */
export async function blurred(photo: Uint8Array, boxes: readonly BoundingBox[]): Promise<Buffer> {
  const { data, raw } = await uprightPixels(photo);
  const patchOver = async (area: Area) => {
    const long = Math.max(area.width, area.height);
    const averages = (side: number) => Math.max(1, Math.min(side, Math.round((AVERAGES * side) / long)));
    const few = await sharp(data, { raw })
      .extract(area)
      .resize(averages(area.width), averages(area.height), { fit: 'fill', kernel: 'linear' })
      .png()
      .toBuffer();
    const input = await sharp(few)
      .resize(area.width, area.height, { fit: 'fill', kernel: 'cubic' })
      .png()
      .toBuffer();
    return { input, left: area.left, top: area.top };
  };
  const areas = boxes.flatMap((box) => areaOver(box, raw) ?? []);
  return await sharp(data, { raw })
    .composite(await Promise.all(areas.map(patchOver)))
    .jpeg({ quality: QUALITY })
    .toBuffer();
}
