/** The models that looked, and what their weights may be used for. */
import { heading } from '../page/blocks.ts';
import { BODY, SMALL, STRONG } from '../page/page-style.ts';
import { drawTable } from '../page/table.ts';
import type { Writing } from '../page/writing.ts';
import { writeRestriction } from '../restriction.ts';
import { capital, wordFor } from '../words/words.ts';

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
      { title: say.model, share: 35 },
      { title: say.version, share: 25 },
      { title: words.model_use.title, share: 40 },
    ],
    data.models.map(({ name, version, licence, use }) => ({
      cells: [
        { text: capital(wordFor(words.model_names, name)), style: STRONG },
        { text: `${name} ${version}`, style: BODY },
        { text: use === 'evaluation_and_research' ? words.model_use[use] : (licence ?? '–'), style: SMALL },
      ],
    })),
  );
  writeRestriction(writing);
};
