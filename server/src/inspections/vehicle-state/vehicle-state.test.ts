import { expect, test } from 'vitest';
import * as given from '../../report/test-inspection.ts';
import { pricingOf } from '../costs/pricing.ts';
import type { OpenFamily } from '../parts/open-families.ts';
import type { PartType } from '../parts/parts.ts';
import type { ComplianceIssue } from '../records/compliance.ts';
import type { Image } from '../records/image.ts';
import type { Inspection } from '../records/inspection.ts';
import type { Severity } from '../records/severity.ts';
import type { DamageType, VehicleState } from '../vocabulary.ts';
import { conditionOf } from './condition.ts';
import { reasonOf, stateOfVehicle } from './vehicle-state.ts';

const photo = (state: VehicleState | null, heavy: number, more: { airbag?: boolean } = {}) =>
  given.image({ vehicle_state: { state, probability: 0.9, heavy, airbag: false, ...more } });

/** Each damage on its photo and part. */
const inspected = (
  images: Image[],
  found: [Image, DamageType, PartType][],
  more: Partial<Inspection> = {},
): Inspection => {
  const damages = found.map(([, type, part]) => given.damage(type, part));
  return {
    ...given.emptyInspection(),
    tasks: [given.task('damage_detection', 'DONE')],
    images,
    damages,
    views: found.map(([image], index) => given.view(image, damages[index]!)),
    ...more,
  };
};

test('a car with its rear crushed is severely damaged, whatever little is listed of it', () => {
  const back = photo('severe', 0.93);
  const crushed = inspected([back, photo('light', 0.1)], [[back, 'scratch', 'bumper_back']]);
  const whole = stateOfVehicle(crushed)!;
  expect(whole).toMatchObject({
    state: 'severe',
    heavy: 0.93,
    sides: ['back'],
    parts: ['bumper_back'],
    image_ids: [back.id],
  });
  expect(reasonOf(whole)).toBe('1 photo shows heavy deformation of the rear.');
  expect(conditionOf(crushed)).toBe(40);
});

test('one photo that is not sure is not enough, two are', () => {
  const [a, b] = [photo('severe', 0.37), photo('severe', 0.35)];
  expect(stateOfVehicle(inspected([a], [[a, 'dent', 'hood']]))).toMatchObject({ state: null, sides: [] });
  expect(stateOfVehicle(inspected([a, b], [[a, 'dent', 'hood']]))).toMatchObject({ state: 'severe' });
});

test('a vehicle with a flat tire is not intact, though no damage is listed', () => {
  const seen = (prediction: string) => {
    const image = photo('intact', 0);
    return { ...image, wheels: [given.wheel(image, { tyre: { prediction, confidence: 0.95 } })] };
  };
  const flat = inspected([seen('FLAT')], []);
  expect(stateOfVehicle(flat)).toMatchObject({ state: 'light', flat_tire: true });
  expect(conditionOf(flat)).toBe(95);
  expect(reasonOf(stateOfVehicle(flat)!)).toBe('A tire is flat. No damage is listed.');
  const whole = inspected([seen('INFLATED')], []);
  expect(stateOfVehicle(whole)).toMatchObject({ state: 'intact', flat_tire: false });
  expect(conditionOf(whole)).toBe(100);
  const image = seen('FLAT');
  expect(conditionOf(inspected([image], [[image, 'smash', 'hood']]))).toBeLessThan(95);
});

test('photos that are too dark, too blurred or too small to show a damage are no clean bill of health', () => {
  const judged = (...issues: ComplianceIssue[]) =>
    given.image({ compliance: { issues, scores: {}, thresholds: {}, reasons: [] } });
  const hidden = inspected([judged('underexposure'), judged('blurriness', 'low_resolution')], []);
  expect(stateOfVehicle(hidden)).toMatchObject({ state: null, is_hidden: true });
  expect(conditionOf(hidden)).toBeNull();
  expect(reasonOf(stateOfVehicle(hidden)!)).toBe(
    'No photo is good enough to show that there is no damage: take them again.',
  );
  for (const issue of ['low_resolution', 'not_zoomed_enough', 'dirtiness', 'snowness'] as const)
    expect(conditionOf(inspected([judged('underexposure'), judged(issue)], []))).toBeNull();
  for (const issue of ['wrong_angle', 'reflections'] as const)
    expect(conditionOf(inspected([judged('underexposure'), judged(issue)], []))).toBe(100);
  const street = { ...judged(), has_vehicle: false };
  expect(conditionOf(inspected([judged('low_resolution'), street], []))).toBeNull();
  expect(conditionOf(inspected([judged('low_resolution'), judged()], []))).toBe(100);
  const found = judged('underexposure');
  expect(stateOfVehicle(inspected([found], [[found, 'scratch', 'hood']]))).toMatchObject({ state: 'light' });
});

