/** How number plates are made up, L for a letter and D for a digit. Plates of other makes are read as they are. */
import { asDigit, asLetter } from './look-alikes.ts';

const FIXED = ['LLLDDDD', 'LLLDLDD', 'LLDDDLL', 'DDDDLLL', 'LLDDLLL'];
const FREE = /^(?:L{1,5}D{1,4}|L{2,3}D{3,5}|L{1,3}D{1,4}L{1,3}|D{1,4}L{1,3}D{0,4})$/;

const MOST_SWAPS = 2;

const formOf = (text: string) => text.replace(/[A-Z]/g, 'L').replace(/\d/g, 'D');

export const hasForm = (text: string) => FIXED.includes(formOf(text)) || FREE.test(formOf(text));

/** Letters and digits that look alike, put where a form wants them; null where no form is near or two are alike near. */
export function inForm(text: string): { text: string; swaps: number } | null {
  const fits = FIXED.flatMap((form) => fitted(text, form) ?? []).sort((a, b) => a.swaps - b.swaps);
  const [best, next] = fits;
  if (!best || best.swaps > MOST_SWAPS || next?.swaps === best.swaps) return null;
  return best;
}

function fitted(text: string, form: string): { text: string; swaps: number } | null {
  if (text.length !== form.length) return null;
  let [result, swaps] = ['', 0];
  for (const [i, letter] of [...text].entries()) {
    const wanted = formOf(letter) === form[i] ? letter : form[i] === 'L' ? asLetter(letter) : asDigit(letter);
    if (wanted === null) return null;
    if (wanted !== letter) swaps++;
    result += wanted;
  }
  return { text: result, swaps };
}
