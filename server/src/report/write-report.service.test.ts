import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { Inspection } from '../inspections/records/inspection.ts';
import { REPORT_LANGUAGES } from '../inspections/vocabulary.ts';
import * as given from './test-inspection.ts';
import { reportOf } from './test-report.ts';
import { WORDS } from './words/words.ts';

const picture = (width = 960, height = 720) =>
  sharp({ create: { width, height, channels: 3, background: '#6a8' } })
    .jpeg()
    .toBuffer();

const typical = (): Inspection => {
  const inspection = given.emptyInspection();
  inspection.status = 'DONE';
  inspection.images = [
    given.image(),
    given.image({ viewpoint: null, image_type: 'close_up' }),
    given.image(),
  ];
  inspection.images[1]!.compliance!.issues = ['blurriness'];
  inspection.tasks = [given.task('damage_detection', 'VALIDATED')];
  const [dent, scratch] = [given.damage('dent', 'hood'), given.damage('scratch', 'door_front_left')];
  const removed = given.damage('rustiness', 'roof', { deleted_at: inspection.created_at, deleted_by: 'bo' });
  inspection.damages = [dent, scratch, removed];
  inspection.views = [given.view(inspection.images[0]!, dent), given.view(inspection.images[1]!, scratch)];
  inspection.severities = [given.severity(dent, 3), given.severity(scratch, 1, { comment: 'Polish it.' })];
  inspection.vehicle = given.vehicle({
    brand: 'Škoda',
    model: 'Octavia',
    plate: 'AB-123-CD',
    vin: 'TMBJJ7NE8L0123456',
    mileage: { value: 42_318, unit: 'km' },
  });
  inspection.documents = [
    given.document('VIN', { vin: 'TMBJJ7NE8L0123466' }),
    given.document('PLATE', { plate: 'AB123CD' }),
  ];
  inspection.additional_data = {
    pdf_data: {
      agent_first_name: 'Ada',
      agent_last_name: 'Martin',
      comment: 'Владелец согласен, Ελένη too.',
    },
  };
  return inspection;
};

const shown = async () => picture();

test('the report of an empty inspection is one page or two that say that there is nothing', async () => {
  const report = await reportOf(given.emptyInspection());
  expect(report.pages.length).toBeLessThanOrEqual(2);
  expect(report.pictures).toBe(0);
  for (const sentence of [
    'Vehicle inspection report',
    'Not analyzed for damages yet',
    'The inspection has no photos.',
    'Nobody has changed the findings.',
    'No model has looked at the photos yet.',
    'Signature',
  ])
    expect(report.text).toContain(sentence);
});

test('a typical report tells of the vehicle, the damages, the photos and who did what', async () => {
  const { text, pictures, figures, links } = await reportOf(typical(), { show: shown });
  for (const words of [
    'Škoda Octavia',
    '42,318 km',
    'Ada Martin',
    'Владелец согласен, Ελένη too.',
    'Hood – dent',
    'Front left door – scratch',
    'Comment: Polish it.',
    'Validated by ada',
    'Removed: rust, roof',
    'Found by: damage search 3.1.0',
  ])
    expect(text).toContain(words);
  // Each damage: a crop and its photo; then every photo.
  expect(pictures).toBe(2 * 2 + 3);
  expect(figures).toContain(
    'Drawing of the vehicle, unfolded. Damaged parts: hood (severe), front left door (minor).',
  );
  expect(figures).toContain('Photo 2 with the damage outlined');
  expect(links).toEqual([given.options().link]);
  // Advice for whoever takes the photos is no part of the paper.
  expect(text).not.toMatch(/take again|blurred/i);
});

test('what was read on photos stands beside what the client gave, and a difference is marked', async () => {
  const { text } = await reportOf(typical());
  expect(text).toMatch(/VIN\s+TMBJJ7NE8L0123456\s+TMBJJ7NE8L0123466\s+≠ differs/);
  expect(text).toMatch(/Plate\s+AB-123-CD\s+AB123CD\s+✓ same/);
  expect(text).toMatch(/Mileage\s+42,318 km\s+–\s+only given/);
});