test('what may be severe has no condition until a person has said how bad its damages are', () => {
  const front = photo('moderate', 0.24);
  const undecided = inspected([front], [[front, 'dent', 'hood']]);
  const whole = stateOfVehicle(undecided)!;
  expect(whole).toMatchObject({ state: null, may_be_severe: true });
  expect(reasonOf(whole)).toBe(
    'The vehicle may be severely damaged (24 % likely), and the photos do not settle it: a person must look.',
  );
  expect(conditionOf(undecided)).toBeNull();
  const settled = { ...undecided, severities: [given.severity(undecided.damages[0]!, 2)] };
  expect(stateOfVehicle(settled)).toMatchObject({ state: 'moderate', may_be_severe: false });
  expect(conditionOf(settled)).toBeGreaterThan(40);
  const less = photo('moderate', 0.19);
  expect(stateOfVehicle(inspected([less], [[less, 'dent', 'hood']]))).toMatchObject({ state: 'moderate' });
});

test('one photo that may be severe is outvoted by two of the same part that are not, unless it is likely to be right', () => {
  const withOthers = (worst: number, ...others: number[]) => {
    const [image, ...more] = [worst, ...others].map((heavy) => photo('moderate', heavy));
    const seen = inspected([image!, ...more], [[image!, 'dent', 'hood']]);
    const hood = given.part('hood');
    seen.damages[0]!.part_ids = [hood.id];
    const shown = more.map((other) =>
      given.view(other, seen.damages[0]!, { damage_id: null, part_id: hood.id }),
    );
    return stateOfVehicle({ ...seen, parts: [hood], views: [...seen.views, ...shown] })!.may_be_severe;
  };
  expect([withOthers(0.24), withOthers(0.24, 0.05), withOthers(0.24, 0.05, 0.21)]).toEqual([
    true,
    true,
    true,
  ]);
  expect(withOthers(0.24, 0.05, 0.1)).toBe(false);
  expect(withOthers(0.24, 0.05, 0.05)).toBe(true); // the same photo, sent twice
  expect(withOthers(0.34, 0.05, 0.1)).toBe(true);
});

test('a wheel, a mirror or a pane that is destroyed alone leaves the vehicle as it is', () => {
  const near = photo('moderate', 0.24);
  for (const part of ['wheel_front_left', 'mirror_left', 'windshield_back'] as const)
    expect(stateOfVehicle(inspected([near], [[near, 'missing_piece', part]]))).toMatchObject({
      state: 'moderate',
      may_be_severe: false,
    });
  const body = inspected(
    [near],
    [
      [near, 'missing_piece', 'mirror_left'],
      [near, 'dent', 'door_front_left'],
    ],
  );
  expect(stateOfVehicle(body)).toMatchObject({ state: null, may_be_severe: true });
  expect(stateOfVehicle(inspected([near], [[near, 'dent', 'ignore']]))).toMatchObject({
    may_be_severe: true,
  });
});

test('a photo that is sure of more than the minor damages that are listed says so, and the condition is not green', () => {
  const front = photo('moderate', 0.17);
  const scratched = inspected([front], [[front, 'scratch', 'bumper_front']]);
  const rated = (level: number, is_user_modified: boolean) => ({
    ...scratched,
    severities: [given.severity(scratched.damages[0]!, level, { is_user_modified })],
  });
  const whole = stateOfVehicle(rated(1, false))!;
  expect(whole).toMatchObject({ state: 'moderate', looks_worse: true });
  expect(reasonOf(whole)).toBe(
    'A photo looks worse than the listed damages: a person should look, and add what is missing or approve the list.',
  );
  expect(conditionOf(rated(1, false))).toBe(84);
  // What is listed says as much, or a person has looked.
  expect(reasonOf(stateOfVehicle(rated(2, false))!)).toBe('This is what the listed damages say.');
  expect(conditionOf(rated(2, false))).toBe(97);
  expect(stateOfVehicle(rated(1, true))).toMatchObject({ looks_worse: false });
  expect(conditionOf(rated(1, true))).toBe(97);
});

