/** Breaks a text of any origin into lines that fit, whatever script it is in and whatever else it holds. */
import type { FontName, Fonts, Weight } from './fonts.ts';

export type TextStyle = { size: number; weight: Weight };
export type Piece = { font: FontName; text: string; width: number };
/** In the order in which the pieces stand on the page. */
export type Line = { pieces: Piece[]; width: number; rightToLeft: boolean };

const LINE_ENDS = /\r\n?|[\u2028\u2029\u000b\u000c]/g;
// Control characters and marks without a shape of their own: turning the direction, joining or varying emoji.
const INVISIBLE = /(?!\n)[\p{Cc}\p{Cf}\p{Variation_Selector}\p{Emoji_Modifier}]/gu;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;
const LETTER = /\p{L}/u;
/** Spaces, and words that end where a line may end. */
const TOKENS = /\s{1,60}|[^\s/_-]+[/_-]*|[/_-]+/gu;
/** A word that is wider than a line is cut; letters side by side can be a little wider than each alone. */
const CUT_AT = 0.98;
/** No word is longer, and shaping one of thousands of letters takes seconds. */
const LONGEST_WORD = 60;

export const clean = (text: string): string =>
  text.toWellFormed().replace(LINE_ENDS, '\n').replace(/\t/g, ' ').replace(INVISIBLE, '').normalize('NFC');

/** The direction is null for what has none: spaces, numbers, signs. */
type Token = { pieces: Piece[]; width: number; isSpace: boolean; rightToLeft: boolean | null };
type Measure = (text: string) => Token;

const sum = (pieces: readonly { width: number }[]) => pieces.reduce((all, { width }) => all + width, 0);

const measurer = (fonts: Fonts, { size, weight }: TextStyle): Measure => {
  return (text) => {
    const pieces = fonts.runsOf(text, weight).map((run) => ({ ...run, width: fonts.widthOf(run, size) }));
    const rightToLeft = RIGHT_TO_LEFT.test(text) ? true : LETTER.test(text) ? false : null;
    if (rightToLeft) pieces.reverse();
    return { pieces, width: sum(pieces), isSpace: /^\s/.test(text), rightToLeft };
  };
};

function* tokensOf(paragraph: string, width: number, measure: Measure): Generator<Token> {
  for (const [text] of paragraph.matchAll(TOKENS)) {
    if (text.length <= LONGEST_WORD) {
      const token = measure(/^\s/.test(text) ? ' ' : text);
      if (token.width <= width || text.length === 1) {
        yield token;
        continue;
      }
    }
    let part = '';
    let taken = 0;
    for (const character of text) {
      const next = measure(character).width;
      if (part !== '' && taken + next > width * CUT_AT) {
        yield measure(part);
        part = '';
        taken = 0;
      }
      part += character;
      taken += next;
    }
    yield measure(part);
  }
}

/**
 * Runs in the other direction are turned round. A number goes with Latin before it; what else has no direction goes
 * with its neighbours, if they agree.
 */
const inVisualOrder = (tokens: Token[], rightToLeft: boolean): Token[] => {
  const directions = tokens.map((token) => token.rightToLeft);
  for (let i = 0; i < tokens.length; i++) {
    if (directions[i] !== null) continue;
    const before = directions[i - 1] ?? rightToLeft;
    const after = directions.slice(i).find((direction) => direction !== null) ?? rightToLeft;
    const follows = before === after || (before === false && !tokens[i]!.isSpace);
    directions[i] = follows ? before : rightToLeft;
  }
  const ordered: Token[] = [];
  let at = 0;
  for (const [i, token] of tokens.entries()) {
    if (directions[i] === rightToLeft) at = ordered.push(token);
    else ordered.splice(at, 0, token);
  }
  return rightToLeft ? ordered.reverse() : ordered;
};

const lineOf = (tokens: Token[], rightToLeft: boolean): Line => {
  while (tokens.at(-1)?.isSpace) tokens.pop();
  const ordered = tokens.some((token) => token.rightToLeft) ? inVisualOrder(tokens, rightToLeft) : tokens;
  const pieces: Piece[] = [];
  for (const piece of ordered.flatMap((token) => token.pieces)) {
    const last = pieces.at(-1);
    if (last && last.font === piece.font && !RIGHT_TO_LEFT.test(last.text + piece.text)) {
      last.text += piece.text;
      last.width += piece.width;
    } else pieces.push({ ...piece });
  }
  return { pieces, width: sum(pieces), rightToLeft };
};

export const linesOf = (fonts: Fonts, text: string, style: TextStyle, width: number): Line[] => {
  const measure = measurer(fonts, style);
  const lines: Line[] = [];
  for (const paragraph of clean(text).split('\n')) {
    const rightToLeft = RIGHT_TO_LEFT.test(LETTER.exec(paragraph)?.[0] ?? '');
    let tokens: Token[] = [];
    let taken = 0;
    for (const token of tokensOf(paragraph, width, measure)) {
      if (tokens.length === 0 && token.isSpace) continue;
      if (tokens.length > 0 && !token.isSpace && taken + token.width > width) {
        lines.push(lineOf(tokens, rightToLeft));
        tokens = [];
        taken = 0;
      }
      tokens.push(token);
      taken += token.width;
    }
    lines.push(lineOf(tokens, rightToLeft));
  }
  return lines;
};