test('the mileage on the odometer is held against the given one, also where it shows no unit', async () => {
  const readAs = async (said: Record<string, string | number>) => {
    const inspection = typical();
    inspection.documents = [given.document('ODOMETER', said)];
    return (await reportOf(inspection)).text;
  };
  expect(await readAs({ value: 111_145, unit: 'km' })).toMatch(/42,318 km\s+111,145 km\s+≠ differs/);
  expect(await readAs({ value: 42_318 })).toMatch(/42,318 km\s+42,318 km\s+✓ same/);
});

test('every page carries its number, the date and the version of the data', async () => {
  const { pages } = await reportOf(typical(), { show: shown });
  expect(pages.length).toBeGreaterThan(2);
  for (const [index, page] of pages.entries()) {
    expect(page).toContain(`${index + 1} of ${pages.length}`);
    expect(page).toContain('Made 15 Mar 2026, 10:00 UTC');
    expect(page).toContain('data version 3f9a12c04b7e');
  }
});

test('the worst damage comes first and has number 1, on the drawing and in the table', async () => {
  const { text } = await reportOf(typical());
  expect(text).toMatch(/1\s+Hood\s+Dent\s+Severe/);
  expect(text).toMatch(/2\s+Front left door\s+Scratch\s+Minor/);
});

test('it is tagged, has a language and a title, and describes its figures to those who hear it', async () => {
  const { marked, language, title, roles, figures } = await reportOf(typical(), {
    show: shown,
    wish: { language: 'fr' },
  });
  expect({ marked, language }).toEqual({ marked: true, language: 'fr' });
  expect(title).toBe("Rapport d'inspection du véhicule – Škoda Octavia");
  expect(roles).toEqual(
    expect.arrayContaining([
      'Document',
      'H1',
      'H2',
      'H3',
      'P',
      'Table',
      'TR',
      'TH',
      'TD',
      'Figure',
      'Link',
      'L',
      'LI',
    ]),
  );
  expect(figures.filter((alt) => alt === '')).toEqual([]);
});

test.each([
  ['fr', '15 mars 2026', /42\s318\skm/, 'Capot – enfoncement'],
  ['de', '15. März 2026', '42.318 km', 'Motorhaube – Delle'],
  ['es', '15 mar 2026', '42.318 km', 'Capó – abolladura'],
] as const)(
  'in %s words, dates and numbers are those of the language',
  async (language, date, distance, damage) => {
    const { text } = await reportOf(typical(), { wish: { language } });
    const { say } = WORDS[language];
    for (const words of [say.title, say.condition, say.signatures, date, distance, damage])
      expect(text).toMatch(words);
  },
);

test('all languages have words for the same things, and none is empty', () => {
  const leaves = (value: object, path = ''): string[] =>
    Object.entries(value).flatMap(([key, inner]) =>
      typeof inner === 'string' ? (inner ? [`${path}${key}`] : []) : leaves(inner, `${path}${key}.`),
    );
  for (const language of REPORT_LANGUAGES) expect(leaves(WORDS[language])).toEqual(leaves(WORDS.en));
});

test('it comes on A4 or on Letter, the latter with dates as Americans write them', async () => {
  expect((await reportOf(typical())).size).toEqual([595, 842]);
  const letter = await reportOf(typical(), { wish: { paper: 'letter' } });
  expect(letter.size).toEqual([612, 792]);
  expect(letter.text).toContain('Mar 15, 2026');
});

test('a picture that is missing or cannot be decoded is a gap that says so', async () => {
  const inspection = typical();
  const [broken, missing] = inspection.images.map(({ id }) => id);
  const report = await reportOf(inspection, {
    show: async ({ id }) => {
      if (id === missing) throw new Error('no such file');
      return id === broken ? Buffer.from('this is no picture') : picture();
    },
  });
  expect(report.pictures).toBe(1);
  expect(report.text.match(/This picture cannot be shown/g)).toHaveLength(6);
});
