import { expect, test } from 'vitest';
import { compareInspections } from '../inspections/comparison/comparison.ts';
import type { OpenFamily } from '../inspections/parts/open-families.ts';
import type { ReportOptions } from '../inspections/ports/ports.ts';
import type { Correction } from '../inspections/records/findings/correction.ts';
import type { Damage } from '../inspections/records/findings/damage.ts';
import type { WheelAnalysis } from '../inspections/records/findings/wheel.ts';
import type { ReportLanguage } from '../inspections/vocabulary.ts';
import * as given from './test-inspection.ts';
import { MADE_AT, reportOf } from './test-report.ts';

test('a part that is worse than each of its damages says why, in every language', async () => {
  const reasons = {
    en: 'Moderate: Three or more damages on one part count more than each of them.',
    fr: 'Modérée : Trois dommages ou plus sur une pièce comptent plus que chacun d’eux.',
    de: 'Mittel: Drei oder mehr Schäden an einem Teil zählen mehr als jeder von ihnen.',
    es: 'Moderada: Tres o más daños en una pieza cuentan más que cada uno de ellos.',
  } as const;
  const inspection = given.priced();
  const [dent] = inspection.damages;
  inspection.damages = [dent!, given.damage('dent', 'hood'), given.damage('dent', 'hood')];
  const by = { is_user_modified: false, created_by: 'algo' };
  const why = { damage_type: 'dent', part_type: 'hood', level: 1, code: 'always', worst_of: 3 } as const;
  const rated = (raised: boolean) => [
    ...inspection.damages.map((damage) => given.severity(damage, 1, by)),
    given.severity(dent!, raised ? 2 : 1, {
      ...by,
      related_item_type: 'part',
      related_item_id: inspection.parts[0]!.id,
      reason: { ...why, raised },
    }),
  ];
  const textOf = async (language: ReportLanguage, raised: boolean, pricing: boolean) =>
    (
      await reportOf({ ...inspection, severities: rated(raised) }, { wish: { language, pricing } })
    ).text.replace(/\s+/g, ' ');
  for (const [language, sentence] of Object.entries(reasons))
    expect(await textOf(language as ReportLanguage, true, language === 'en')).toContain(sentence);
  expect(await textOf('en', false, true)).not.toContain('Three or more');
});

test('sizes are in centimeters, and in inches for Americans', async () => {
  expect((await reportOf(given.priced())).text).toContain('Size: 13 cm');
  expect((await reportOf(given.priced(), { wish: { paper: 'letter' } })).text).toContain('Size: 5 in');
});

test('the reason for a severity is told in the language and the units of the report', async () => {
  /** Lines joined; every space a plain one. */
  const textIn = async (wish: Partial<ReportOptions>) =>
    (await reportOf(given.priced(), { wish })).text.replace(/\s+/g, ' ');
  const reasons = {
    en: 'Reason: At most 3.1% of the part, about 13 cm (10 cm to 15 cm); moderate from 2% or 8 cm on.',
    fr: 'Motif : Au plus 3,1 % de la pièce, environ 13 cm (10 cm à 15 cm) ; gravité modérée à partir de 2 % ou de 8 cm.',
    de: 'Begründung: Höchstens 3,1 % des Teils, etwa 13 cm (10 cm bis 15 cm); mittel ab 2 % oder 8 cm.',
    es: 'Motivo: Como máximo 3,1 % de la pieza, unos 13 cm (de 10 cm a 15 cm); gravedad moderada a partir de 2 % o 8 cm.',
  } as const;
  for (const [language, reason] of Object.entries(reasons))
    expect(await textIn({ language: language as ReportLanguage })).toContain(reason);
  expect(await textIn({ paper: 'letter' })).toContain('about 5 in (3.9 in to 5.9 in)');
});

