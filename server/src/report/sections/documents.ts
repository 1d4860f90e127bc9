/** What was read on photos: numbers and papers, field by field. */
import { heading } from '../page/blocks.ts';
import { BODY, SMALL, STRONG } from '../page/page-style.ts';
import { drawTable, type Row } from '../page/table.ts';
import type { Writing } from '../page/writing.ts';
import { wordFor } from '../words/words.ts';

export const writeDocuments = ({ sheet, words, formats, data }: Writing) => {
  const { documents } = data.inspection;
  const { say } = words;
  const numbers = new Map(data.photos.map(({ number, image }) => [image.id, number]));
  const rows = documents.flatMap(({ type, fields }) =>
    fields
      .filter(({ value }) => value !== null)
      .map(({ name, value, confidence, views, stated_by }, index): Row => {
        const photos = [...new Set(views.flatMap(({ image_id }) => numbers.get(image_id) ?? []))];
        return {
          joined: index > 0,
          cells: [
            { text: index === 0 ? wordFor(words.document_types, type) : '', style: STRONG },
            { text: wordFor(words.document_fields, name), style: BODY },
            { text: typeof value === 'number' ? formats.number(value) : String(value), style: BODY },
            {
              text: stated_by ? say.corrected : formats.share(Math.round(confidence * 100) / 100),
              style: SMALL,
            },
            { text: photos.join(', '), style: SMALL },
          ],
        };
      }),
  );
  if (rows.length === 0) return;
  heading(sheet, say.documents);
  drawTable(
    sheet,
    [
      { title: say.document, share: 25 },
      { title: say.field, share: 20 },
      { title: say.text, share: 33 },
      { title: say.certainty, share: 12 },
      { title: say.photos, share: 10 },
    ],
    rows,
  );
};
