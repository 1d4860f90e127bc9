/** Who signs, by role. Never alone on a page: the photos follow, or the word that there are none. */
import { heading } from '../page/blocks.ts';
import { FAINT, LABEL, SMALL, SOFT, STRONG } from '../page/page-style.ts';
import type { Writing } from '../page/writing.ts';
import { fill, labeled } from '../words/words.ts';
import { agentName, ownerName, pdfDataOf } from './inspection.ts';

const HEIGHT = 116;

export const writeSignatures = (writing: Writing) => {
  const { sheet, words, data, options } = writing;
  const { say } = words;
  const given = pdfDataOf(writing);
  heading(sheet, say.signatures);
  sheet.need(HEIGHT + 2 * SMALL.leading);
  sheet.paragraph(fill(say.signed_for, { version: writing.data_version }), SMALL);
  sheet.y += 4;
  const wide = (sheet.width - 24) / 2;
  const top = sheet.y;
  const boxes = [
    { title: say.inspector, name: agentName(given) ?? data.approval?.by },
    { title: say.customer_signs, name: ownerName(given) ?? data.inspection.customer ?? options.client_name },
  ];
  for (const [index, { title, name }] of boxes.entries()) {
    const x = sheet.left + index * (wide + 24);
    sheet.decorate(() => sheet.doc.roundedRect(x, top, wide, HEIGHT, 4).lineWidth(0.7).stroke(FAINT));
    const write = (text: string, style: typeof STRONG, y: number) => {
      const lines = sheet.lines(text, style, wide - 20, 1);
      sheet.element('P', {}, () => sheet.drawLines(lines, style, x + 10, y, wide - 20));
    };
    write(title, STRONG, top + 8);
    write(name ? labeled(words, say.name, name) : say.name, LABEL, top + 24);
    write(say.place_date, LABEL, top + 58);
    write(say.signature, LABEL, top + HEIGHT - 14);
    sheet.decorate(() => {
      for (const y of [top + 56, top + HEIGHT - 16])
        sheet.doc
          .moveTo(x + 10, y)
          .lineTo(x + wide - 10, y)
          .lineWidth(0.5)
          .stroke(SOFT);
    });
  }
  sheet.y = top + HEIGHT;
};
