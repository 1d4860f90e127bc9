import { expect, test } from 'vitest';
import { type Label, placeLabels } from './place-labels.ts';

const FRAME = { width: 400, height: 300 };
const label = (number: number, x: number, y: number, isSelected = false): Label => ({
  id: `d${number}`,
  number,
  text: 'Dent 87%',
  box: { x, y, width: 60, height: 40 },
  isSelected,
});

test('a label stands above its outline with number, type and certainty', () => {
  expect(placeLabels([label(1, 100, 100)], FRAME)).toMatchObject([
    { id: 'd1', text: '1 Dent 87%', x: 100, y: 77 },
  ]);
});

test('what has no number has its mark instead', () => {
  const flat = { ...label(0, 100, 100), mark: '!' };
  expect(placeLabels([flat], FRAME)).toMatchObject([{ text: '! Dent 87%' }]);
  expect(placeLabels([{ ...flat, id: 'wheel' }, label(1, 100, 100)], FRAME)).toMatchObject([
    { text: '! Dent 87%' },
    { text: '1' },
  ]);
});

test('it stays in the frame, and goes with an outline that is not in the frame', () => {
  const [edge] = placeLabels([label(1, 380, 5)], FRAME);
  expect(edge!.x + edge!.width).toBe(FRAME.width);
  expect(edge!.y).toBe(0);
  expect(placeLabels([label(1, 500, 100)], FRAME)).toEqual([]);
});

test('where two would lie on one another the second shows its number alone; the selected one stays whole', () => {
  const texts = (labels: Label[]) =>
    Object.fromEntries(placeLabels(labels, FRAME).map(({ id, text }) => [id, text]));
  expect(texts([label(1, 100, 100), label(2, 110, 105)])).toEqual({ d1: '1 Dent 87%', d2: '2' });
  expect(texts([label(1, 100, 100), label(2, 110, 105, true)])).toEqual({ d1: '1', d2: '2 Dent 87%' });
});
