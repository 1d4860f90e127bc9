import fc from 'fast-check';
import PDFDocument from 'pdfkit';
import { expect, test } from 'vitest';
import * as given from '../test-inspection.ts';
import { makeReport, reportOf } from '../test-report.ts';
import { openFonts } from './fonts.ts';
import { clean, linesOf } from './text-lines.ts';

const withComment = (comment: string) => {
  const inspection = given.emptyInspection();
  inspection.additional_data = { pdf_data: { comment } };
  return reportOf(inspection);
};

const lettersOf = (text: string) => text.replace(/\s/g, '');

test('a comment of ten thousand characters is there to its last word, over as many pages as it takes', async () => {
  const comment = Array.from({ length: 1250 }, (_, index) => `word${index % 1000}`.padEnd(7, '.')).join(' ');
  expect(comment.length).toBeGreaterThan(9_900);
  const { text, pages } = await withComment(comment);
  expect(pages.length).toBeGreaterThan(2);
  const read = text.match(/word\d+/g)!;
  expect(read).toHaveLength(1250);
  expect(read.at(-1)).toBe('word249');
});

test('ten thousand letters without a space are cut into lines, and none is lost', async () => {
  const { text } = await withComment('W'.repeat(10_000));
  expect(text.match(/W/g)!.length).toBe(10_000);
  for (const line of text.split('\n')) expect(line.length).toBeLessThan(120);
});

test('Latin, Greek and Cyrillic are written whole', async () => {
  const comment = 'Żółć ŘEŘICHA ñandú ẞ ǅ ﻿Ελληνικά Ἀθῆναι Ђурђевдан Їжак ё €';
  const { text } = await withComment(comment);
  expect(lettersOf(text)).toContain(lettersOf(clean(comment)));
});

test('Hebrew and Arabic are there, with what is left to right among them', async () => {
  const { text } = await withComment('שלום עולם AB-123 הרכב\nتم فحص السيارة');
  for (const word of ['שלום', 'עולם', 'AB-123', 'הרכב']) expect(text).toContain(word);
  expect(text.normalize('NFKC')).toContain('فحص');
});

/** What stands on each line, from left to right, and whether it begins at the right. */
const laidOut = (text: string, width = 400) =>
  linesOf(openFonts(new PDFDocument()), text, { size: 9, weight: 'regular' }, width).map(
    ({ pieces, rightToLeft }) => ({ pieces: pieces.map((piece) => piece.text), rightToLeft }),
  );

test('numbers, marks and brackets among Hebrew stand where a reader of Hebrew looks for them', () => {
  expect(laidOut('בדיקה-2024')).toEqual([{ pieces: ['2024-', 'בדיקה'], rightToLeft: true }]);
  expect(laidOut('משה (כהן), AB-123 12.5%')).toEqual([
    { pieces: ['AB-123 12.5% ,(', 'כהן', ') ', 'משה'], rightToLeft: true },
  ]);
});

test('a Hebrew or Arabic name in an English sentence keeps the order of both', () => {
  expect(laidOut('Signed by משה כהן, agent')).toEqual([
    { pieces: ['Signed by ', 'כהן', ' ', 'משה', ', agent'], rightToLeft: false },
  ]);
  expect(laidOut('Client: محمد علي, 12 years')).toEqual([
    { pieces: ['Client: 12 ,', 'علي', ' ', 'محمد', ' years'], rightToLeft: false },
  ]);
});

test('a line does not end within an amount, before a closing mark, or after an opening one', () => {
  const lines = laidOut('one two 1\u00a0234\u00a0€ (three) “four” five', 42);
  const texts = lines.map(({ pieces }) => pieces.join(''));
  expect(texts.join(' ')).toBe('one two 1 234 € (three) “four” five');
  expect(texts.some((text) => text.includes('1 234 €'))).toBe(true);
  expect(texts.some((text) => /^[)”€]|[(“]$/.test(text))).toBe(false);
});

test('control characters, direction marks, emoji and halves of characters do not break the page', async () => {
  const { text } = await withComment(
    'one\u0000\u0007two \u202ethree\u202c \ud800 four 👩🏽‍🔧🚗 漢字 five\r\nsix\u2028seven',
  );
  expect(text).toContain('onetwo three');
  expect(text).toMatch(/four □+ □□ five/);
  expect(text).toMatch(/six\s+seven/);
});

test('names and marks of any length stay in their places', async () => {
  const inspection = given.emptyInspection();
  inspection.vehicle = given.vehicle({
    brand: 'X'.repeat(500),
    model: 'y '.repeat(250),
    plate: 'Z'.repeat(500),
  });
  inspection.images = [given.image({ name: 'n'.repeat(500) })];
  inspection.damages = [given.damage('dent', 'hood', { created_by: 'b'.repeat(300), model: null })];
  const { pages, text } = await reportOf(inspection, { wish: { client_name: 'c'.repeat(500) } });
  expect(pages.length).toBeLessThan(8);
  expect(text).toContain(`1 of ${pages.length}`);
});

test('a make with the characters of markup does not spoil what programs read about the document', async () => {
  const inspection = given.emptyInspection();
  inspection.vehicle = given.vehicle({ brand: 'A & <b>B</b>\u0000', model: 'C' });
  const pdf = await makeReport(inspection);
  const [, title] = /<dc:title>[\s\S]*?<rdf:li[^>]*>(.*?)<\/rdf:li>/.exec(pdf.toString())!;
  expect(title).toBe('Vehicle inspection report – A b B /b C');
});

test('a severity with a comment of ten thousand characters keeps all of it', async () => {
  const inspection = given.emptyInspection();
  const dent = given.damage('dent', 'hood');
  inspection.damages = [dent];
  inspection.severities = [given.severity(dent, 2, { comment: 'abcdefghi '.repeat(1000) })];
  expect((await reportOf(inspection)).text.match(/abcdefghi/g)).toHaveLength(1000);
});

test('what a client put into pdf_data in a form of its own does not keep the report from being made', async () => {
  const inspection = given.emptyInspection();
  inspection.additional_data = {
    pdf_data: { agent_first_name: 5, comment: ['a'], mileage: 'far', agent_company: 'Fleet' },
  };
  expect((await reportOf(inspection)).text).toContain('Fleet');
  inspection.additional_data = { pdf_data: 'nonsense' };
  expect((await reportOf(inspection)).text).toContain('Vehicle inspection report');
});

test('any text at all, in every place that takes one, makes a document that can be read', async () => {
  const any = fc.string({ unit: 'binary', maxLength: 80 });
  const texts = fc.array(fc.oneof(any, fc.string({ unit: 'grapheme', maxLength: 80 })), {
    minLength: 8,
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(
      texts,
      async ([brand, model, plate, name, client_name, comment, agent_company, created_by]) => {
        const inspection = given.emptyInspection();
        inspection.vehicle = given.vehicle({ brand, model, plate });
        inspection.images = [given.image({ name })];
        inspection.damages = [given.damage('dent', 'hood', { created_by, model: null })];
        inspection.additional_data = { pdf_data: { comment, agent_company } };
        const { text, pages } = await reportOf(inspection, { wish: { client_name } });
        expect(text).toContain(`1 of ${pages.length}`);
      },
    ),
    { numRuns: 8, seed: 20260305 },
  );
});
