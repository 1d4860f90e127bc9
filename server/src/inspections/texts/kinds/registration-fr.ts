/** French registration papers (carte grise): each field by the code that is printed before or above it. */

import type { TextLine } from '../text-line.ts';
import { LEAST_FIELD_SCORE, NEXT_LINE } from '../tuning.ts';
import { below, onRowAfter } from './line-places.ts';
import { FIELDS } from './registration-fr-fields.ts';

type RegistrationField = { code: string; name: string; value: string; score: number; line: TextLine };
type RegistrationReading = { fields: RegistrationField[]; score: number };

const CODE = /^\W?([A-Z])[.,\s]?(\d)?(?:[.,](\d))?\W{0,2}(?:\s+|$)/;
/** With fewer, it is some other paper. */
const LEAST_FIELDS = 3;

/** Null where too few fields can be found for it to be such a paper. */
export function readRegistrationFr(lines: readonly TextLine[]): RegistrationReading | null {
  const sure = lines.filter(({ score }) => score >= LEAST_FIELD_SCORE);
  const found = new Map<string, RegistrationField>();
  for (const line of sure) {
    const field = fieldFrom(line, sure);
    const known = field && found.get(field.code);
    if (field && (!known || known.score < field.score)) found.set(field.code, field);
  }
  if (found.size < LEAST_FIELDS) return null;
  const fields = [...found.values()].sort((a, b) => a.code.localeCompare(b.code));
  return { fields, score: fields.reduce((sum, { score }) => sum + score, 0) / fields.length };
}

function fieldFrom(line: TextLine, lines: readonly TextLine[]): RegistrationField | null {
  const start = codeAt(line);
  if (!start) return null;
  const { code, length } = start;
  const { name, read } = FIELDS[code]!;
  const rest = { ...line, text: line.text.slice(length), characters: line.characters.slice(length) };
  const own = rest.text.trim() !== '' && read(rest.text, rest);
  if (own) return { code, name, value: own, score: line.score, line };
  // A code with other text behind it is the beginning of a sentence.
  if (rest.text.trim() !== '') return null;
  const next = onRowAfter(line, lines)[0];
  for (const candidate of [next, ...below(line, lines, NEXT_LINE)]) {
    if (!candidate || codeAt(candidate)) continue;
    const value = read(candidate.text, candidate);
    if (value) return { code, name, value, score: Math.min(line.score, candidate.score), line: candidate };
  }
  return null;
}

/** A capital I by itself is a mere stroke. */
const STROKE = /^[-1|l!]$/;

/** The longest code that the line starts with. */
function codeAt({ text }: TextLine): { code: string; length: number } | null {
  if (STROKE.test(text)) return { code: 'I', length: text.length };
  const match = text.match(CODE);
  if (!match) return null;
  const code = [match[1], match[2], match[3]].filter(Boolean).join('.');
  return code in FIELDS ? { code, length: match[0].length } : null;
}
