/** How number plates are made up, L for a letter and D for a digit. Plates of other makes are read as they are. */
import type { Character } from '../text-line.ts';
import { CERTAIN_SIGN, LEAST_DOUBT } from '../tuning.ts';
import { haveSameShape, lookAlikes, mayHaveSameShape } from './look-alikes.ts';

/** Brazil (two), France and Italy, Spain, Great Britain, Turkey. */
const FIXED = [
  ...['LLLDDDD', 'LLLDLDD', 'LLDDDLL', 'DDDDLLL', 'LLDDLLL'],
  ...['DDLDDDD', 'DDLDDDDD', 'DDLLDDD', 'DDLLDDDD', 'DDLLLDD', 'DDLLLDDD'],
];
const FREE = /^(?:L{1,5}D{1,4}|L{2,3}D{3,5}|L{1,3}D{1,4}L{1,3}|D{1,5}L{1,3}D{0,4})$/;

const MOST_SWAPS = 2;

/** Capital letters and digits, each with what else it may be. */
export type Sign = Pick<Character, 'text' | 'score' | 'alternatives'>;
/** `scores` are those of the single characters. */
type InForm = { text: string; swaps: number; scores: number[] };

const formOf = (text: string) => text.replace(/[A-Z]/g, 'L').replace(/\d/g, 'D');
const textOf = (signs: readonly Sign[]) => signs.map(({ text }) => text).join('');

export const isFixed = (text: string) => FIXED.includes(formOf(text));
export const hasForm = (text: string) => isFixed(text) || FREE.test(formOf(text));

/** Look-alikes put where a form wants them; null where no form is near, or two are alike near. */
export function inForm(signs: readonly Sign[]): InForm | null {
  const fits = FIXED.flatMap((form) => fitted(signs, form) ?? []).sort((a, b) => a.swaps - b.swaps);
  const [best, next] = fits;
  if (!best || best.swaps > MOST_SWAPS || next?.swaps === best.swaps) return null;
  // What some country makes up like this needs a reason to be read otherwise.
  return best.swaps > 0 && FREE.test(formOf(textOf(signs))) && !best.doubtful ? null : best;
}

function fitted(signs: readonly Sign[], form: string): (InForm & { doubtful: boolean }) | null {
  if (signs.length !== form.length) return null;
  let [text, swaps, doubtful] = ['', 0, true];
  const scores: number[] = [];
  for (const [i, sign] of signs.entries()) {
    const others = lookAlikes(sign.text).map((other) => ({ text: other, score: chanceOf(sign, other) }));
    const [other] = others.sort((a, b) => b.score - a.score);
    const isRight = formOf(sign.text) === form[i];
    if (!isRight) {
      if (!other) return null;
      const same = haveSameShape(sign.text, other.text);
      const isOpen = same || other.score >= LEAST_DOUBT || sign.score < CERTAIN_SIGN;
      if (!isOpen && !mayHaveSameShape(sign.text, other.text)) return null;
      if (!same && other.score < sign.score / 2) doubtful = false;
      swaps++;
    }
    text += isRight ? sign.text : other!.text;
    // The form decides between the two, so what either has is for this one.
    scores.push(Math.min(1, sign.score + (other?.score ?? 0)));
  }
  return { text, swaps, scores, doubtful };
}

const chanceOf = ({ alternatives }: Sign, character: string) =>
  alternatives.find(({ text }) => text === character)?.score ?? 0;
