/** What makes the report a paper that an insurer signs. */
import { expect, test } from 'vitest';
import type { Comparison } from '../inspections/comparison/comparison.ts';
import type { Line } from '../inspections/records/estimate.ts';
import type { Check } from '../inspections/records/findings/check.ts';
import type { Damage } from '../inspections/records/findings/damage.ts';
import type { Inspection } from '../inspections/records/inspection.ts';
import { NOTHING_KNOWN } from '../inspections/wheels/wheel-predictions.ts';
import * as given from './test-inspection.ts';
import { reportOf } from './test-report.ts';

const plain = (text: string) => text.replace(/\s+/g, ' ');

const line = (more: Partial<Line>): Line => ({
  operation: 'painting',
  part_type: 'hood',
  rate: 'paint',
  hours: 200,
  cost: 10_000,
  reason: '',
  ...more,
});

/** A damage on the hood, priced by these lines. */
const withLines = (lines: Line[]): Inspection => {
  const hood = given.part('hood');
  const dent = given.damage('dent', 'hood', { part_ids: [hood.id] });
  const total = lines.reduce((sum, { cost }) => sum + cost, 0);
  const estimate = given.estimate(hood, { total, low: total, high: total, tax_percent: 0 });
  estimate.parts[0]!.lines = lines;
  return {
    ...given.emptyInspection(),
    tasks: [given.task('damage_detection', 'VALIDATED')],
    parts: [hood],
    damages: [dent],
    severities: [given.severity(dent, 2)],
    estimates: [estimate],
  };
};

test('the company stands at the head with its address and contact, and its name on every page', async () => {
  const letterhead = {
    name: 'Hansen Inspections',
    address: 'Speicherstraße 14\n20457 Hamburg',
    contact: 'claims@hansen.example',
  };
  const { pages } = await reportOf(given.emptyInspection(), { letterhead });
  expect(plain(pages[0]!)).toMatch(
    /Hansen Inspections Speicherstraße 14 20457 Hamburg claims@hansen\.example Vehicle inspection report/,
  );
  for (const page of pages) expect(page).toContain('Hansen Inspections');
});

test('times are those of the reader’s clock, written as in the language of the report', async () => {
  const inspection = withLines([]);
  const local = { time_zone: 'America/New_York' };
  expect((await reportOf(inspection, { ...local, wish: { paper: 'letter' } })).text).toContain(
    'Mar 14, 2026, 05:26 AM EDT',
  );
  expect(
    (await reportOf(inspection, { time_zone: 'Europe/Berlin', wish: { language: 'de' } })).text,
  ).toContain('14. März 2026, 10:26 MEZ');
});

test('the inspector is whoever approved the damages, in the head and beside the signature; else nobody has', async () => {
  const approved = plain((await reportOf(withLines([]))).text);
  expect(approved).toContain('Inspector ada, 14 Mar 2026');
  expect(approved).toMatch(/Signatures .* Inspector .*Name: ada/);
  const open = { ...withLines([]), tasks: [given.task('damage_detection', 'DONE')] };
  expect(plain((await reportOf(open)).text)).toContain('Inspector Not approved by a person yet');
});

test('each damaged part has its labor, its paint with materials and its new part, line by line', async () => {
  const inspection = withLines([
    line({ operation: 'dent_repair', rate: 't2', hours: 150, cost: 9_000 }),
    line({ rate: 'paint', hours: 200, cost: 12_000 }),
    line({ rate: 'ingredient', hours: 200, cost: 4_000 }),
    line({ operation: 'refinishing', part_type: 'fender_front_left', hours: 80, cost: 5_000 }),
    line({ operation: 'replacing', rate: null, hours: 0, cost: 21_000 }),
  ]);
  const text = plain((await reportOf(inspection, { wish: { pricing: true } })).text);
  expect(text).toContain('Dent repair €510.00');
  for (const words of [
    'Dent repair – labor 1.5 €90.00',
    'Paint 2 €160.00',
    'Blend (front left fender) 0.8 €50.00',
    'New part €210.00',
  ])
    expect(text).toContain(words);
  const without = plain((await reportOf(inspection)).text);
  expect(without).not.toMatch(/– labor|New part|€/);
});