test('what people did to severities and prices is told with their names, prices only where they were asked for', async () => {
  const correction = (change: Partial<Correction>): Correction => ({
    id: '1',
    item_id: 'one',
    part_type: 'hood',
    action: 'changed',
    before: { level: 2, pricing: null },
    after: { level: 2, pricing: null },
    made_at: MADE_AT,
    made_by: 'ada',
    made_by_name: null,
    ...change,
  });
  const corrections = [
    correction({ after: { level: 3, pricing: null, repair_operation: 'replace' } }),
    correction({ before: { pricing: 412.5 }, after: { pricing: 380 }, made_by: 'bob' }),
    correction({ part_type: null, before: null, after: { pricing: 350 }, action: 'created' }),
    correction({ action: 'deleted', after: null, made_by: 'eve' }),
    correction({ before: { damage_type: 'scratch' }, after: { damage_type: 'dent' }, made_by: 'joe' }),
    correction({
      action: 'restored',
      before: null,
      after: { damage_type: 'smash' },
      made_by: 'joe',
      made_by_name: 'Joe Bloggs',
    }),
    correction({
      action: 'withdrawn',
      part_type: null,
      before: { task: 'damage_detection', status: 'VALIDATED' },
      after: { task: 'damage_detection', status: 'DONE', because: 'damages' },
      made_by: 'eve',
    }),
    correction({
      action: 'withdrawn',
      part_type: null,
      before: { task: 'pricing', status: 'VALIDATED' },
      after: { task: 'pricing', status: 'DONE', because: 'run' },
      made_by: 'algo',
    }),
  ];
  const { text } = await reportOf(given.priced(), { corrections, wish: { pricing: true } });
  expect(text).toMatch(/ada\s+Severity set: hood, severe/);
  expect(text).toMatch(/ada\s+Operation asked for: hood, replace/);
  expect(text).toMatch(/bob\s+Price set: hood, €380\.00/);
  expect(text).toMatch(/ada\s+Price set: Vehicle, €350\.00/);
  expect(text).toMatch(/eve\s+Price or severity withdrawn: hood/);
  expect(text).toMatch(/Joe Bloggs\s+Changed to: dent, hood/);
  expect(text).toMatch(/Joe Bloggs\s+Removed and restored: smash, hood/);
  expect(text).toMatch(/eve\s+Validation withdrawn: damage detection \(a damage\s+was changed\)/);
  expect(text).toMatch(/the service\s+Validation withdrawn: pricing \(a task ran\)/);
  expect(text).not.toMatch(/algo\s/);
  const without = await reportOf(given.priced(), { corrections });
  expect(without.text).toMatch(/ada\s+Severity set: hood, severe/);
  expect(without.text).not.toContain('Price set');
});

test('a part whose last damage was removed is not shown as damaged, whatever level a person gave it before', async () => {
  const inspection = given.priced();
  const [dent] = inspection.damages as [Damage];
  const rated = {
    related_item_type: 'part',
    related_item_id: dent.part_ids[0]!,
    is_user_modified: true,
  } as const;
  inspection.severities = [given.severity(dent, 3, { ...rated, created_by: 'algo' })];
  inspection.estimates = [];
  dent.deleted_at = MADE_AT;
  dent.deleted_by = 'ada';
  expect((await reportOf(inspection)).text).not.toMatch(/Hood\s+–\s+Severe/);

  // What a person said of the part from the start needs no damage.
  inspection.severities = [given.severity(dent, 3, { ...rated, created_by: 'ada' })];
  expect((await reportOf(inspection)).text).toMatch(/Hood\s+–\s+Severe/);
});

test('a vehicle with a flat tire does not read as intact', async () => {
  const inspection = given.emptyInspection();
  inspection.tasks = [given.task('damage_detection', 'DONE')];
  const image = given.image();
  inspection.images = [image];
  const plain = async () => (await reportOf(inspection)).text.replace(/\s+/g, ' ');
  expect(await plain()).toContain('State of the vehicle: intact No damage was found');
  image.wheels = [given.wheel(image, { tyre: { prediction: 'FLAT', confidence: 0.95 } })];
  const text = await plain();
  expect(text).toContain(
    '95 of 100 State of the vehicle: light damage A tire is flat. No other damage was found.',
  );
  expect(text).toContain('Damages by part A tire is flat. No other damage was found.');
  expect(text).not.toContain('No damage was found');
  inspection.open_suspicions = [[image.id]];
  const open = await plain();
  expect(open).toContain('a person must look A tire is flat. Nothing else is certain; 1 place to check.');
  expect(open).toContain('Damages by part A tire is flat. Nothing else is certain; 1 place to check.');
  expect(open).not.toContain('Nothing certain');
});

test('a flat tire is marked on the drawing and under its photo, by the wheel where that is known', async () => {
  const inspection = given.emptyInspection();
  inspection.tasks = [given.task('damage_detection', 'DONE')];
  const image = given.image();
  const flat = { tyre: { prediction: 'FLAT', confidence: 0.95 } } as const;
  const made = async (wheel: Partial<WheelAnalysis>) => {
    inspection.images = [{ ...image, wheels: [{ ...given.wheel(image, flat), ...wheel }] }];
    const { text, figures } = await reportOf(inspection);
    return { text: text.replace(/\s+/g, ' '), figures };
  };
  const named = await made({ wheel_name: 'wheel_front_left' });
  expect(named.figures.join()).toContain('front left wheel (flat tire)');
  expect(named.text).toContain('Flat tire: front left wheel, Photo 1');
  expect(named.text).toContain('· ! Flat tire');
  const unnamed = await made({ wheel_name: null });
  expect(unnamed.figures.join()).not.toContain('flat tire)');
  expect(unnamed.text).toContain('Flat tire: wheel, Photo 1');
});

