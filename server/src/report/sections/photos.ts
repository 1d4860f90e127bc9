/** The appendix: every photo, large, with the damages that are seen on it. */
import { isViewpoint } from '../../inspections/viewpoints/viewpoints.ts';
import type { ShownDamage, ShownPhoto } from '../damaged-parts.ts';
import { drawBadge, drawPicture, type Frame, heading } from '../page/blocks.ts';
import { drawOutline } from '../page/outline.ts';
import { BODY, LEVEL_COLORS, SMALL, STRONG } from '../page/page-style.ts';
import type { Writing } from '../page/writing.ts';
import { capital, fill } from '../words/words.ts';

const COLUMNS = 2;
const GAP = 12;
/** Most photos are 4:3. */
const RATIO = 3 / 4;

const nameOf = ({ words, formats }: Writing, { image }: ShownPhoto): string => {
  const seen = image.viewpoint?.prediction;
  const shows = isViewpoint(seen)
    ? words.viewpoints[seen]
    : image.image_type === 'close_up'
      ? words.say.close_up
      : null;
  return [shows && capital(shows), image.name, formats.time(image.created_at)].filter(Boolean).join(' · ');
};

/** Numbered as in the list of damages. */
const drawDamages = (
  { sheet }: Writing,
  { image }: ShownPhoto,
  damages: readonly ShownDamage[],
  on: Frame,
) => {
  const scale = on.width / image.width;
  for (const { number, level, views } of damages)
    for (const { view } of views.filter(({ photo }) => photo.image === image)) {
      const { xmin, ymin } = view.bounding_box;
      drawOutline(sheet.doc, view, image.width, on, LEVEL_COLORS[level]);
      const [x, y] = [Math.max(8, xmin * scale), Math.max(8, ymin * scale)];
      drawBadge(sheet, String(number), level, on.x + x, on.y + y, 6.5);
    }
};

const rowOf = (writing: Writing, photos: readonly ShownPhoto[], width: number) => {
  const { sheet, words } = writing;
  return photos.map((photo) => {
    const title = fill(words.say.photo, { n: photo.number });
    const name = nameOf(writing, photo);
    const damages = writing.data.damages.filter(({ views }) => views.some((one) => one.photo === photo));
    return {
      photo,
      damages,
      alt: [title, name].join(', '),
      title: sheet.lines(title, STRONG, width),
      name: sheet.lines(name, SMALL, width, 3),
    };
  });
};

export const writePhotos = async (writing: Writing) => {
  const { sheet, words, data, pictures } = writing;
  heading(sheet, words.say.photos);
  if (data.photos.length === 0) {
    sheet.paragraph(words.say.no_photos, BODY);
    return;
  }
  const width = (sheet.width - GAP * (COLUMNS - 1)) / COLUMNS;
  const height = width * RATIO;
  for (let start = 0; start < data.photos.length; start += COLUMNS) {
    const row = rowOf(writing, data.photos.slice(start, start + COLUMNS), width);
    const texts = STRONG.leading + Math.max(...row.map(({ name }) => name.length)) * SMALL.leading;
    sheet.need(height + texts + 10);
    const { y } = sheet;
    for (const [index, { photo, damages, alt, title, name }] of row.entries()) {
      const x = sheet.left + index * (width + GAP);
      const picture = await pictures.photo(photo.image.id);
      sheet.begin('Sect');
      drawPicture(
        sheet,
        picture,
        { x, y, width, height },
        { alt, gap: words.say.gap, overlay: (shown) => drawDamages(writing, photo, damages, shown) },
      );
      const below = y + height + 3;
      sheet.element('P', {}, () => sheet.drawLines(title, STRONG, x, below, width));
      sheet.element('P', {}, () => sheet.drawLines(name, SMALL, x, below + STRONG.leading, width));
      sheet.end();
    }
    sheet.y = y + height + texts + 10;
  }
};
