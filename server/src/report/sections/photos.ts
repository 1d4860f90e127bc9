/** The appendix: every photo, large, with the damages and the flat tires that are seen on it. */
import { FLAT_MARK } from '../../../../vocabulary/wheels.ts';
import { sum } from '../../inspections/costs/money.ts';
import { isViewpoint } from '../../inspections/viewpoints/viewpoints.ts';
import type { ShownDamage, ShownPhoto } from '../damaged-parts.ts';
import { apart, drawBadge, drawPicture, type Frame, heading } from '../page/blocks.ts';
import { drawOutline } from '../page/outline.ts';
import { BAD, BODY, LEVEL_COLORS, SMALL, STRONG } from '../page/page-style.ts';
import type { Writing } from '../page/writing.ts';
import { hasFlatTire } from '../report-data.ts';
import { capital, fill } from '../words/words.ts';

/** A single photo has the whole width: that is what there is to see. */
const columnsFor = ({ data: { photos } }: Writing) => Math.min(2, photos.length);
const GAP = 12;
/** Most photos are 4:3; a little lower, four rows fit on a page instead of three. */
const [RATIO, LOW_RATIO] = [3 / 4, 0.58];
/** Below the text of a row. */
const BELOW = 10;
/** Of a page. */
const MOST_EMPTY = 0.15;

const nameOf = ({ words, formats }: Writing, { image }: ShownPhoto): string => {
  const seen = image.viewpoint?.prediction;
  const shows = isViewpoint(seen)
    ? words.viewpoints[seen]
    : image.image_type === 'close_up'
      ? words.say.close_up
      : null;
  const flat = flatTiresOn(image).length > 0 && `${FLAT_MARK} ${capital(words.not_priced.wheels.flat_tire)}`;
  return [
    shows && capital(shows),
    image.name,
    fill(words.say.received, { time: formats.time(image.created_at) }),
    flat,
  ]
    .filter(Boolean)
    .join(' · ');
};

const flatTiresOn = ({ wheels }: ShownPhoto['image']) => wheels.filter((wheel) => hasFlatTire({ wheel }));

/** Room for a badge of two digits. */
const [BADGE_WIDTH, BADGE_HEIGHT] = [15, 12];

/** Numbered as in the list of damages; no badge hides another. */
const drawDamages = (
  { sheet }: Writing,
  { image }: ShownPhoto,
  damages: readonly ShownDamage[],
  on: Frame,
) => {
  const scale = on.width / image.width;
  const seen = damages.flatMap(({ number, level, views }) =>
    views
      .filter(({ photo }) => photo.image === image)
      .map(({ view }) => ({ view, text: String(number), color: LEVEL_COLORS[level] as string })),
  );
  const flat = flatTiresOn(image).flatMap(({ bounding_box }) =>
    bounding_box ? { view: { bounding_box, polygons: [] }, text: FLAT_MARK, color: BAD } : [],
  );
  for (const { view, color } of [...seen, ...flat]) drawOutline(sheet.doc, view, image.width, on, color);
  const corners = [...seen, ...flat].map(({ view: { bounding_box: box } }) => ({
    x: Math.max(8, box.xmin * scale),
    y: Math.max(8, box.ymin * scale),
  }));
  for (const [index, { x, y }] of apart(corners, { width: BADGE_WIDTH, height: BADGE_HEIGHT }).entries()) {
    const { text, color } = [...seen, ...flat][index]!;
    drawBadge(sheet, text, color, on.x + x, on.y + y, 6.5);
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

type PhotoRow = { photos: ReturnType<typeof rowOf>; texts: number };

const rowsOf = (writing: Writing, width: number): PhotoRow[] => {
  const { photos } = writing.data;
  const columns = columnsFor(writing);
  return Array.from({ length: Math.ceil(photos.length / columns) }, (_, index) => {
    const row = rowOf(writing, photos.slice(index * columns, (index + 1) * columns), width);
    const texts = STRONG.leading + Math.max(...row.map(({ name }) => name.length)) * SMALL.leading + BELOW;
    return { photos: row, texts };
  });
};

/** How many of the rows fit into the room with photos of this height. */
const fitting = (rows: readonly PhotoRow[], room: number, height: number): number => {
  let [count, used] = [0, 0];
  for (const { texts } of rows) {
    used += height + texts;
    if (used > room) break;
    count += 1;
  }
  return count;
};

/**
 * The rows of this page, and how high their photos are: lower than usual where that saves a page, or where much of this one
 * would stay empty.
 */
const rowsOnPage = ({ sheet }: Writing, rows: readonly PhotoRow[], width: number) => {
  const room = sheet.bottom - sheet.y;
  const [usual, low] = [width * RATIO, width * LOW_RATIO];
  const textsOf = (count: number) => sum(rows.slice(0, count).map(({ texts }) => texts));
  const [few, many] = [fitting(rows, room, usual), fitting(rows, room, low)];
  const empty = room - few * usual - textsOf(few);
  const isLower =
    few === 0 || (many > few && (many === rows.length || empty > MOST_EMPTY * sheet.pageHeight));
  // On a page of its own a row is written even where its text leaves no room for it.
  const count = Math.max(1, isLower ? many : few);
  // Rounded down: a row that ends a hair below the page begins another one.
  return { rows: rows.slice(0, count), height: Math.min(usual, Math.floor((room - textsOf(count)) / count)) };
};

export const writePhotos = async (writing: Writing) => {
  const { sheet, words, data, pictures } = writing;
  heading(sheet, words.say.photos);
  if (data.photos.length === 0) {
    sheet.paragraph(words.say.no_photos, BODY);
    return;
  }
  const columns = columnsFor(writing);
  const width = (sheet.width - GAP * (columns - 1)) / columns;
  let left = rowsOf(writing, width);
  while (left.length > 0) {
    sheet.need(width * LOW_RATIO + left[0]!.texts);
    const { rows, height } = rowsOnPage(writing, left, width);
    left = left.slice(rows.length);
    for (const { photos, texts } of rows) {
      const { y } = sheet;
      for (const [index, { photo, damages, alt, title, name }] of photos.entries()) {
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
      sheet.y = y + height + texts;
    }
  }
};
