import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import languages from '../../../vocabulary/languages.json' with { type: 'json' };
import { type DecimalMark, decimalMarkOf, faultOf, isFar, readNumber } from './typed-number.ts';

const LANGUAGES = Object.keys(languages);
const readIn = (language: string, text: string) => readNumber(text, decimalMarkOf(language));

describe('numbers as people type them', () => {
  test.for([
    ['480,50', 480.5],
    ['480.50', 480.5],
    ['480,5', 480.5],
    ['480', 480],
    ['48050', 48050],
    ['1.234,56', 1234.56],
    ['1,234.56', 1234.56],
    ['1 234,56', 1234.56],
    ['1\u00a0234,56', 1234.56],
    ['1\u202f234,56', 1234.56],
    ["1'234.56", 1234.56],
    ['1’234,56', 1234.56],
    ['1234,567', 1234.567],
    ['1,234,567', 1_234_567],
    ['1.234.567', 1_234_567],
    ['1.234.567,8', 1_234_567.8],
    ['12 500', 12_500],
    ['0,125', 0.125],
    ['0.125', 0.125],
    [',5', 0.5],
    ['12,', 12],
    [' 12 ', 12],
    ['-3,5', -3.5],
    ['−3.5', -3.5],
  ] as const)('%s is the same number in every language', ([text, number]) => {
    for (const language of LANGUAGES) expect(readIn(language, text), language).toBe(number);
  });

  test('three digits after the only separator are read as the language writes them', () => {
    expect(readIn('en', '1,234')).toBe(1234);
    expect(readIn('en', '1.234')).toBe(1.234);
    for (const language of ['de', 'es', 'fr']) {
      expect(readIn(language, '1,234'), language).toBe(1.234);
      expect(readIn(language, '1.234'), language).toBe(1234);
    }
    // As the person's country writes it.
    expect(readIn('de-CH', '1.234')).toBe(1.234);
    expect(readIn('es-MX', '1,234')).toBe(1234);
  });

  test('an empty field is no number and no mistake', () => {
    for (const text of ['', '  ']) expect(readIn('en', text)).toBe(null);
  });

  test.for([
    'abc',
    '12 €',
    '1,23,4',
    '1.234.56',
    '1,2,3',
    '1 23',
    '1,234.567.890',
    '1 234.567,8',
    '12..5',
    '.',
    '-',
    '--1',
    '1e5',
    '0x10',
    'Infinity',
    'NaN',
    '１２',
  ])('%s is refused, and kept as it was typed', (text) => {
    for (const language of LANGUAGES) expect(readIn(language, text), language).toBe(text);
  });

  test('what was written by the service is read back in every language', () => {
    for (const language of ['en', 'en-GB', 'fr', 'fr-CH', 'de', 'de-CH', 'de-AT', 'es', 'es-MX'])
      for (const value of [0, 0.5, 480.5, 1234.56, 12_345.6, 1_000_000]) {
        const mark: DecimalMark = decimalMarkOf(language);
        const written = new Intl.NumberFormat(language).format(value);
        const plain = new Intl.NumberFormat(language, { useGrouping: false }).format(value);
        expect(readNumber(written, mark), `${language} ${written}`).toBe(value);
        expect(readNumber(plain, mark), `${language} ${plain}`).toBe(value);
      }
  });
});

test('a number outside of the limits, or finer than they allow, is named as that', () => {
  const price = { min: 0, max: 1_000_000, decimals: 2 };
  const days = { min: 1, max: 36_500, decimals: 0 };
  expect(faultOf(480.5, price)).toBe(null);
  expect(faultOf(null, price)).toBe(null);
  expect(faultOf('abc', price)).toBe('notNumber');
  expect(faultOf(-1, price)).toBe('outside');
  expect(faultOf(1_000_001, price)).toBe('outside');
  expect(faultOf(Number.POSITIVE_INFINITY, price)).toBe('outside');
  expect(faultOf(1.234, price)).toBe('tooFine');
  expect(faultOf(1.5, days)).toBe('notWhole');
});

test('a price is far from another one when a separator may be the reason, and not when people differ', () => {
  expect(isFar(48_050, 480)).toBe(true);
  expect(isFar(48, 480)).toBe(true);
  expect(isFar(900, 480)).toBe(false);
  expect(isFar(200, 480)).toBe(false);
  expect(isFar(200, 0)).toBe(false);
});

test('no field of the console is a number field of the browser, which drops a comma without a word', () => {
  const source = fileURLToPath(new URL('..', import.meta.url));
  const pages = globSync('**/*.tsx', { cwd: source });
  expect(pages.length).toBeGreaterThan(50);
  const own = pages.filter((page) => /type=["{']+number/.test(readFileSync(`${source}/${page}`, 'utf8')));
  expect(own).toEqual([]);
});