test('a part that is rated worse than the vehicle as a whole is told beside its state', async () => {
  const inspection = given.emptyInspection();
  inspection.tasks = [given.task('damage_detection', 'DONE')];
  const image = given.image();
  inspection.images = [image];
  const dent = given.damage('dent', 'hood');
  inspection.damages = [dent];
  inspection.views = [given.view(image, dent)];
  const plain = async () => (await reportOf(inspection)).text.replace(/\s+/g, ' ');
  inspection.severities = [given.severity(dent, 3, { is_user_modified: false })];
  expect(await plain()).toContain('moderate damage A single part is rated worse');
  inspection.severities = [given.severity(dent, 2, { is_user_modified: false })];
  expect(await plain()).not.toContain('rated worse');
});

test('a photo that looks damaged where nothing is listed does not look worse than the list', async () => {
  const inspection = given.emptyInspection();
  inspection.tasks = [given.task('damage_detection', 'DONE')];
  const vehicle_state = { state: 'moderate', probability: 0.9, heavy: 0.05, airbag: false } as const;
  const image = given.image({ vehicle_state });
  inspection.images = [image];
  const plain = async () => (await reportOf(inspection)).text.replace(/\s+/g, ' ');
  expect(await plain()).toContain('a person must look A photo seems to show a damage that is not listed.');
  const scratch = given.damage('scratch', 'hood');
  inspection.damages = [scratch];
  inspection.views = [given.view(image, scratch)];
  inspection.severities = [given.severity(scratch, 1, { is_user_modified: false })];
  expect(await plain()).toContain('A photo looks worse than what is listed');
});

test('who confirms a place to check has not found it: the model that saw it is named, and how sure it was', async () => {
  const scratch = given.damage('scratch', 'hood', { model: null, score: null, created_by: 'ada' });
  const inspection = { ...given.emptyInspection(), images: [given.image()], damages: [scratch] };
  const made = {
    id: 'one',
    item_id: scratch.id,
    part_type: 'hood',
    action: 'created',
    before: null,
  } as const;
  const from = { suspicion_id: 'faint', score: 0.4, model: { name: 'damage', version: '3.1.0' } };
  const words = { damage_type: 'scratch', part_type: 'hood' };
  const by = { made_at: MADE_AT, made_by: 'ada', made_by_name: 'Ada' };
  const saying = async (after: object) =>
    (
      await reportOf(inspection, { corrections: [{ ...made, ...by, after: { ...words, ...after } }] })
    ).text.replace(/\s+/g, ' ');
  const confirmed = await saying(from);
  expect(confirmed).toMatch(/Found by: [Dd]amage[^;]*3\.1\.0, not sure; confirmed by Ada/);
  expect(confirmed).toContain('Certainty: 40%');
  expect(confirmed).toContain('Confirmed: scratch, hood');
  const own = await saying({});
  expect(own).toContain('Found by: Ada');
  expect(own).toContain('Added: scratch, hood');
});

test('photos of a paper alone are not said to leave a damage open', async () => {
  const inspection = given.emptyInspection();
  inspection.tasks = [given.task('damage_detection', 'DONE')];
  inspection.images = [given.image({ has_vehicle: false })];
  const text = (await reportOf(inspection)).text.replace(/\s+/g, ' ');
  expect(text).toContain('No photo shows a vehicle, so nothing is told of damages.');
  expect(text).not.toContain('leave open');
  expect(text).toContain('Models No model found anything on the photos.');
});

test('a photo says when it was received: nobody knows when it was taken', async () => {
  const inspection = { ...given.emptyInspection(), images: [given.image()] };
  expect((await reportOf(inspection)).text).toContain('received 14 Mar 2026, 09:26 UTC');
  const german = await reportOf(inspection, { wish: { language: 'de' } });
  expect(german.text.replace(/\s+/g, ' ')).toContain('eingegangen 14. März 2026');
});

test('each wheel has a line with what was seen of it', async () => {
  const inspection = given.emptyInspection();
  const image = given.image();
  image.wheels = [given.wheel(image, { rim_condition: { prediction: 'DAMAGED', confidence: 0.95 } })];
  inspection.images = [image];
  const { text } = await reportOf(inspection);
  expect(text).toMatch(/Front left\s+wheel[\s\S]*Damaged/);
  expect(text).toMatch(/wheels\s+2\.0\.0/);
});

