/** What no person has decided yet; only in reports that ask for it. */
import { heading } from '../page/blocks.ts';
import { BODY, SMALL, STRONG } from '../page/page-style.ts';
import { drawTable } from '../page/table.ts';
import type { Writing } from '../page/writing.ts';
import { capital } from '../words/words.ts';

export const writeSuspicions = ({ sheet, words, formats, data }: Writing) => {
  if (data.suspicions.length === 0) return;
  const { say } = words;
  const numbers = new Map(data.photos.map(({ number, image }) => [image.id, number]));
  heading(sheet, say.suspicions);
  sheet.need(80);
  sheet.paragraph(say.suspicions_hint, SMALL);
  sheet.y += 4;
  drawTable(
    sheet,
    [
      { title: say.damage, share: 30 },
      { title: say.part, share: 40 },
      { title: say.certainty, share: 15 },
      { title: say.photos, share: 15 },
    ],
    data.suspicions.map(({ damage_type, part_type, score, views }) => {
      const photos = new Set(views.flatMap(({ image_id }) => numbers.get(image_id) ?? []));
      return {
        cells: [
          { text: capital(words.damages[damage_type]), style: STRONG },
          { text: capital(words.parts[part_type ?? 'ignore']), style: BODY },
          { text: formats.share(Math.round(score * 100) / 100), style: SMALL },
          { text: [...photos].sort((a, b) => a - b).join(', '), style: SMALL },
        ],
      };
    }),
  );
};