test('a price that a person set stands without lines, and says so', async () => {
  const inspection = withLines([line({})]);
  const { id: inspection_id, created_at, parts } = inspection;
  const price = {
    id: 'p',
    inspection_id,
    part_id: parts[0]!.id,
    pricing: 380,
    created_at,
    created_by: 'ada',
  };
  inspection.prices = [{ ...price, related_item_type: 'part' }];
  const text = plain((await reportOf(inspection, { wish: { pricing: true } })).text);
  expect(text).toContain('€380.00 Price set by a person');
  expect(text).not.toContain('Paint 2');
});

test('the worst comes first, and what lies on no known part last, however bad it is', async () => {
  const inspection = given.emptyInspection();
  const [minor, severe, beside, unknown] = [
    given.damage('scratch', 'hood'),
    given.damage('dent', 'roof'),
    given.damage('rustiness', 'roof'),
    given.damage('smash', 'ignore'),
  ];
  inspection.tasks = [given.task('damage_detection', 'DONE')];
  inspection.damages = [unknown, minor, beside, severe];
  inspection.severities = [
    given.severity(beside, 1),
    given.severity(minor, 1),
    given.severity(severe, 2),
    given.severity(unknown, 3),
  ];
  const text = plain((await reportOf(inspection)).text);
  expect(text).toMatch(
    /1 Roof Dent Moderate .*2 Rust Minor .*3 Hood Scratch Minor .*4 Part to be confirmed Smash Severe/,
  );
});

test('a damage that lies on a second part says so, where that part has a price and no damage of its own', async () => {
  const inspection = given.emptyInspection();
  const [bumper, fender] = [given.part('bumper_back'), given.part('fender_back_right')];
  inspection.tasks = [given.task('damage_detection', 'DONE')];
  inspection.parts = [bumper, fender];
  inspection.damages = [given.damage('dent', 'bumper_back', { part_ids: [bumper.id, fender.id] })];
  const text = plain((await reportOf(inspection)).text);
  expect(text).toContain('Dent (also on: back right fender)');
  expect(text).toContain('1 damage on 2 parts');

  // Of several vehicles, what the service says of a part as a whole is left out.
  inspection.severities = [given.severity(inspection.damages[0]!, 3)];
  inspection.estimates = [given.estimate(fender, { total: 900, low: 900, high: 900, tax_percent: 0 })];
  const rated = plain((await reportOf(inspection, { wish: { pricing: true } })).text);
  expect(rated).toMatch(/1 Back right fender Dent Severe/);
  expect(rated).not.toContain('Not rated');
});

const wheel = (of: Inspection['images'][number], more: Partial<(typeof of)['wheels'][number]>) => ({
  id: crypto.randomUUID(),
  inspection_id: of.inspection_id,
  image_id: of.id,
  wheel_name: null,
  bounding_box: null,
  predictions: NOTHING_KNOWN,
  model: { name: 'wheels', version: '1' },
  created_at: of.created_at,
  ...more,
});

test('the table of wheels has no empty column and no wheel of which nothing is known; one of no known place is in it', async () => {
  const image = given.image();
  const known = { ...NOTHING_KNOWN, rim_material: { prediction: 'ALU', confidence: 0.9 } };
  image.wheels = [
    wheel(image, { wheel_name: 'wheel_front_left', predictions: known }),
    wheel(image, { wheel_name: 'wheel_back_left' }),
    wheel(image, { predictions: known }),
    wheel(image, {}),
  ];
  const text = plain((await reportOf({ ...given.emptyInspection(), images: [image] })).text);
  expect(text).toContain('Wheel Rim material Photo Front left wheel Aluminum 1 Wheel Aluminum 1');
  expect(text).not.toMatch(/Rim condition|Hubcap|Unknown|Back left wheel/);
});

