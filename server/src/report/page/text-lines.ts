/**
 * Breaks a text of any origin into lines that fit, whatever script it is in and whatever else it holds. Where a line
 * may end is said by Unicode's line breaking (UAX 14), what stands where in it by its bidirectional algorithm (UAX 9).
 */
import createBidi from 'bidi-js';
import LineBreaker from 'linebreak';
import type { FontName, Fonts, Weight } from './fonts.ts';

type FontStyle = { size: number; weight: Weight };
export type Piece = { font: FontName; text: string; width: number };
/** In the order in which the pieces stand on the page. */
export type Line = { pieces: Piece[]; width: number; rightToLeft: boolean };

// Its types describe an ES module, and Node loads the package as CommonJS.
const bidi = (createBidi as unknown as typeof createBidi.default)();

const LINE_ENDS = /\r\n?|[\u2028\u2029\u000b\u000c]/g;
// Control characters and marks without a shape of their own: turning the direction, joining or varying emoji.
const INVISIBLE = /(?!\n)[\p{Cc}\p{Cf}\p{Variation_Selector}\p{Emoji_Modifier}]/gu;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;
/** The font shapes and turns a word of such letters. Everything else between them is written character by character. */
const RIGHT_TO_LEFT_ATOMS = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]+|./gsu;
/** A word that is wider than a line is cut; letters side by side can be a little wider than each alone. */
const CUT_AT = 0.98;
/** No word is longer, and shaping one of thousands of letters takes seconds. */
const LONGEST_WORD = 60;

export const clean = (text: string): string =>
  text.toWellFormed().replace(LINE_ENDS, '\n').replace(/\t/g, ' ').replace(INVISIBLE, '').normalize('NFC');

const sum = (pieces: readonly { width: number }[]) => pieces.reduce((all, { width }) => all + width, 0);

type Measure = (text: string) => Piece[];

const measurer =
  (fonts: Fonts, { size, weight }: FontStyle): Measure =>
  (text) =>
    fonts.runsOf(text, weight).map((run) => ({ ...run, width: fonts.widthOf(run, size) }));

/** What is never divided, with the space behind it, which a line does not need at its end. */
type Token = { start: number; end: number; pieces: Piece[]; space: Piece[] };

/** `shown` has plain spaces for all others; what a line may be divided at, the paragraph tells. */
function* tokensOf(paragraph: string, shown: string, width: number, measure: Measure): Generator<Token> {
  const breaker = new LineBreaker(paragraph);
  const space = measure(' ');
  let from = 0;
  for (let found = breaker.nextBreak(); found; found = breaker.nextBreak()) {
    const segment = shown.slice(from, found.position);
    const text = segment.trimEnd();
    const ended = segment.length > text.length ? space : [];
    const pieces = text.length <= LONGEST_WORD ? measure(text) : null;
    if (pieces && (sum(pieces) <= width || text.length === 1))
      yield { start: from, end: from + text.length, pieces, space: ended };
    else {
      const parts = cut(text, width, measure);
      for (const [i, part] of parts.entries()) {
        const start = from + parts.slice(0, i).join('').length;
        const isLast = i === parts.length - 1;
        yield { start, end: start + part.length, pieces: measure(part), space: isLast ? ended : [] };
      }
    }
    from = found.position;
  }
}

/** Into parts that fit. */
function cut(text: string, width: number, measure: Measure): string[] {
  const parts: string[] = [];
  let part = '';
  let taken = 0;
  for (const character of text) {
    const next = sum(measure(character));
    if (part !== '' && (taken + next > width * CUT_AT || part.length >= LONGEST_WORD)) {
      parts.push(part);
      part = '';
      taken = 0;
    }
    part += character;
    taken += next;
  }
  return [...parts, part];
}

/** The pieces between two places of a text with a direction of its own, as they stand on the page. */
function inVisualOrder(text: string, start: number, end: number, measure: Measure): Piece[] {
  const embedding = bidi.getEmbeddingLevels(text);
  const { levels } = embedding;
  const mirrored = bidi.getMirroredCharactersMap(text, levels, start, end - 1);
  const atomAt: Piece[][] = [];
  for (let from = start; from < end; ) {
    let to = from + 1;
    while (to < end && levels[to] === levels[from]) to++;
    const isTurned = levels[from]! % 2 === 1;
    const run = text.slice(from, to);
    for (const { 0: atom, index } of isTurned ? run.matchAll(RIGHT_TO_LEFT_ATOMS) : [{ 0: run, index: 0 }]) {
      const at = from + index;
      const pieces = measure(mirrored.get(at) ?? atom);
      if (isTurned) pieces.reverse();
      for (let i = at; i < at + atom.length; i++) atomAt[i] = pieces;
    }
    from = to;
  }
  const order = bidi.getReorderedIndices(text, embedding, start, end - 1);
  return order.flatMap((index, i) =>
    i > 0 && atomAt[index] === atomAt[order[i - 1]!] ? [] : atomAt[index]!,
  );
}

/** Neighbors in one font are one piece, unless a letter would then be shaped by another word. */
function joined(pieces: readonly Piece[]): Piece[] {
  const result: Piece[] = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    if (last && last.font === piece.font && !RIGHT_TO_LEFT.test(last.text + piece.text)) {
      last.text += piece.text;
      last.width += piece.width;
    } else result.push({ ...piece });
  }
  return result;
}

export const linesOf = (fonts: Fonts, text: string, style: FontStyle, width: number): Line[] => {
  const measure = measurer(fonts, style);
  const lines: Line[] = [];
  for (const raw of clean(text).split('\n')) {
    const paragraph = raw.trim().replace(/(\s)\s+/g, '$1');
    const shown = paragraph.replace(/\s/g, ' ');
    const isMixed = RIGHT_TO_LEFT.test(shown);
    const rightToLeft = isMixed && bidi.getEmbeddingLevels(shown).paragraphs[0]!.level === 1;
    let tokens: Token[] = [];
    let taken = 0;
    const endLine = () => {
      const [first, last] = [tokens[0], tokens.at(-1)];
      const pieces = isMixed
        ? inVisualOrder(shown, first!.start, last!.end, measure)
        : tokens.flatMap((token) => (token === last ? token.pieces : [...token.pieces, ...token.space]));
      lines.push({ pieces: joined(pieces), width: sum(pieces), rightToLeft });
      tokens = [];
      taken = 0;
    };
    for (const token of tokensOf(paragraph, shown, width, measure)) {
      if (tokens.length > 0 && taken + sum(token.pieces) > width) endLine();
      tokens.push(token);
      taken += sum(token.pieces) + sum(token.space);
    }
    endLine();
  }
  return lines;
};
