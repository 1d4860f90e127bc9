import { describe, expect, test } from 'vitest';
import type { BoundingBox } from '../records/place.ts';
import { lineOf } from './test-lines.ts';
import type { TextLine } from './text-line.ts';
import { textsOnPhoto } from './texts-on-photo.ts';

const photo = (lines: TextLine[]) => ({ width: 1000, height: 800, lines });

/** `areas`: where a plate was detected, and the lines of the second pass over it. */
const detectionsOn = (text: ReturnType<typeof photo>, areas: { box: BoundingBox; lines: TextLine[] }[]) =>
  textsOnPhoto({
    text,
    plates: areas.map(({ box }) => ({ label: 'plate', score: 0.9, bounding_box: box })),
    ...(areas.length > 0 && { plate_text: areas.map(({ lines }) => lines) }),
  });

const BOX = { xmin: 100, ymin: 100, width: 100, height: 30 };
const at = { x: 105, y: 104 };

describe('number plates', () => {
  const platesOf = (far: string | null, near: string | null) =>
    detectionsOn(photo(far === null ? [] : [lineOf(far, at)]), [
      { box: BOX, lines: near === null ? [] : [lineOf(near, at)] },
    ]).plates.map(({ plate }) => plate);

  test('are read from afar and from close by, and told where both say the same or one says nothing', () => {
    expect(platesOf('AB-123-CD', 'AB123CD')).toEqual(['AB123CD']);
    expect(platesOf('AB-123-CD', null)).toEqual(['AB123CD']);
    expect(platesOf(null, 'AB-123-CD')).toEqual(['AB123CD']);
  });

  test('are not told where the two readings differ, except by a character that one of them lost', () => {
    expect(platesOf('OUP1442', 'DUP1442')).toEqual([]);
    expect(platesOf('PJJ1406', 'PJJ406')).toEqual(['PJJ1406']);
    expect(platesOf('JT2905', 'PJT2905')).toEqual(['PJT2905']);
  });

  test('may be less sure where both readings say the same, and the clearly surer one counts where they differ', () => {
    const read = (far: TextLine[], near: TextLine[]) =>
      detectionsOn(photo(far), [{ box: BOX, lines: near }]).plates.map(({ plate }) => plate);
    const weak = [lineOf('AB-123-CD', { ...at, score: 0.75 })];
    expect(read(weak, weak)).toEqual(['AB123CD']);
    expect(read(weak, [])).toEqual([]);
    const doubts = { 0: [{ text: 'D', score: 0.4 }] };
    expect(read([lineOf('OUP1442', { ...at, doubts })], [lineOf('DUP1442', at)])).toEqual(['DUP1442']);
  });

  test('are not told where letters stand one above the other beside the number', () => {
    const box = { xmin: 80, ymin: 90, width: 160, height: 60 };
    const lines = [lineOf('DBE 5649', { x: 105, y: 104 }), lineOf('M', { x: 96, y: 106, height: 8 })];
    expect(detectionsOn(photo(lines), [{ box, lines }]).plates).toEqual([]);
    expect(detectionsOn(photo(lines.slice(0, 1)), [{ box, lines: [] }]).plates).toHaveLength(1);
  });

  test('on a farther vehicle beside that of the photo are left out, also where it is the only plate', () => {
    const platesBeside = (...boxes: BoundingBox[]) =>
      textsOnPhoto({
        text: photo([lineOf('AB123CD', at)]),
        plates: [{ label: 'plate', score: 0.9, bounding_box: BOX }],
        plate_text: [[]],
        vehicles: boxes.map((bounding_box) => ({ label: 'vehicle', score: 0.9, bounding_box })),
      }).plates.map(({ plate }) => plate);
    const [own, van] = [
      { xmin: 220, ymin: 50, width: 700, height: 600 },
      { xmin: 50, ymin: 20, width: 200, height: 200 },
    ];
    expect(platesBeside(own, van)).toEqual([]);
    expect(platesBeside(van)).toEqual(['AB123CD']);
    expect(platesBeside(own)).toEqual(['AB123CD']);
    expect(platesBeside({ ...own, xmin: 90 }, van)).toEqual(['AB123CD']);
    expect(platesBeside(own, { xmin: 0, ymin: 0, width: 600, height: 600 })).toEqual(['AB123CD']);
  });

  test('of other vehicles, further away, are left out; one as large is told too', () => {
    const second = { xmin: 400, ymin: 100, width: 100, height: 30 };
    const platesWith = (height: number) => {
      const lines = [lineOf('AB123CD', at), lineOf('XY987ZZ', { x: 405, y: 104, height })];
      const areas = [BOX, second].map((box) => ({ box, lines: [] }));
      return detectionsOn(photo(lines), areas).plates.map(({ plate }) => plate);
    };
    expect(platesWith(8)).toEqual(['AB123CD']);
    expect(platesWith(18)).toEqual(['AB123CD', 'XY987ZZ']);
  });

  test('that the edge of the photo cuts are not told', () => {
    const box = { xmin: 900, ymin: 100, width: 100, height: 30 };
    const cut = [lineOf('54DR123', { x: 915, y: 104 })];
    expect(detectionsOn(photo(cut), [{ box, lines: cut }]).plates).toEqual([]);
    expect(detectionsOn(photo(cut), []).plates).toEqual([]);
  });

  test('are not what stands on instruments', () => {
    const total = [lineOf('ODO', { x: 105, y: 82, height: 14 }), lineOf('086412 km', at)];
    const { odometer, plates } = detectionsOn(photo(total), [{ box: BOX, lines: total }]);
    expect(odometer).toMatchObject({ value: 86412, unit: 'km' });
    expect(plates).toEqual([]);
  });

  test('without a place are told as such', () => {
    expect(detectionsOn(photo([lineOf('AB-123-CD', at)]), []).plates).toMatchObject([
      { plate: 'AB123CD', located: false },
    ]);
  });
});

describe('machine-readable zones', () => {
  const paperOf = (...rows: string[]) =>
    detectionsOn(photo(rows.map((text, i) => lineOf(text, { y: 30 * i }))), []).papers[0]!;
  const rowOf = ({ fields }: ReturnType<typeof paperOf>, wanted: string) =>
    fields.find(({ name }) => name === wanted)!.polygons[0]![0]![1] / 30;

  test('of a passport, a French card and a card of another country are told apart', () => {
    const passport = paperOf(
      'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
      'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
    );
    const french = paperOf('IDFRABERTHIER<<<<<<<<<<<<<<<<<<<<<<<', '8806923102858CORINNE<<<<<<<6512068F6');
    const other = paperOf(
      'I<UTOD231458907<<<<<<<<<<<<<<<',
      '7408122F1204159UTO<<<<<<<<<<<6',
      'ERIKSSON<<ANNA<MARIA<<<<<<<<<<',
    );
    expect([passport, french, other].map(({ type }) => type)).toEqual(['PASSPORT', 'ID_FR', 'ID']);
    expect([passport, french, other].map((paper) => rowOf(paper, 'given_names'))).toEqual([0, 1, 2]);
    expect([passport, french, other].map((paper) => rowOf(paper, 'number'))).toEqual([1, 1, 0]);
  });
});