test('wheels of no known place of which the same is told share a line with their photos', async () => {
  const images = [given.image(), given.image(), given.image()];
  const told = ['ALU', 'ALU', 'STEEL'] as const;
  for (const [index, image] of images.entries()) {
    const rim_material = { prediction: told[index]!, confidence: 0.9 };
    image.wheels = [wheel(image, { predictions: { ...NOTHING_KNOWN, rim_material } })];
  }
  const text = plain((await reportOf({ ...given.emptyInspection(), images })).text);
  expect(text).toContain('Wheel Rim material Photo Wheel Aluminum 1, 2 Wheel Steel 3');
});

test('of two photos of a wheel the one that shows a fault speaks for it, however sure the other is', async () => {
  const image = given.image();
  const tyre = (prediction: string, confidence: number) =>
    wheel(image, {
      wheel_name: 'wheel_front_left',
      predictions: { ...NOTHING_KNOWN, tyre: { prediction, confidence } },
    });
  image.wheels = [tyre('INFLATED', 0.99), tyre('FLAT', 0.91)];
  const text = plain((await reportOf({ ...given.emptyInspection(), images: [image] })).text);
  expect(text).toContain('Front left wheel Flat 1');
  expect(text).not.toContain('Inflated');
});

/** The photos show as many vehicles. */
const eachOfAnother = (images: readonly { id: string }[]): Check => {
  const ids = images.map(({ id }) => id);
  const reason = { code: 'paint_differs' } as const;
  return { kind: 'different_vehicle', image_ids: ids, reason, groups: ids.map((id) => [id]) };
};

test('of several vehicles a wheel on a photo that tells none of them is in the table too', async () => {
  const images = [given.image(), given.image(), given.image()];
  const known = { ...NOTHING_KNOWN, rim_material: { prediction: 'ALU', confidence: 0.9 } };
  for (const image of images) image.wheels = [wheel(image, { predictions: known })];
  const checks = [eachOfAnother(images.slice(0, 2))];
  const text = plain((await reportOf({ ...given.emptyInspection(), images, checks })).text);
  expect(text).toMatch(/Wheel Aluminum 1 .*Wheel Aluminum 2 Vehicle cannot be told .*Wheel Aluminum 3/);
});

test('of several vehicles no plate that was read stands as that of all, but each in the table of what was read', async () => {
  const images = [given.image(), given.image()];
  const documents = [
    given.document('PLATE', { plate: 'AB123CD' }),
    given.document('PLATE', { plate: 'XY987ZZ' }),
  ];
  const checks = [eachOfAnother(images)];
  const read = { ...given.emptyInspection(), images, documents };
  expect(plain((await reportOf(read)).text)).toMatch(/only read/);
  const text = plain((await reportOf({ ...read, checks })).text);
  expect(text).not.toMatch(/only read/);
  expect(text).toMatch(/AB123CD .*XY987ZZ/);
});

test('a flat tire is named beside the estimate, also where no damage is listed', async () => {
  const image = given.image();
  const flat = { ...NOTHING_KNOWN, tyre: { prediction: 'FLAT', confidence: 0.9 } as const };
  image.wheels = [wheel(image, { predictions: flat })];
  const { estimates } = withLines([]);
  const inspection = {
    ...given.emptyInspection(),
    tasks: [given.task('damage_detection', 'DONE')],
    images: [image],
    estimates: [{ ...estimates[0]!, parts: [] }],
  };
  const text = plain((await reportOf(inspection, { wish: { pricing: true } })).text);
  expect(text).toMatch(/Damages by part .* Not in this estimate: flat tire .* Wheels/);
  expect(text).toContain('Repair estimate Not assessed until checked');
  expect(text).not.toContain('€0.00');
  expect((await reportOf(inspection)).text).not.toContain('Not in this estimate');
});

