/** The head of the first page: whose report, which vehicle, and the way to the inspection. */
import { drawFacts, type Fact, type Frame, fitInto } from '../page/blocks.ts';
import { inkOn, MARGIN, type TextLook, TITLE } from '../page/page-style.ts';
import { drawQr } from '../page/qr.ts';
import type { Writing } from '../page/writing.ts';
import { capital, wordFor } from '../words/words.ts';

const BAND = 104;
const QR = 72;

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
  const frame: Frame = { x: sheet.left, y: (BAND - 52) / 2, width: 110, height: 52 };
  const shown = fitInto(
    { ...frame, x: frame.x + 6, y: frame.y + 5, width: frame.width - 12, height: frame.height - 10 },
    logo,
  );
  sheet.decorate(() => doc.roundedRect(frame.x, frame.y, frame.width, frame.height, 4).fill('#ffffff'));
  sheet.element('Figure', { alt: brand.name ?? 'Logo' }, () =>
    doc.image(logo, shown.x, shown.y, { width: shown.width, height: shown.height }),
  );
  return frame.x + frame.width + 16;
};

const drawLink = ({ sheet, words, options: { link } }: Writing) => {
  if (link === null) return;
  const [x, y] = [sheet.pageWidth - MARGIN - QR, (BAND - QR) / 2];
  sheet.link(words.say.open_inspection, link, { x, y, width: QR, height: QR }, () =>
    drawQr(sheet, link, x, y, QR),
  );
};

const title = (writing: Writing) => {
  const { sheet, words, data } = writing;
  const x = drawLogo(writing);
  const width = sheet.pageWidth - MARGIN - QR - 16 - x;
  const color = inkOn(sheet.brand.color);
  const look: TextLook = { ...TITLE, color };
  const subtitle: TextLook = { size: 11, weight: 'regular', color, leading: 15 };
  const plate = data.inspection.vehicle?.details.plate;
  const lines = sheet.lines(words.say.title, look, width, 2);
  const named = sheet.lines([vehicleName(writing), plate].filter(Boolean).join('  ·  '), subtitle, width, 2);
  const top = (BAND - lines.length * look.leading - named.length * subtitle.leading) / 2;
  sheet.element('H1', {}, () => sheet.drawLines(lines, look, x, top, width));
  sheet.element('P', {}, () => sheet.drawLines(named, subtitle, x, top + lines.length * look.leading, width));
};

export const writeCover = (writing: Writing) => {
  const { sheet, words, formats, data } = writing;
  const { inspection } = data;
  const vehicle = inspection.vehicle?.details ?? {};
  sheet.decorate(() => sheet.doc.rect(0, 0, sheet.pageWidth, BAND).fill(sheet.brand.color));
  title(writing);
  drawLink(writing);
  sheet.y = BAND + 18;
  drawFacts(
    sheet,
    known([
      { label: words.fields.reference, value: inspection.reference },
      { label: words.fields.customer, value: inspection.customer },
      {
        label: words.fields.date_of_loss,
        value: inspection.date_of_loss && formats.date(inspection.date_of_loss),
      },
      { label: words.fields.plate, value: vehicle.plate },
      { label: words.fields.vin, value: vehicle.vin },
      { label: words.fields.mileage, value: vehicle.mileage && formats.distance(vehicle.mileage) },
      { label: words.fields.created_at, value: formats.time(inspection.created_at) },
      { label: words.fields.status, value: capital(words.task_status[inspection.status]) },
      {
        label: words.fields.inspection_type,
        value:
          inspection.inspection_type && capital(wordFor(words.inspection_types, inspection.inspection_type)),
      },
      { label: words.fields.inspection_id, value: inspection.id },
    ]),
    { columns: 4 },
  );
};