test('a part that is rated worse than the vehicle as a whole is told beside its state', () => {
  const front = photo('light', 0.05);
  const listed = inspected([front], [[front, 'dent', 'hood']]);
  const [dent] = listed.damages;
  const rated = (level: number, more: Partial<Severity> = {}) => ({
    ...listed,
    severities: [
      given.severity(dent!, 2),
      given.severity(dent!, level, { related_item_id: 'other', ...more }),
    ],
  });
  expect(stateOfVehicle(rated(3))).toMatchObject({ state: 'moderate', part_is_worse: true });
  expect(reasonOf(stateOfVehicle(rated(3))!)).toBe(
    'This is what the listed damages say. A single part is rated worse; no photo shows the vehicle as a whole heavily deformed.',
  );
  expect(stateOfVehicle(rated(2))).toMatchObject({ state: 'moderate', part_is_worse: false });
  expect(stateOfVehicle(rated(3, { deleted_at: '2026-01-01' }))).toMatchObject({ part_is_worse: false });
  const heavy = {
    ...rated(3),
    images: [{ ...front, vehicle_state: { ...front.vehicle_state!, heavy: 0.9 } }],
  };
  expect(stateOfVehicle({ ...heavy, severities: [given.severity(dent!, 3)] })).toMatchObject({
    state: 'severe',
    part_is_worse: false,
  });
});

test('so does one on which nothing is listed, and a person who rates all damages of a photo overrules it', () => {
  const [scratched, worse] = [photo('light', 0), photo('moderate', 0.1)];
  const both = inspected([scratched, worse], [[scratched, 'scratch', 'bumper_front']]);
  expect(stateOfVehicle(both)).toMatchObject({ state: 'moderate', looks_worse: true });
  expect(conditionOf(both)).toBe(84);
  const rated = inspected([worse], [[worse, 'scratch', 'bumper_front']]);
  rated.severities = [given.severity(rated.damages[0]!, 1, { is_user_modified: true })];
  expect(stateOfVehicle(rated)).toMatchObject({ state: 'light', looks_worse: false });
});

test('the bent metal beside a destroyed part may be on another photo, and elsewhere it is another damage', () => {
  const [corner, door] = [photo('moderate', 0.15), photo('moderate', 0.05)];
  const state = (other: [DamageType, PartType]) => {
    const seen = inspected(
      [corner, door],
      [
        [corner, 'missing_piece', 'bumper_front'],
        [door, ...other],
      ],
    );
    const severities = seen.damages.map((damage, at) => given.severity(damage, at === 0 ? 3 : 2));
    return stateOfVehicle({ ...seen, severities })!.state;
  };
  expect(state(['dent', 'fender_front_left'])).toBe('severe');
  expect(state(['dent', 'fender_back_left'])).toBe('moderate');
  expect(state(['scratch', 'fender_front_left'])).toBe('moderate');
});

test('a destroyed part beside a damaged one on a photo that may be heavy is a crushed end, and one part alone is not', () => {
  const front = photo('moderate', 0.15);
  const crushed = inspected(
    [front],
    [
      [front, 'missing_piece', 'bumper_front'],
      [front, 'dent', 'hood'],
    ],
  );
  const [bumper, hood] = crushed.damages.map((damage, at) =>
    given.severity(damage, at === 0 ? 3 : 2, { is_user_modified: false }),
  );
  const seen = (...severities: Severity[]) => stateOfVehicle({ ...crushed, severities })!;
  expect(seen(bumper!, hood!)).toMatchObject({ state: 'severe', sides: ['front'], image_ids: [front.id] });
  expect(conditionOf({ ...crushed, severities: [bumper!, hood!] })).toBe(40);
  expect(seen(bumper!, { ...hood!, level: 1 })).toMatchObject({ state: 'moderate' });
  expect(seen({ ...bumper!, level: 2 }, hood!)).toMatchObject({ state: 'moderate' });
  const light = {
    ...crushed,
    images: [{ ...front, vehicle_state: { ...front.vehicle_state!, heavy: 0.1 } }],
  };
  expect(stateOfVehicle({ ...light, severities: [bumper!, hood!] })).toMatchObject({ state: 'moderate' });
});

test('marked paint or rust beside a destroyed part is no crushed end, however wide it is, and a broken lamp is', () => {
  const front = photo('moderate', 0.15);
  const state = (type: DamageType, part: PartType, level: number) => {
    const seen = inspected(
      [front],
      [
        [front, 'missing_piece', 'bumper_front'],
        [front, type, part],
      ],
    );
    const severities = seen.damages.map((damage, at) => given.severity(damage, at === 0 ? 3 : level));
    return stateOfVehicle({ ...seen, severities })!.state;
  };
  expect(state('scratch', 'fender_front_left', 2)).toBe('moderate');
  expect(state('scratch', 'fender_front_left', 3)).toBe('moderate');
  expect(state('rustiness', 'fender_front_left', 2)).toBe('moderate');
  expect(state('body_crack', 'fender_front_left', 2)).toBe('severe');
  expect(state('broken_light', 'head_light_left', 2)).toBe('severe');
});