test('suspicions are listed only in a report that asks for them', async () => {
  const inspection = { ...withLines([]), images: [given.image()], open_suspicions: [[]] };
  const suspicions = [
    {
      id: 's',
      inspection_id: inspection.id,
      damage_type: 'scratch' as const,
      part_type: 'roof' as const,
      score: 0.31,
      model: { name: 'damage', version: '1' },
      state: 'open' as const,
      damage_id: null,
      views: [{ ...given.view(inspection.images[0]!, inspection.damages[0]!), score: 0.31 }],
      created_at: inspection.created_at,
      decided_at: null,
      decided_by: null,
    },
  ];
  const asked = plain((await reportOf(inspection, { suspicions })).text);
  expect(asked).toMatch(
    /Places to check .*count neither in the condition nor in the estimate.*Scratch Roof 31% 1/,
  );
  expect((await reportOf(inspection)).text).not.toContain('Places to check');
});

test('where nothing is certain no cost is named, and with a damage it is', async () => {
  const listed = { ...withLines([]), images: [given.image()], open_suspicions: [[]] };
  const [estimate] = listed.estimates;
  const nowhere = { part_type: 'ignore' as const, reason: '', at_most: 90_000 };
  const unsure = { ...listed, damages: [], severities: [], estimates: [{ ...estimate!, parts: [] }] };
  const unplaced = {
    ...listed,
    damages: [given.damage('dent', 'ignore')],
    estimates: [{ ...estimate!, parts: [], not_priced: [nowhere] }],
  };
  const priced = async (inspection: Inspection) =>
    plain((await reportOf(inspection, { wish: { pricing: true } })).pages[0]!);
  expect(await priced(unsure)).toMatch(/Repair estimate Not assessed until checked/);
  expect(await priced(unsure)).not.toMatch(/Visible damage only/);
  expect(await priced(unplaced)).toMatch(/Repair estimate Not assessed until checked.*to €900\.00/);
  expect(await priced(unplaced)).toMatch(/Total Not assessed until checked/);
  expect(await priced(listed)).toMatch(/Repair estimate €0\.00/);
});

/** As many damages and photos as asked for. */
const large = (damages: number, photos: number): Inspection => {
  const inspection = withLines([]);
  inspection.images = Array.from({ length: photos }, () => given.image());
  inspection.damages = Array.from({ length: damages }, () => given.damage('scratch', 'hood'));
  inspection.views = inspection.damages.map((damage, i) =>
    given.view(inspection.images[i % photos]!, damage),
  );
  return inspection;
};

test.each([
  [1, 1],
  [3, 2],
  [8, 7],
  [14, 18],
])(
  'with %i damages and %i photos no page but the last is half empty, and signatures are never alone',
  async (damages, photos) => {
    const { pages, depths } = await reportOf(large(damages, photos), { wish: { pricing: true } });
    for (const depth of depths.slice(0, -1)) expect(depth).toBeGreaterThan(0.6);
    const signed = pages.find((page) => page.includes('Signatures'))!;
    expect(signed).toMatch(/Photo \d|Models|Tasks/);
  },
);

test('a single photo is as wide as the page', async () => {
  const endsAt = async (photos: number) => {
    const { pages, depths } = await reportOf(large(1, photos));
    return pages.length + depths.at(-1)!;
  };
  // Photos of half the width are half as high.
  expect(await endsAt(1)).toBeGreaterThan((await endsAt(2)) + 0.15);
});

/** A dent that the earlier inspection has, a scratch that it has not, and a crack of which nobody can tell. */
const withEarlier = (reference: string | null) => {
  const inspection = withLines([line({ cost: 40_000 })]);
  const [dent] = inspection.damages;
  const [scratch, crack] = [
    given.damage('scratch', 'hood'),
    given.damage('broken_glass', 'windshield_front'),
  ];
  inspection.damages = [dent!, scratch, crack];
  const before = {
    ...given.emptyInspection(),
    id: 'earlier',
    reference,
    created_at: '2026-01-02T08:00:00.000Z',
  };
  const old = given.damage('dent', 'hood');
  const side = (damage: Damage | null) => ({ damage, shown: [] });
  const comparison: Comparison = {
    before,
    after: inspection,
    damages: [
      { status: 'existing', reason: null, before: side(old), after: side(dent!) },
      { status: 'new', reason: null, before: side(null), after: side(scratch) },
      {
        status: 'unknown',
        reason: { code: 'photo_unclear', message: '' },
        before: side(null),
        after: side(crack),
      },
    ],
    lost_decisions: [],
  };
  const cost_of_new = {
    total: 12_050,
    low: 10_000,
    high: 14_000,
    currency: 'EUR' as const,
    is_example: false,
  };
  return { inspection, comparison, cost_of_new };
};