test('what was read on papers is listed field by field', async () => {
  const inspection = given.emptyInspection();
  inspection.documents = [given.document('VEHICLE_REGISTRATION_PAPERS_FR', { holder: 'DUPONT', seats: 5 })];
  const { text } = await reportOf(inspection);
  expect(text).toMatch(/French registration\s+papers\s+holder\s+DUPONT\s+97%/);
  expect(text).toMatch(/seats\s+5/);
});

test('the comparison with the earlier inspection counts and lists what is new and what cannot be told', async () => {
  const [before, after] = [given.emptyInspection(), given.emptyInspection()];
  before.created_at = '2026-01-01T00:00:00.000Z';
  after.damages = [given.damage('dent', 'hood')];
  const comparison = compareInspections(before, after, new Map());
  const { text } = await reportOf(after, { comparison });
  expect(text).toMatch(/New: 0\s+·\s+Cannot be told: 1\s+·\s+Already there: 0\s+·\s+Gone: 0/);
  expect(text).toMatch(/1\s+Cannot be told\s+Hood\s+Dent\s+The other inspection was not searched/);
});

test('where a damage has more types than before, the comparison names what was there and what is', async () => {
  const [before, after] = [given.emptyInspection(), given.emptyInspection()];
  before.created_at = '2026-01-01T00:00:00.000Z';
  for (const inspection of [before, after]) inspection.tasks = [given.task('damage_detection', 'DONE')];
  before.damages = [given.damage('scratch', 'hood')];
  const evidence = { best_score: 0.9, threshold: 0.5, photos_against: [], part_confidence: 0.9 };
  after.damages = [given.damage('dent', 'hood', { evidence: { ...evidence, other_types: ['scratch'] } })];
  const comparison = compareInspections(before, after, new Map());
  const { text } = await reportOf(after, { comparison });
  expect(text.replace(/\s+/g, ' ')).toContain(
    'Cannot be told Hood Dent + scratch The earlier inspection has scratch there; what the later one has besides may be new',
  );
});

test('a task that left photos out says so, though it is done', async () => {
  const inspection = given.emptyInspection();
  const left = {
    id: 'e',
    message: 'left out',
    created_at: inspection.created_at,
    error_code: 'image_unreadable',
  };
  inspection.tasks = [
    { ...given.task('damage_detection', 'DONE'), error_messages: [left, left] },
    given.task('wheel_analysis', 'DONE'),
  ];
  const { text } = await reportOf(inspection);
  expect(text).toMatch(/Damage detection\s+Done, photos left out: 2/);
  expect(text).not.toMatch(/Wheel analysis\s+Done,/);
});

test('where a person decided what the photos leave open, the comparison names the person, not the doubt', async () => {
  const [before, after] = [given.emptyInspection(), given.emptyInspection()];
  before.created_at = '2026-01-01T00:00:00.000Z';
  after.damages = [given.damage('dent', 'hood')];
  const compared = compareInspections(before, after, new Map());
  const decision = {
    status: 'existing' as const,
    made_at: '2026-03-04T12:00:00.000Z',
    made_by: 'user-7',
    made_by_name: 'Ada Byron',
  };
  const damages = compared.damages.map((one) => ({ ...one, status: decision.status, decision }));
  const { text } = await reportOf(after, { comparison: { ...compared, damages } });
  expect(text).toMatch(/Already there\s+Hood\s+Dent\s+Decided by Ada Byron, 4 Mar 2026/);
  expect(text).not.toContain('was not searched');
});