test('a part of which only the kind is known counts as another one, unless it may be the one that is named', () => {
  const front = photo('moderate', 0.15);
  const both = inspected(
    [front],
    [
      [front, 'missing_piece', 'bumper_front'],
      [front, 'broken_light', 'ignore'],
    ],
  );
  const severities = both.damages.map((damage) => given.severity(damage, 3, { is_user_modified: false }));
  const [named, open] = both.damages;
  const withFamily = (part_family: OpenFamily) =>
    stateOfVehicle({
      ...both,
      severities,
      damages: [named!, { ...open!, evidence: { ...open!.evidence!, part_family } }],
    });
  expect(withFamily('light')).toMatchObject({ state: 'severe' });
  expect(withFamily('bumper')).toMatchObject({ state: 'moderate' });
});

test('deformed at both ends and on a side it is a wreck', () => {
  const [front, back, side] = [photo('severe', 0.9), photo('severe', 0.9), photo('severe', 0.9)];
  const wreck = inspected(
    [front, back, side],
    [
      [front, 'dent', 'hood'],
      [back, 'dent', 'trunk'],
      [side, 'dent', 'door_front_left'],
    ],
  );
  expect(stateOfVehicle(wreck)).toMatchObject({ state: 'wreck', sides: ['front', 'back', 'left'] });
  expect(conditionOf(wreck)).toBe(15);
});

test('who deletes the damages of a heavy photo, or calls them moderate, says that the vehicle is not severe', () => {
  const back = photo('severe', 0.93);
  const crushed = inspected([back], [[back, 'smash', 'bumper_back']]);
  const [smash] = crushed.damages;
  expect(stateOfVehicle({ ...crushed, severities: [given.severity(smash!, 2)] })).toMatchObject({
    state: 'moderate',
  });
  expect(stateOfVehicle({ ...crushed, damages: [], views: [] })).toMatchObject({ state: null, sides: [] });
});

test('an open airbag needs no damage of a part', () => {
  const inside = photo('severe', 0.37, { airbag: true });
  expect(stateOfVehicle(inspected([inside], []))).toMatchObject({ state: 'severe', airbag: true, sides: [] });
});

test('without a heavy photo the listed damages tell the state, and none before somebody looked', () => {
  const clean = photo('intact', 0.01);
  expect(stateOfVehicle(inspected([clean], []))).toMatchObject({ state: 'intact' });
  expect(stateOfVehicle(inspected([clean], [[clean, 'scratch', 'hood']]))).toMatchObject({ state: 'light' });
  expect(stateOfVehicle(inspected([photo('moderate', 0.1)], []))).toMatchObject({ state: null });
  expect(stateOfVehicle(inspected([clean], [], { tasks: [] }))).toBeNull();
  expect(conditionOf(inspected([clean], [], { tasks: [] }))).toBeNull();
});

test('a vehicle with nothing listed but places to check is called intact only if all photos look so, and else has no condition', () => {
  const doubtful = inspected([photo('light', 0.1)], [], { open_suspicions: [[], []] });
  const whole = stateOfVehicle(doubtful)!;
  expect(whole).toMatchObject({ state: null, to_check: 2 });
  expect(reasonOf(whole)).toBe('Nothing is certain: 2 places are to be checked by a person.');
  expect(reasonOf({ ...whole, flat_tire: true })).toBe(
    'A tire is flat. Nothing else is certain: 2 places are to be checked by a person.',
  );
  expect(conditionOf(doubtful)).toBeNull();
  expect(conditionOf({ ...doubtful, open_suspicions: [] })).toBe(100);
  // Photos that all look intact outweigh few suspicions, which stay a reservation.
  const intact = photo('intact', 0.01);
  const reserved = inspected([intact], [], { open_suspicions: [[]] });
  expect(conditionOf(reserved)).toBe(100);
  expect(reasonOf(stateOfVehicle(reserved)!)).toBe(
    'No damage is listed, and the photos look intact. 1 place is to be checked by a person.',
  );
  expect(conditionOf(inspected([intact, photo('light', 0.1)], [], { open_suspicions: [[]] }))).toBeNull();
  const eight = Array.from({ length: 8 }, () => intact);
  expect(conditionOf(inspected(eight, [], { open_suspicions: [[], []] }))).toBe(100);
  expect(conditionOf(inspected(eight, [], { open_suspicions: [[], [], []] }))).toBeNull();
  // The same where only the photo as a whole speaks of a damage.
  expect(conditionOf(inspected([photo('moderate', 0.1)], []))).toBeNull();
});

