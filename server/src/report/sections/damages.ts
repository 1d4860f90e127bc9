/** Each damage with its best crop and the photo it was taken from, outlined. */
import { partCandidatesOf } from '../../inspections/damages/found-besides.ts';
import type { View } from '../../inspections/records/view.ts';
import type { ShownDamage } from '../damaged-parts.ts';
import { drawBadge, drawPicture, type Frame, heading, subheading } from '../page/blocks.ts';
import { FAINT, LEVEL_COLORS, LEVEL_INKS, SMALL, STRONG, SUBHEADING } from '../page/page-style.ts';
import type { Writing } from '../page/writing.ts';
import { reasonInWords } from '../words/reason-words.ts';
import { vehicleInWords } from '../words/vehicle-words.ts';
import { capital, damageInWords, fill, labeled, partInWords } from '../words/words.ts';

const PICTURES = 120;
const GAP = 10;
const BADGE = 24;

/** White under the color, so that it is seen on every paint. */
const outlineOf = (
  { bounding_box: box, polygons }: View,
  doc: PDFKit.PDFDocument,
  { x, y }: Frame,
  scale: number,
) => {
  const rings = polygons.filter((polygon) => polygon.length > 2);
  return () => {
    for (const ring of rings)
      doc.polygon(...ring.map(([px, py]): [number, number] => [x + px * scale, y + py * scale]));
    if (rings.length === 0)
      doc.roundedRect(x + box.xmin * scale, y + box.ymin * scale, box.width * scale, box.height * scale, 1.5);
    return doc;
  };
};

const drawOutline =
  ({ sheet }: Writing, view: View, imageWidth: number, color: string) =>
  (shown: Frame) => {
    const { doc } = sheet;
    const trace = outlineOf(view, doc, shown, shown.width / imageWidth);
    doc.save().rect(shown.x, shown.y, shown.width, shown.height).clip();
    trace().lineJoin('round').lineWidth(2.6).stroke('#ffffff');
    trace().lineWidth(1.3).stroke(color);
    doc.restore();
  };

const detailsOf = ({ words, formats }: Writing, { damage, seen_on }: ShownDamage): string[] => {
  const { say } = words;
  const by = damage.model ? `${damage.model.name} ${damage.model.version}` : damage.created_by;
  const candidates = partCandidatesOf(damage)
    .map(
      ({ part_type, probability }) =>
        `${words.parts[part_type]} (${formats.share(Math.round(probability * 100) / 100)})`,
    )
    .join(', ');
  return [
    [say.part_candidates, candidates],
    [say.size, damage.size_cm ? formats.length(damage.size_cm.value) : ''],
    [say.found_by, by],
    [say.certainty, damage.score === null ? '' : formats.share(Math.round(damage.score * 100) / 100)],
    [say.seen_on, seen_on.map((n) => fill(say.photo, { n })).join(', ')],
  ].flatMap(([label, value]) => (value ? labeled(words, label!, value) : []));
};

const writeTitle = ({ sheet, words }: Writing, { number, damage, level }: ShownDamage) => {
  const top = sheet.y;
  sheet.decorate(() => {
    sheet.doc
      .moveTo(sheet.left, top)
      .lineTo(sheet.left + sheet.width, top)
      .lineWidth(0.5)
      .stroke(FAINT);
  });
  const name = `${capital(partInWords(words, damage))} – ${damageInWords(words, damage)}`;
  const lines = sheet.lines(name, SUBHEADING, sheet.width - BADGE);
  sheet.element('H3', {}, () => {
    drawBadge(sheet, String(number), level, sheet.left + 9, top + 13.5, 7.5);
    sheet.drawLines(lines, SUBHEADING, sheet.left + BADGE, top + 7, sheet.width - BADGE);
  });
  sheet.y += lines.length * SUBHEADING.leading + 11;
};

const writePictures = async (
  writing: Writing,
  { damage, best, level }: ShownDamage,
  left: Frame,
  right: Frame,
) => {
  const { sheet, words, pictures } = writing;
  const { say } = words;
  if (!best) {
    drawPicture(
      sheet,
      null,
      { ...left, width: right.x + right.width - left.x },
      { alt: '', gap: say.no_photo },
    );
    return;
  }
  const { view, photo } = best;
  const named = { damage: damageInWords(words, damage), part: partInWords(words, damage) };
  const crop = await pictures.crop(photo.image.id, view.id);
  const whole = await pictures.photo(photo.image.id);
  drawPicture(sheet, crop, left, { alt: fill(say.crop_of_damage, named), gap: say.gap });
  drawPicture(sheet, whole, right, {
    alt: fill(say.photo_of_damage, { n: photo.number }),
    gap: say.gap,
    overlay: drawOutline(writing, view, photo.image.width, LEVEL_COLORS[level]),
  });
};

const writeDamage = async (writing: Writing, shown: ShownDamage) => {
  const { sheet, words } = writing;
  const { say, fields } = words;
  const textWidth = sheet.width * 0.27;
  const wide = (sheet.width - textWidth - 2 * GAP) / 2;
  sheet.need(PICTURES + 34);
  sheet.begin('Sect');
  writeTitle(writing, shown);
  const { y } = sheet;
  const level = { ...STRONG, color: LEVEL_INKS[shown.level] };
  sheet.paragraph(capital(say[`level_${shown.level}`]), level, { width: textWidth });
  for (const text of detailsOf(writing, shown)) {
    const lines = sheet.lines(text, SMALL, textWidth, 4);
    const top = sheet.y;
    sheet.element('P', {}, () => sheet.drawLines(lines, SMALL, sheet.left, top, textWidth));
    sheet.y += lines.length * SMALL.leading + 2;
  }
  const frame = { x: sheet.left + textWidth + GAP, y, width: wide, height: PICTURES };
  await writePictures(writing, shown, frame, { ...frame, x: frame.x + wide + GAP });
  sheet.y = Math.max(sheet.y, y + PICTURES) + 4;
  const { comment, reason } = shown;
  if (comment) sheet.paragraph(labeled(words, fields.comment, comment), SMALL);
  if (reason) sheet.paragraph(labeled(words, say.reason, reasonInWords(writing, reason)), SMALL);
  sheet.end();
  sheet.y += 8;
};

export const writeDamages = async (writing: Writing) => {
  const { sheet, words, data } = writing;
  if (data.damages.length === 0) return;
  heading(sheet, words.say.damages);
  if (data.vehicles.length === 0) for (const damage of data.damages) await writeDamage(writing, damage);
  for (const vehicle of data.vehicles.filter(({ damages }) => damages.length > 0)) {
    subheading(sheet, vehicleInWords(writing, vehicle));
    for (const damage of vehicle.damages) await writeDamage(writing, damage);
  }
};
