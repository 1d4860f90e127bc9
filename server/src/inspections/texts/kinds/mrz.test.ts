import { expect, test } from 'vitest';
import { lineOf } from '../test-lines.ts';
import { readMrz } from './mrz.ts';

const zone = (...rows: string[]) => rows.map((text, i) => lineOf(text, { y: 30 * i }));
const PASSPORT = [
  'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
  'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
];

test('a passport', () => {
  expect(readMrz([lineOf('UTOPIA', { y: -60 }), ...zone(...PASSPORT)], 2026)).toMatchObject({
    format: 'TD3',
    document_code: 'P',
    issuer: 'UTO',
    number: 'L898902C3',
    surname: 'ERIKSSON',
    given_names: 'ANNA MARIA',
    nationality: 'UTO',
    birth_date: '1974-08-12',
    sex: 'F',
    expiry_date: '2012-04-15',
    checks: { number: true, birth_date: true, expiry_date: true },
  });
});

test('a card of three rows', () => {
  const rows = [
    'I<UTOD231458907<<<<<<<<<<<<<<<',
    '7408122F1204159UTO<<<<<<<<<<<6',
    'ERIKSSON<<ANNA<MARIA<<<<<<<<<<',
  ];
  expect(readMrz(zone(...rows), 2026)).toMatchObject({
    format: 'TD1',
    number: 'D23145890',
    surname: 'ERIKSSON',
    birth_date: '1974-08-12',
    checks: { number: true, birth_date: true, expiry_date: true },
  });
});

test('a card of two rows', () => {
  const rows = ['I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'D231458907UTO7408122F1204159<<<<<<<6'];
  expect(readMrz(zone(...rows), 2026)).toMatchObject({
    format: 'TD2',
    number: 'D23145890',
    given_names: 'ANNA MARIA',
  });
});

test('a number too long for its field is read whole, from the place where the standard lets it go on', () => {
  const rows = [
    'I<UTOD23145890<7349<<<<<<<<<<<',
    '3407127M9507122UTO<<<<<<<<<<<2',
    'STEVENSON<<PETER<JOHN<<<<<<<<<',
  ];
  expect(readMrz(zone(...rows), 2026)).toMatchObject({
    format: 'TD1',
    number: 'D23145890734',
    birth_date: '1934-07-12',
    checks: { number: true, birth_date: true, expiry_date: true },
  });
});

test('digits for letters in a name do not make a card of two rows a French one', () => {
  const rows = ['I<UTOERIKSSON<<ANNA<MARIA<LOUISE<T0V', 'D231458907UTO7408122F1204159<<<<<<<6'];
  expect(readMrz(zone(...rows), 2026)).toMatchObject({
    format: 'TD2',
    surname: 'ERIKSSON',
    given_names: 'ANNA MARIA LOUISE TOV',
  });
});

test('a French identity card', () => {
  const rows = ['IDFRABERTHIER<<<<<<<<<<<<<<<<<<<<<<<', '8806923102858CORINNE<<<<<<<6512068F6'];
  expect(readMrz(zone(...rows), 2026)).toMatchObject({
    format: 'FRANCE',
    number: '880692310285',
    surname: 'BERTHIER',
    given_names: 'CORINNE',
    birth_date: '1965-12-06',
    sex: 'F',
    checks: { number: true, birth_date: true, whole: true },
  });
});

test('fillers counted wrong, blanks and letters for digits do not spoil it', () => {
  const rows = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<', 'L898902C36UTO74O8I22F 1204159ZE184226B<<<<<10'];
  expect(readMrz(zone(...rows), 2026)).toMatchObject({
    surname: 'ERIKSSON',
    birth_date: '1974-08-12',
    checks: { birth_date: true },
  });
});

test('a filler taken for a K does not join the names', () => {
  const [names, data] = PASSPORT as [string, string];
  expect(readMrz(zone(names.replace('ERIKSSON<<', 'ERIKSSONK<'), data), 2026)).toMatchObject({
    surname: 'ERIKSSON',
    given_names: 'ANNA MARIA',
  });
});

test('a wrong check digit is told, and most of them wrong make it no zone', () => {
  const [names, data] = PASSPORT as [string, string];
  expect(readMrz(zone(names, data.replace('L898', 'L888')), 2026)?.checks).toEqual({
    number: false,
    birth_date: true,
    expiry_date: true,
  });
  expect(readMrz(zone(names, data.replace('L898', 'L888').replace('7408122', '7508122')), 2026)).toBeNull();
  expect(
    readMrz(
      zone('PLEASE KEEP THIS PAPER WITH YOU AT ALL TIMES', 'AND SHOW IT WHEN ASKED BY AN OFFICER 20240101'),
    ),
  ).toBeNull();
});