test('where no photo shows a vehicle nothing is said of its state, and one that does is enough', () => {
  const street = { ...photo(null, 0), vehicle_state: null, has_vehicle: false };
  const whole = stateOfVehicle(inspected([street], []))!;
  expect(whole.state).toBeNull();
  expect(reasonOf(whole)).toBe('No photo shows a vehicle: a person must look.');
  expect(conditionOf(inspected([street], []))).toBeNull();
  expect(conditionOf(inspected([street, photo('intact', 0.01)], []))).toBe(100);
});

test('a severe damage never reads as green, and a light one does', () => {
  const clean = photo('light', 0.05);
  const scratched = inspected([clean], [[clean, 'scratch', 'hood']]);
  expect(conditionOf(scratched)).toBe(97);
  const severe = given.severity(scratched.damages[0]!, 3, { is_user_modified: false });
  expect(conditionOf({ ...scratched, severities: [severe] })).toBe(79);
});

test('where nothing has a price the total is a cost only if there is nothing to check and nothing without a price', () => {
  const clean = inspected([photo('intact', 0.02)], []);
  const bumper = given.part('bumper_back');
  const estimate = { ...given.estimate(bumper, { total: 0, low: 0, high: 0, tax_percent: 0 }), parts: [] };
  const of = (more: Partial<Inspection>) => pricingOf({ ...clean, estimates: [estimate], ...more })[0];
  expect(of({})).toMatchObject({ total: 0, not_assessed: false });
  expect(of({ open_suspicions: [[], [], []] })).toMatchObject({ not_assessed: true });
  const unplaced = { ...estimate, not_priced: [{ part_type: 'ignore' as const, reason: '' }] };
  expect(of({ estimates: [unplaced] })).toMatchObject({ not_assessed: true });
  const [image] = clean.images;
  const flat = given.wheel(image!, { tyre: { prediction: 'FLAT', confidence: 0.95 } });
  expect(of({ images: [{ ...image!, wheels: [flat] }] })).toMatchObject({ total: 0, not_assessed: true });
  const price = {
    id: 'a',
    inspection_id: clean.id,
    related_item_type: 'vehicle' as const,
    part_id: null,
    pricing: 0,
    created_at: '',
    created_by: 'ada',
  };
  expect(of({ open_suspicions: [[], [], []], prices: [price] })).toMatchObject({ not_assessed: false });
});

test('the total of a heavily damaged vehicle is no cost of repair, unless a person says the price of the whole', () => {
  const back = photo('severe', 0.93);
  const crushed = inspected([back], [[back, 'dent', 'bumper_back']]);
  const part = given.part('bumper_back');
  const price = {
    id: 'a',
    inspection_id: crushed.id,
    part_id: part.id,
    pricing: 400,
    created_at: '',
    created_by: 'ada',
  };
  const priced = { ...crushed, parts: [part], prices: [price] } as Inspection;
  expect(pricingOf(priced)[0]).toMatchObject({ beyond_visual_estimate: true });
  const whole = { ...priced, prices: [{ ...price, part_id: null }] } as Inspection;
  expect(pricingOf(whole)[0]).toMatchObject({ beyond_visual_estimate: false });
});

test('who approves the damages settles what a photo alone says: nothing is there, or it is light', () => {
  const [bad, other] = [photo('moderate', 0.1), photo('light', 0.1)];
  const tasks = [given.task('damage_detection', 'VALIDATED')];
  const empty = inspected([bad], []);
  expect(stateOfVehicle(empty)).toMatchObject({ state: null, looks_worse: true });
  expect(stateOfVehicle({ ...empty, tasks })).toMatchObject({ state: 'intact', looks_worse: false });
  expect(conditionOf({ ...empty, tasks })).toBe(100);

  const listed = inspected([bad, other], [[other, 'scratch', 'hood']]);
  expect(stateOfVehicle(listed)).toMatchObject({ state: 'moderate', looks_worse: true });
  expect(stateOfVehicle({ ...listed, tasks })).toMatchObject({ state: 'light', looks_worse: false });

  // Places to check have their own answer, and a photo that is sure of a crushed vehicle is no matter of the list.
  expect(stateOfVehicle({ ...empty, tasks, open_suspicions: [[bad.id]] })).toMatchObject({ state: null });
  const crushed = photo('severe', 0.9);
  expect(stateOfVehicle(inspected([crushed], [[crushed, 'dent', 'hood']], { tasks }))).toMatchObject({
    state: 'severe',
  });
});
