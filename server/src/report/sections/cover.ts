/** The head of the first page: whose report, which case and vehicle, and the way to the inspection. */
import { isDraft } from '../../inspections/tasks/validation.ts';
import { drawFacts, type Fact, fitInto } from '../page/blocks.ts';
import { BODY, MARGIN, SMALL, STRONG, type TextStyle, TITLE } from '../page/page-style.ts';
import { drawQr } from '../page/qr.ts';
import type { Writing } from '../page/writing.ts';
import { capital, fill, wordFor } from '../words/words.ts';

const TOP = 30;
const QR = 64;
const LOGO = { width: 130, height: 56 };
const NAME: TextStyle = { ...STRONG, size: 12, leading: 16 };
const SUBTITLE: TextStyle = { ...BODY, size: 11, leading: 15 };
const MOST_ADDRESS_LINES = 4;

const known = (facts: { label: string; value: string | null | undefined }[]): Fact[] =>
  facts.flatMap(({ label, value }) => (value ? { label, value } : []));

export const vehicleName = ({ data, words }: Pick<Writing, 'data' | 'words'>): string => {
  const { brand, model } = data.inspection.vehicle?.details ?? {};
  return [brand, model].filter(Boolean).join(' ') || words.say.vehicle;
};

const drawLogo = ({ sheet }: Writing): number => {
  const { brand, doc } = sheet;
  if (!brand.logo) return sheet.left;
  const logo = doc.openImage(brand.logo);
  const shown = fitInto({ x: sheet.left, y: TOP, ...LOGO }, logo);
  sheet.element('Figure', { alt: brand.name ?? 'Logo' }, () =>
    doc.image(logo, sheet.left, shown.y, { width: shown.width, height: shown.height }),
  );
  return sheet.left + shown.width + 14;
};

/** Answers where it ends. */
const drawCompany = (writing: Writing): number => {
  const { sheet, letterhead } = writing;
  const x = drawLogo(writing);
  const width = sheet.pageWidth - MARGIN - QR - 16 - x;
  const lines: [string | null, TextStyle, number][] = [
    [sheet.brand.name, NAME, 2],
    [letterhead.address, SMALL, MOST_ADDRESS_LINES],
    [letterhead.contact, SMALL, 2],
  ];
  let y = TOP;
  for (const [text, style, most] of lines) {
    if (!text?.trim()) continue;
    const written = sheet.lines(text.trim(), style, width, most);
    const top = y;
    sheet.element('P', {}, () => sheet.drawLines(written, style, x, top, width));
    y += written.length * style.leading;
  }
  return Math.max(y, sheet.brand.logo ? TOP + LOGO.height : TOP);
};

const drawLink = ({ sheet, words, options: { link } }: Writing) => {
  if (link === null) return;
  const [x, y] = [sheet.pageWidth - MARGIN - QR, TOP];
  sheet.link(words.say.open_inspection, link, { x, y, width: QR, height: QR }, () =>
    drawQr(sheet, link, x, y, QR),
  );
};

/** Answers where it ends. */
const drawTitle = (writing: Writing, top: number): number => {
  const { sheet, words, data } = writing;
  const width = sheet.width - (top < TOP + QR ? QR + 16 : 0);
  const plate = data.inspection.vehicle?.details.plate;
  const title = sheet.lines(words.say.title, TITLE, width, 2);
  const named = sheet.lines([vehicleName(writing), plate].filter(Boolean).join('  ·  '), SUBTITLE, width, 2);
  const below = top + title.length * TITLE.leading;
  sheet.element('H1', {}, () => sheet.drawLines(title, TITLE, sheet.left, top, width));
  sheet.element('P', {}, () => sheet.drawLines(named, SUBTITLE, sheet.left, below, width));
  return below + named.length * SUBTITLE.leading;
};

const approvalInWords = ({ words, formats, data }: Writing) => {
  const { approval } = data;
  if (approval === null) return words.say.not_approved;
  return fill(words.say.approved, { who: approval.by, date: formats.day(approval.at) });
};

export const writeCover = (writing: Writing) => {
  const { sheet, words, formats, data } = writing;
  const { inspection } = data;
  const { fields, say } = words;
  const vehicle = inspection.vehicle?.details ?? {};
  drawLink(writing);
  const company = drawCompany(writing);
  const end = drawTitle(writing, company === TOP ? TOP : company + 12);
  sheet.y = Math.max(end, TOP + QR) + 10;
  sheet.decorate(() => sheet.doc.rect(sheet.left, sheet.y, sheet.width, 2.5).fill(sheet.brand.color));
  sheet.y += 14;
  drawFacts(
    sheet,
    known([
      { label: fields.reference, value: inspection.reference },
      { label: fields.customer, value: inspection.customer },
      { label: fields.date_of_loss, value: inspection.date_of_loss && formats.date(inspection.date_of_loss) },
      {
        label: fields.inspection_type,
        value:
          inspection.inspection_type && capital(wordFor(words.inspection_types, inspection.inspection_type)),
      },
      { label: fields.plate, value: vehicle.plate },
      { label: fields.vin, value: vehicle.vin },
      { label: fields.mileage, value: vehicle.mileage && formats.distance(vehicle.mileage) },
      { label: fields.created_at, value: formats.time(inspection.created_at) },
      { label: fields.status, value: capital(words.task_status[inspection.status]) },
      { label: say.inspector, value: approvalInWords(writing) },
    ]),
    { columns: 4 },
  );
  if (isDraft(data.review)) sheet.paragraph(words.draft.sentence, STRONG);
};
