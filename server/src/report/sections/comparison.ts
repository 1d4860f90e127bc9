/** What is new since the earlier inspection of the vehicle, what was there already, and what is gone. */
import { CHANGES } from '../../inspections/comparison/comparison.ts';
import { heading } from '../page/blocks.ts';
import { BAD, BODY, GOOD, SMALL, SOFT, STRONG, type TextStyle } from '../page/page-style.ts';
import { drawTable } from '../page/table.ts';
import type { Writing } from '../page/writing.ts';
import { capital, damageInWords, fill, labeled } from '../words/words.ts';

const STYLES: Record<(typeof CHANGES)[number], TextStyle> = {
  new: { ...STRONG, color: BAD },
  unknown: { ...STRONG, color: SOFT },
  existing: STRONG,
  gone: { ...STRONG, color: GOOD },
};

export const writeComparison = ({ sheet, words, formats, data }: Writing) => {
  const { comparison } = data;
  if (!comparison) return;
  const { say } = words;
  heading(sheet, say.comparison);
  sheet.need(80);
  const [before, after] = [comparison.before, comparison.after].map(
    ({ id, created_at }) => `${formats.time(created_at)} (${id})`,
  ) as [string, string];
  sheet.paragraph(fill(say.compared, { before, after }), SMALL);
  const counts = CHANGES.map((change) =>
    labeled(words, capital(say[change]), comparison.damages.filter(({ status }) => status === change).length),
  );
  sheet.paragraph(counts.join('   ·   '), STRONG);
  sheet.y += 6;
  if (comparison.damages.length === 0) return;
  const numbers = new Map(data.damages.map(({ number, damage }) => [damage.id, number]));
  drawTable(
    sheet,
    [
      { title: say.number, share: 7 },
      { title: say.change, share: 17 },
      { title: say.part, share: 22 },
      { title: say.damage, share: 18 },
      { title: say.reason, share: 36 },
    ],
    comparison.damages.map(({ status, reason, decision, before: earlier, after: later }) => {
      const had = earlier.damage ? damageInWords(words, earlier.damage) : '';
      const doubt = reason ? capital(fill(words.doubts[reason.code], { earlier: had })) : '';
      // The photos did not tell, and the person who did answers for it.
      const why = decision
        ? fill(say.decided_by, {
            who: decision.made_by_name ?? decision.made_by,
            date: formats.day(decision.made_at),
          })
        : doubt;
      const damage = (later.damage ?? earlier.damage)!;
      const own = [later.damage, earlier.damage].find((one) => one && numbers.has(one.id));
      return {
        cells: [
          { text: own ? String(numbers.get(own.id)) : '–', style: SMALL },
          { text: capital(say[status]), style: STYLES[status] },
          { text: capital(words.parts[damage.part_type]), style: BODY },
          { text: capital(damageInWords(words, damage)), style: BODY },
          { text: why, style: SMALL },
        ],
      };
    }),
  );
};