test.each([
  [
    'en',
    /Already known since 2 Jan 2026 \(inspection CL-7\)/,
    'New: 1 Already known: 1 Cannot be told: 1 Repair of what is new: €120.50',
  ],
  [
    'de',
    /Schon bekannt seit 02\.01\.2026 \(Inspektion CL-7\)/,
    'Neu: 1 Schon bekannt: 1 Nicht zu sagen: 1 Reparatur des Neuen: 120,50 €',
  ],
  [
    'fr',
    /Déjà connu depuis le 2 janv\. 2026 \(inspection CL-7\)/,
    'Nouveau : 1 Déjà connu : 1 Indéterminé : 1 Réparation de ce qui est nouveau : 120,50 €',
  ],
  [
    'es',
    /Ya conocido desde el 2 ene 2026 \(inspección CL-7\)/,
    'Nuevo: 1 Ya conocido: 1 No se puede saber: 1 Reparación de lo nuevo: 120,50 €',
  ],
] as const)(
  'what the vehicle had before is marked, and what is new is counted and priced: %s',
  async (language, mark, summary) => {
    const { inspection, ...compared } = withEarlier('CL-7');
    const { pages, text } = await reportOf(inspection, { ...compared, wish: { pricing: true, language } });
    expect(plain(pages[0]!)).toContain(summary);
    expect(plain(text).match(new RegExp(mark, 'g'))).toHaveLength(1);
  },
);

test('without prices nothing is said of costs, and an earlier inspection without a reference is named by its id', async () => {
  const { inspection, ...compared } = withEarlier(null);
  const text = plain((await reportOf(inspection, compared)).text);
  expect(text).toContain('(inspection earlier)');
  expect(text).not.toContain('Repair of what is new');
});

test('a vehicle without an earlier inspection, and the earlier of two, have no such mark', async () => {
  const { inspection, comparison } = withEarlier('CL-7');
  expect(plain((await reportOf(inspection)).text)).not.toMatch(/known|Since the inspection/);
  const earlier = plain((await reportOf(comparison.before, { comparison })).text);
  expect(earlier).not.toMatch(/Already known since|Since the inspection/);
});

test('why a damage is so bad stands on the page of its pictures', async () => {
  const inspection = given.emptyInspection();
  inspection.tasks = [given.task('damage_detection', 'DONE')];
  inspection.damages = Array.from({ length: 6 }, () => given.damage('dent', 'hood'));
  const reason = { code: 'unseen', damage_type: 'dent', part_type: 'hood', level: 2 } as const;
  for (const lines of [7, 9]) {
    const comment = Array.from({ length: lines }, () => 'Seen by daylight.').join('\n');
    inspection.severities = inspection.damages.map((damage) =>
      given.severity(damage, 2, { is_user_modified: false, reason, comment }),
    );
    const { pages } = await reportOf(inspection);
    for (const page of pages) expect(plain(page)).not.toMatch(/^(Comment|Seen|Reason)/);
  }
});

test('where every photo is too poor the report asks for others, and for nothing else', async () => {
  const inspection = given.emptyInspection();
  inspection.tasks = [given.task('damage_detection', 'DONE')];
  const image = given.image();
  image.compliance!.issues = ['low_resolution'];
  inspection.images = [image];
  const text = plain((await reportOf(inspection)).text);
  const [overview, list] = [text.indexOf('Condition'), text.indexOf('Damages by part')];
  for (const told of [text.slice(overview, list), text.slice(list)])
    expect(told.match(/Take the photos again\./g)).toHaveLength(1);
  expect(text).not.toContain('leave open whether there is a damage');
});
