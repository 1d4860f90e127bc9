import { expect, test } from 'vitest';
import { moved, similarity } from './affine.ts';
import { packed } from './local-features.ts';
import { matchFeatures } from './match-features.ts';
import { seenAs, someFeatures } from './test-features.ts';

/** A third as large, turned a little, in the middle of the other photo. */
const PLACE = similarity({ from: { x: 0.5, y: 0.5 }, to: { x: 0.6, y: 0.4 } }, 0.33, 0.3);

const closeUp = someFeatures(60, 1);
const others = someFeatures(300, 2);
const match = (one: typeof closeUp, other: typeof closeUp) => matchFeatures(packed(one), [packed(other)])[0];

test('a close-up is found at its place on a wider photo', () => {
  const found = match(closeUp, [...others, ...seenAs(closeUp, PLACE)])!;
  expect(found.pairs.length).toBeGreaterThan(50);
  for (const corner of [
    { x: 0, y: 0 },
    { x: 1, y: 1 },
  ]) {
    const [there, expected] = [moved(found.place, corner), moved(PLACE, corner)];
    expect(Math.hypot(there.x - expected.x, there.y - expected.y)).toBeLessThan(0.005);
  }
});

test('a close-up of something else is found nowhere', () => {
  expect(match(closeUp, others)).toBeNull();
});

test('a few spots that look alike by chance are no proof', () => {
  expect(match(closeUp, [...others, ...seenAs(closeUp.slice(0, 5), PLACE)])).toBeNull();
});

test('the date that a camera writes into every photo is no proof', () => {
  const date = someFeatures(20, 3);
  expect(match([...closeUp, ...date], [...others, ...date])).toBeNull();
});

test('a photo that shows less than the close-up is no wider photo', () => {
  const nearer = similarity({ from: { x: 0.5, y: 0.5 }, to: { x: 0.5, y: 0.4 } }, 2, 0);
  const within = closeUp.filter(({ x, y }) => Math.abs(x - 0.5) < 0.2 && Math.abs(y - 0.5) < 0.2);
  expect(match(closeUp, [...others, ...seenAs(within, nearer)])).toBeNull();
});

test('a photo without features matches nothing', () => {
  expect(match([], others)).toBeNull();
  expect(match(closeUp, [])).toBeNull();
});
