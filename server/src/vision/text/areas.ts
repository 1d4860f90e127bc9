/** Text in a small area of a photo, such as a number plate, is read once more by itself and enlarged. */
import type { BoundingBox } from '../../inspections/records/place.ts';
import type { Point, TextLine } from '../../inspections/texts/text-line.ts';
import { enlarged } from '../pixels/enlarging.ts';
import { areaAround, cutOut, type Picture } from '../pixels/picture.ts';
import { type ReadOptions, readText } from './reading.ts';
import type { TextSessions } from './text-sessions.ts';
import { AREA_MARGIN, AREA_WIDTH } from './tuning.ts';

/** The lines in pixels of the whole photo. */
export async function readArea(
  picture: Picture,
  box: BoundingBox,
  sessions: TextSessions,
  options: ReadOptions,
): Promise<TextLine[]> {
  const area = areaAround(picture, box, AREA_MARGIN);
  const [across, down] = [picture.width / picture.pixels.width, picture.height / picture.pixels.height];
  const own = cutOut(picture.pixels, area);
  const scale = Math.max(1, AREA_WIDTH / own.width);
  const pixels =
    scale > 1 ? enlarged(own, Math.round(own.width * scale), Math.round(own.height * scale)) : own;
  const size = { width: area.width * across, height: area.height * down };
  const { lines } = await readText({ ...size, pixels }, sessions, { ...options, leastSide: AREA_WIDTH });
  const moved = ([x, y]: Point): Point => [x + area.left * across, y + area.top * down];
  return lines.map((line) => ({ ...line, polygon: line.polygon.map(moved) as TextLine['polygon'] }));
}
