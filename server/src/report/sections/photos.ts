/** Every photo with the verdict on its quality. */
import { isViewpoint } from '../../inspections/viewpoints/viewpoints.ts';
import type { ShownPhoto } from '../damaged-parts.ts';
import { drawPicture, heading } from '../page/blocks.ts';
import { BAD, BODY, GOOD, SMALL, STRONG, type TextLook } from '../page/page-style.ts';
import type { Writing } from '../page/writing.ts';
import { capital, fill, labeled, wordFor } from '../words/words.ts';

const COLUMNS = 3;
const GAP = 12;
const HEIGHT = 118;

const verdictOf = ({ words }: Writing, { image }: ShownPhoto): { text: string; look: TextLook } => {
  const { say, photo_issues } = words;
  if (image.compliance === null) return { text: say.not_judged, look: SMALL };
  const issues = image.compliance.issues.map((issue) => wordFor(photo_issues, issue));
  return issues.length === 0
    ? { text: labeled(words, say.quality, say.good), look: { ...SMALL, color: GOOD } }
    : { text: capital(fill(say.not_good, { issues: issues.join(', ') })), look: { ...SMALL, color: BAD } };
};

const nameOf = ({ words, formats }: Writing, { image }: ShownPhoto): string => {
  const seen = image.viewpoint?.prediction;
  const shows = isViewpoint(seen)
    ? words.viewpoints[seen]
    : image.image_type === 'close_up'
      ? words.say.close_up
      : null;
  return [shows && capital(shows), image.name, formats.time(image.created_at)].filter(Boolean).join(' · ');
};

export const writePhotos = async (writing: Writing) => {
  const { sheet, words, data, pictures } = writing;
  heading(sheet, words.say.photos);
  if (data.photos.length === 0) {
    sheet.paragraph(words.say.no_photos, BODY);
    return;
  }
  const wide = (sheet.width - GAP * (COLUMNS - 1)) / COLUMNS;
  for (let start = 0; start < data.photos.length; start += COLUMNS) {
    const row = data.photos.slice(start, start + COLUMNS).map((photo) => ({
      photo,
      title: sheet.lines(fill(words.say.photo, { n: photo.number }), STRONG, wide),
      name: sheet.lines(nameOf(writing, photo), SMALL, wide, 3),
      verdict: verdictOf(writing, photo),
    }));
    const texts = row.map(({ name, verdict }) => ({
      name,
      lines: sheet.lines(verdict.text, verdict.look, wide, 4),
    }));
    const textHeight =
      STRONG.leading +
      Math.max(...texts.map(({ name, lines }) => name.length + lines.length)) * SMALL.leading;
    sheet.need(HEIGHT + textHeight + 10);
    const { y } = sheet;
    for (const [index, { photo, title, verdict }] of row.entries()) {
      const x = sheet.left + index * (wide + GAP);
      const { name, lines } = texts[index]!;
      const alt = [fill(words.say.photo, { n: photo.number }), nameOf(writing, photo)].join(', ');
      const picture = await pictures.photo(photo.image.id);
      sheet.begin('Sect');
      drawPicture(sheet, picture, { x, y, width: wide, height: HEIGHT }, { alt, gap: words.say.gap });
      let at = y + HEIGHT + 3;
      for (const [text, look] of [
        [title, STRONG],
        [name, SMALL],
        [lines, verdict.look],
      ] as const) {
        const top = at;
        if (text.length > 0) sheet.element('P', {}, () => sheet.drawLines([...text], look, x, top, wide));
        at += text.length * look.leading;
      }
      sheet.end();
    }
    sheet.y = y + HEIGHT + textHeight + 12;
  }
};
