/** The note that a model with restricted weights was used. It is printed beside the findings and beside the list of models. */
import { isRestricted } from '../inspections/model-terms.ts';
import { SMALL } from './page/page-style.ts';
import type { Writing } from './page/writing.ts';
import { fill, wordFor } from './words/words.ts';

export const writeRestriction = ({ sheet, words, data }: Writing, place?: { x: number; width: number }) => {
  const restricted = data.models.filter(isRestricted);
  if (restricted.length === 0) return;
  const models = restricted.map(({ name }) => wordFor(words.model_names, name)).join(', ');
  sheet.y += 4;
  sheet.paragraph(fill(words.model_use.sentence, { models }), SMALL, place);
};
