import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';

test('what separates cells and lines stays in its cell', () => {
  expect(csvOf([['a', 'b,c', 'say "d"', 'two\nlines']], '.')).toBe(
    '\uFEFFa,"b,c","say ""d""","two\nlines"\r\n',
  );
});

test('numbers and separators are as the place writes them', () => {
  expect(csvOf([[1.5, 'a;b', 'c,d']], ',')).toBe('\uFEFF1,5;"a;b";c,d\r\n');
});

test('nothing that somebody typed becomes a formula, and a number stays one', () => {
  expect(csvOf([['=1+1', '@x', '-5', -5, null, undefined]], '.')).toBe("\uFEFF'=1+1,'@x,'-5,-5,,\r\n");
});
