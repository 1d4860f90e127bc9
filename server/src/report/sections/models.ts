/** The models that looked, and what their weights may be used for. */
import { heading } from '../page/blocks.ts';
import { BODY, SMALL, STRONG } from '../page/page-style.ts';
import { drawTable } from '../page/table.ts';
import type { Writing } from '../page/writing.ts';
import { writeRestriction } from '../restriction.ts';

export const writeModels = (writing: Writing) => {
  const { sheet, words, data } = writing;
  const { say } = words;
  heading(sheet, say.models);
  if (data.models.length === 0) {
    sheet.paragraph(data.state ? say.no_finds_of_models : say.no_models, BODY);
    return;
  }
  drawTable(
    sheet,
    [
      { title: say.model, share: 20 },
      { title: say.version, share: 20 },
      { title: words.model_use.title, share: 60 },
    ],
    data.models.map(({ name, version, licence, use }) => ({
      cells: [
        { text: name, style: STRONG },
        { text: version, style: BODY },
        { text: use === 'evaluation_and_research' ? words.model_use[use] : (licence ?? '–'), style: SMALL },
      ],
    })),
  );
  writeRestriction(writing);
};