test('photos of two vehicles: damages, condition and costs are told vehicle by vehicle, and there is no total', async () => {
  const inspection = given.emptyInspection();
  inspection.tasks = [given.task('damage_detection', 'DONE')];
  inspection.images = Array.from({ length: 5 }, () => given.image());
  const ids = inspection.images.map(({ id }) => id);
  const groups = [ids.slice(0, 4), ids.slice(4)];
  const hood = given.part('hood');
  const onHood = () => given.damage('dent', 'hood', { part_ids: [hood.id] });
  const [first, second] = [onHood(), onHood()];
  inspection.parts = [hood];
  inspection.damages = [first, second];
  inspection.views = [given.view(inspection.images[1]!, first), given.view(inspection.images[4]!, second)];
  inspection.severities = [given.severity(first, 3), given.severity(second, 1)];
  const estimate = given.estimate(hood, { total: 30_000, low: 30_000, high: 30_000, tax_percent: 0 });
  const { part_id: _, part_type: __, id: ___, ...work } = estimate.parts[0]!;
  estimate.parts[0]!.by_vehicle = [
    { ...work, vehicle_group: 1, severity: 3, total: 20_000, low: 20_000, high: 20_000 },
    { ...work, vehicle_group: 2, severity: 1, total: 10_000, low: 10_000, high: 10_000 },
  ];
  inspection.estimates = [estimate];
  const wish = { pricing: true };
  const alone = (await reportOf(inspection, { wish })).text.replace(/\s+/g, ' ');
  expect(alone).toContain('€300.00');
  expect(alone).not.toContain('another vehicle');

  const check = { kind: 'different_vehicle' as const, reason: { code: 'paint_differs' as const } };
  inspection.checks = [{ ...check, image_ids: ids, groups }];
  const terms = [
    { name: 'damage', version: '3.1.0', licence: null, use: 'evaluation_and_research' as const },
  ];
  const text = (await reportOf(inspection, { wish, terms })).text.replace(/\s+/g, ' ');
  // Once for all vehicles, and where the models are listed.
  expect(text.match(/not cleared for other use/g)).toHaveLength(2);
  expect(text).toContain('Condition – Photos 1–4');
  expect(text).toContain('Condition – Photo 5: perhaps another vehicle');
  const list = text.slice(text.indexOf('Damages by part'), text.indexOf('Damages in detail'));
  expect(list).toMatch(/Photos 1–4 .* 1 Hood Dent Severe .*Total Example prices €200\.00/);
  expect(list).toMatch(
    /Photo 5: perhaps another vehicle .* 2 Hood Dent Minor .*Total Example prices €100\.00/,
  );
  expect(list).toContain('each has its own costs and there is no total');
  expect(text).not.toContain('€300.00');

  const german = await reportOf(inspection, { wish: { ...wish, language: 'de' } });
  expect(german.text).toContain('Foto 5: vielleicht ein anderes Fahrzeug');

  const read = given.document('PLATE', { plate: 'AB123CD' });
  const box = { xmin: 0, ymin: 0, width: 9, height: 3 };
  read.fields[0]!.views = [{ image_id: ids.at(-1)!, bounding_box: box, polygons: [] }];
  inspection.documents = [read];
  inspection.vehicle = { ...given.vehicle({ plate: 'AB123CD' }), read_from: { plate: read.id } };
  const plated = (await reportOf(inspection, { wish })).text.replace(/\s+/g, ' ');
  expect(plated).toContain('Condition – Photo 5: perhaps another vehicle · AB123CD');
  expect(plated.slice(0, plated.indexOf('Condition'))).not.toContain('AB123CD');
  expect(plated).not.toContain('only read');
});

test('a damage whose part is to be confirmed counts no part, and what is left to check is told beside the damages', async () => {
  const inspection = given.emptyInspection();
  inspection.tasks = [given.task('damage_detection', 'DONE')];
  const open = (family: OpenFamily) =>
    given.damage('scratch', 'ignore', {
      evidence: {
        best_score: 0.9,
        threshold: 0.5,
        photos_against: [],
        part_confidence: null,
        part_family: family,
      },
    });
  inspection.damages = [given.damage('dent', 'hood'), open('bumper'), open('door')];
  inspection.open_suspicions = [[], []];
  const { text } = await reportOf(inspection);
  const flat = text.replace(/\s+/g, ' ');
  expect(flat).toContain('3 damages, 2 of them on parts to be confirmed');
  expect(flat).toContain(
    'Not on the drawing: bumper, front or back to be confirmed; door, which one to be confirmed.',
  );
  expect(flat).toContain('2 more places to check');
  inspection.damages = [open('door')];
  const one = (await reportOf(inspection)).text.replace(/\s+/g, ' ');
  expect(one).toContain('1 damage on a part to be confirmed');
  inspection.damages = [given.damage('dent', 'hood'), given.damage('dent', 'roof')];
  inspection.open_suspicions = [];
  const known = (await reportOf(inspection)).text.replace(/\s+/g, ' ');
  expect(known).toContain('2 damages on 2 parts');
  expect(known).not.toContain('to check');
});

test('of plates that contradict one another the table shows the one that the cover shows', async () => {
  const inspection = given.emptyInspection();
  const [misread, read] = ['78L6073', '78AAG073'].map((plate) => given.document('PLATE', { plate }));
  inspection.documents = [misread!, read!];
  inspection.vehicle = { ...given.vehicle({ plate: '78AAG073' }), read_from: { plate: read!.id } };
  const { text } = await reportOf(inspection);
  expect(text).toMatch(/Plate\s+–\s+78AAG073\s+only read/);
});
