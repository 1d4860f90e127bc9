/** Each damage with its best crop and the photo it was taken from, outlined. */
import { sum } from '../../inspections/costs/money.ts';
import { partCandidatesOf } from '../../inspections/damages/found-besides.ts';
import type { Damage } from '../../inspections/records/findings/damage.ts';
import type { ShownDamage } from '../damaged-parts.ts';
import { drawBadge, drawPicture, type Frame, heading, subheading } from '../page/blocks.ts';
import { drawOutline } from '../page/outline.ts';
import { FAINT, LEVEL_COLORS, LEVEL_INKS, SMALL, STRONG, SUBHEADING } from '../page/page-style.ts';
import type { Writing } from '../page/writing.ts';
import { reasonInWords } from '../words/reason-words.ts';
import { vehicleInWords } from '../words/vehicle-words.ts';
import { capital, damageInWords, fill, labeled, modelInWords, partInWords } from '../words/words.ts';

const PICTURES = 126;
/** Crops are cut to 4:3. */
const PICTURE_WIDTH = PICTURES * (4 / 3);
const GAP = 10;
const BADGE = 24;

const sizeInWords = (
  { words, formats }: Pick<Writing, 'words' | 'formats'>,
  { size_cm, stated_size_cm }: Damage,
) => {
  if (stated_size_cm !== null) return `${formats.length(stated_size_cm)} (${words.say.corrected})`;
  return size_cm ? formats.length(size_cm.value) : '';
};

const detailsOf = ({ words, formats, data }: Writing, { damage, views }: ShownDamage): string[] => {
  const { say } = words;
  const seenOn = new Set(views.map(({ photo }) => photo.number).sort((a, b) => a - b));
  const confirmed = data.confirmed.get(damage.id);
  const by = confirmed
    ? fill(say.confirmed_by, { model: modelInWords(words, confirmed.model), who: damage.created_by })
    : damage.model
      ? modelInWords(words, damage.model)
      : damage.created_by;
  const score = confirmed?.score ?? damage.score;
  const candidates = partCandidatesOf(damage)
    .map(
      ({ part_type, probability }) =>
        `${words.parts[part_type]} (${formats.share(Math.round(probability * 100) / 100)})`,
    )
    .join(', ');
  return [
    [say.part_candidates, candidates],
    [say.size, sizeInWords({ words, formats }, damage)],
    [say.found_by, by],
    [say.certainty, score === null ? '' : formats.share(Math.round(score * 100) / 100)],
    [say.seen_on, [...seenOn].map((n) => fill(say.photo, { n })).join(', ')],
  ].flatMap(([label, value]) => (value ? labeled(words, label!, value) : []));
};

/** With the reference of the earlier inspection, or its id where nobody gave it one. */
const knownSince = ({ words, formats, data }: Writing, { damage }: ShownDamage): string | null => {
  const { earlier } = data;
  if (earlier?.changeOf.get(damage.id) !== 'existing') return null;
  const { created_at, reference, id } = earlier.inspection;
  return fill(words.earlier.known_since, { date: formats.day(created_at), reference: reference ?? id });
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
    drawBadge(sheet, String(number), LEVEL_COLORS[level], sheet.left + 9, top + 13.5, 7.5);
    sheet.drawLines(lines, SUBHEADING, sheet.left + BADGE, top + 7, sheet.width - BADGE);
  });
  sheet.y += lines.length * SUBHEADING.leading + 11;
};

const writePictures = async (
  writing: Writing,
  { damage, views: [best], level }: ShownDamage,
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
    overlay: (shown) => drawOutline(sheet.doc, view, photo.image.width, shown, LEVEL_COLORS[level]),
  });
};

const writeDamage = async (writing: Writing, shown: ShownDamage) => {
  const { sheet, words } = writing;
  const { say, fields } = words;
  const textWidth = sheet.width - 2 * (PICTURE_WIDTH + GAP);
  const { comment, reason } = shown;
  const notes = [
    ...(comment ? [labeled(words, fields.comment, comment)] : []),
    ...(reason ? [labeled(words, say.reason, reasonInWords(writing, reason))] : []),
  ];
  const below = sum(notes.map((note) => sheet.lines(note, SMALL, sheet.width).length * SMALL.leading));
  sheet.need(PICTURES + 34 + below);
  sheet.begin('Sect');
  writeTitle(writing, shown);
  const { y } = sheet;
  const level = { ...STRONG, color: LEVEL_INKS[shown.level] };
  sheet.paragraph(capital(say[`level_${shown.level}`]), level, { width: textWidth });
  const known = knownSince(writing, shown);
  if (known) sheet.paragraph(known, { ...SMALL, weight: 'bold' }, { width: textWidth });
  for (const text of detailsOf(writing, shown)) {
    const lines = sheet.lines(text, SMALL, textWidth, 4);
    const top = sheet.y;
    sheet.element('P', {}, () => sheet.drawLines(lines, SMALL, sheet.left, top, textWidth));
    sheet.y += lines.length * SMALL.leading + 2;
  }
  const frame = { x: sheet.left + textWidth + GAP, y, width: PICTURE_WIDTH, height: PICTURES };
  await writePictures(writing, shown, frame, { ...frame, x: frame.x + PICTURE_WIDTH + GAP });
  sheet.y = Math.max(sheet.y, y + PICTURES) + 4;
  for (const note of notes) sheet.paragraph(note, SMALL);
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
