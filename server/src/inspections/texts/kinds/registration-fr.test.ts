import { expect, test } from 'vitest';
import { lineOf } from '../test-lines.ts';
import { readRegistrationFr } from './registration-fr.ts';

const valuesOf = (lines: Parameters<typeof readRegistrationFr>[0]) =>
  Object.fromEntries(readRegistrationFr(lines)?.fields.map(({ name, value }) => [name, value]) ?? []);

test('values behind their codes, beside them and below them are found', () => {
  const lines = [
    lineOf('CERTIFICAT D IMMATRICULATION', { y: 0 }),
    lineOf('A', { y: 40 }),
    lineOf('AB- 123 CD', { x: 40, y: 40 }),
    lineOf('B', { x: 300, y: 40 }),
    lineOf('12/03/2019', { x: 330, y: 40 }),
    lineOf('D.1 RENAULT', { y: 80 }),
    lineOf('D.2: M10RFBVA0123', { y: 120 }),
    lineOf('D3', { y: 160 }),
    lineOf('CLIO', { x: 40, y: 160 }),
    lineOf('E', { y: 200 }),
    lineOf('VF1RFB00064123456', { y: 226 }),
    lineOf('P.6', { x: 300, y: 200 }),
    lineOf('5', { x: 350, y: 200 }),
    lineOf('V.7 104', { x: 300, y: 240 }),
  ];
  expect(valuesOf(lines)).toEqual({
    plate: 'AB-123-CD',
    first_registration_date: '2019-03-12',
    make: 'RENAULT',
    type: 'M10RFBVA0123',
    model: 'CLIO',
    vin: 'VF1RFB00064123456',
    fiscal_power: '5',
    co2: '104',
  });
});

test('each field says where it was read and how surely', () => {
  const lines = [
    lineOf('A', { score: 0.7 }),
    lineOf('AB-123-CD', { x: 40 }),
    lineOf('D.1 RENAULT', { y: 40 }),
    lineOf('D.3 CLIO', { y: 80 }),
  ];
  const [plate] = readRegistrationFr(lines)!.fields;
  expect(plate).toMatchObject({ code: 'A', score: 0.7, line: { text: 'AB-123-CD' } });
});

test('a value that is nothing like its field is left out, and another paper is none of these', () => {
  const lines = [
    lineOf('B DEMAIN'),
    lineOf('D.1 RENAULT', { y: 40 }),
    lineOf('D.3 CLIO', { y: 80 }),
    lineOf('G 1165', { y: 120 }),
  ];
  expect(valuesOf(lines)).toEqual({ make: 'RENAULT', model: 'CLIO', mass_in_service: '1165' });
  expect(readRegistrationFr([lineOf('A NANTES'), lineOf('LE 12/03/2019', { y: 40 })])).toBeNull();
});
