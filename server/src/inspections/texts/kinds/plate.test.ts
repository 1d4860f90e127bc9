import { expect, test } from 'vitest';
import { lineOf } from '../test-lines.ts';
import { readPlate } from './plate.ts';

const AREA = { xmin: 90, ymin: 90, width: 200, height: 60 };
const inArea = (text: string, options = {}) => lineOf(text, { x: 100, y: 100, ...options });

test('plates of several countries are read without their separators', () => {
  for (const [text, plate] of [
    ['AB-123-CD', 'AB123CD'],
    ['PVX-0095', 'PVX0095'],
    ['BRA 2E19', 'BRA2E19'],
    ['1234 BCD', '1234BCD'],
    ['7ABC123', '7ABC123'],
    ['M·XY 1234', 'MXY1234'],
  ] as const)
    expect(readPlate([lineOf(text)])?.plate, text).toBe(plate);
});

test('letters and digits that look alike are put where the form wants them', () => {
  expect(readPlate([lineOf('0DJ-1599')])?.plate).toBe('ODJ1599');
  const doubts = { 1: [{ text: 'B', score: 0.2 }] };
  expect(readPlate([lineOf('A8-I23-CO', { doubts })])?.plate).toBe('AB123CO');
  expect(readPlate([lineOf('DKIO BGZ')])?.plate).toBe('DK10BGZ');
});

test('the sign of the country in front is left out', () => {
  expect(readPlate([lineOf('F AB-123-CD')])?.plate).toBe('AB123CD');
});

test('only lines within the area of the plate count, when it is known', () => {
  const lines = [lineOf('GT 350'), inArea('KA 99 Z 1')];
  expect(readPlate(lines, AREA)?.plate).toBe('KA99Z1');
  expect(readPlate([lineOf('AB-123-CD')], AREA)).toBeNull();
});

test('a plate of two rows is read as one', () => {
  expect(readPlate([inArea('HPM'), inArea('9362', { y: 122 })], AREA)?.plate).toBe('HPM9362');
});

test('what a country makes up so is left as it is, where nothing speaks for a look-alike', () => {
  for (const plate of ['06E4347', '36502AV', 'INRE8013', 'MVR4342', '032M939'])
    expect(readPlate([inArea(plate)], AREA)?.plate, plate).toBe(plate);
});

test('seals between the letters are left out', () => {
  expect(readPlate([inArea('MoAM 885')], AREA)?.plate).toBe('MAM885');
});

test('it abstains from words, badges, weak readings and rivals', () => {
  expect(readPlate([lineOf('RENAULT')])).toBeNull();
  for (const text of ['320D', '34959 km', 'x1000 rpm']) expect(readPlate([lineOf(text)]), text).toBeNull();
  expect(readPlate([lineOf('AB-123-CD', { score: 0.7 })])).toBeNull();
  expect(
    readPlate([lineOf('AB-123-CD', { doubts: { 3: ['7', '4'].map((text) => ({ text, score: 0.3 })) } })]),
  ).toBeNull();
  expect(readPlate([lineOf('AB-123-CD'), lineOf('XY-987-ZW', { y: 300 })])).toBeNull();
});
