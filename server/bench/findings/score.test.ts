import { expect, test } from 'vitest';
import { box } from '../../src/inspections/photos/test-photos.ts';
import type { ListedDamage } from './listed.ts';
import { scoreInspection } from './score.ts';
import { trueAmounts } from './true-amounts.ts';
import { halfOf, type KnownInspection, type TrueDamage } from './truth.ts';

const DOOR = box(100, 100, 200, 200);
const BUMPER = box(600, 500, 200, 100);

const truth = (part: string | null, where = DOOR, more: Partial<TrueDamage> = {}): TrueDamage => ({
  part,
  types: ['scratch'],
  severity: 2,
  views: [{ photo: 'a', box: where }],
  ...more,
});

const finding = (parts: string[], where = DOOR, more: Partial<ListedDamage> = {}): ListedDamage => ({
  type: 'scratch',
  parts,
  family: null,
  level: 2,
  views: [{ photo: 'a', box: where }],
  ...more,
});

const known = (damages: TrueDamage[], more: Partial<KnownInspection> = {}): KnownInspection => ({
  name: 'car',
  source: 'photos',
  half: 'report',
  photos: ['a', 'b'].map((name) => ({ name, path: name, width: 1000, height: 1000, close_up: false })),
  damages,
  not_labeled: [],
  state: 'light',
  ...more,
});

const score = (
  damages: TrueDamage[],
  listed: ListedDamage[],
  {
    condition = 97 as number | null,
    cost = 100,
    range = { low: 90, high: 110 },
    state = 'light' as KnownInspection['state'],
    places = [] as ListedDamage[],
  } = {},
) =>
  scoreInspection(
    known(damages, { state }),
    { damages: listed, places, condition, cost, range },
    { condition: 97, cost: 100 },
  ).score;

const YES = { count: 1, of: 1 };
const NO = { count: 0, of: 1 };
const NEVER = { count: 0, of: 0 };

test('a damage listed once on its part, side, type and level is right in every figure', () => {
  expect(score([truth('door_front_left')], [finding(['door_front_left'])])).toEqual({
    found: YES,
    found_or_to_check: YES,
    places_damaged: NEVER,
    invented: NO,
    doubled: NO,
    wrong_joins: NO,
    part_named: YES,
    part_right: YES,
    family_named: YES,
    family_right: YES,
    side_said: YES,
    side_right: YES,
    type_right: YES,
    severity_close: YES,
    severity_right: YES,
    condition_told: YES,
    condition_close: YES,
    cost_close: YES,
    cost_in_range: YES,
    state_right: YES,
    heavy_shown_mild: NEVER,
    nothing_found: NO,
    called_clean: NO,
    intact_accused: NEVER,
  });
});

test('a damage that is listed twice is found once and doubled once', () => {
  const twice = [finding(['door_front_left']), finding([], box(120, 120, 50, 50), { type: 'dent' })];
  expect(score([truth('door_front_left')], twice)).toMatchObject({
    found: YES,
    doubled: { count: 1, of: 2 },
    invented: { count: 0, of: 2 },
    part_right: YES,
  });
});

test('a finding where nothing is damaged is invented, and the damage elsewhere is not found', () => {
  const invented = score([truth('door_front_left')], [finding(['bumper_back'], BUMPER)]);
  expect(invented).toMatchObject({ found: NO, invented: YES, part_named: NEVER, nothing_found: NO });
});

test('a place to check at a damage that is missed is told beside what was found, and never counts as a finding', () => {
  const both = [truth('door_front_left'), truth('bumper_back', BUMPER)];
  const places = [finding([], BUMPER), finding([], box(0, 900, 50, 50))];
  expect(score(both, [finding(['door_front_left'])], { places })).toMatchObject({
    found: { count: 1, of: 2 },
    found_or_to_check: { count: 2, of: 2 },
    places_damaged: { count: 1, of: 2 },
    invented: NO,
  });
  expect(score([], [], { places, state: 'intact' })).toMatchObject({
    places_damaged: { count: 0, of: 2 },
    intact_accused: NO,
  });
});

test('a place on another photo is another place', () => {
  const elsewhere = finding(['door_front_left'], DOOR, { views: [{ photo: 'b', box: DOOR }] });
  expect(score([truth('door_front_left')], [elsewhere])).toMatchObject({ found: NO, invented: YES });
});

test('a wrong part, a wrong side and no part at all are told apart', () => {
  const at = (...parts: string[]) => score([truth('door_front_left')], [finding(parts)]);
  expect(at('fender_front_left')).toMatchObject({ part_named: YES, part_right: NO, side_said: NEVER });
  expect(at('door_front_right')).toMatchObject({ part_right: YES, side_said: YES, side_right: NO });
  expect(at()).toMatchObject({ found: YES, part_named: NO, part_right: NEVER });
});

test('where nobody can tell the side or the part, none is judged', () => {
  const openSide = score([truth('door')], [finding(['door_back_right'])]);
  expect(openSide).toMatchObject({ part_right: YES, side_said: NEVER });
  expect(score([truth(null)], [finding(['hood'])])).toMatchObject({ found: YES, part_named: NEVER });
});

test('of damages that overlap, a finding means the one on its part', () => {
  const lamp = truth('head_light_left', box(100, 100, 60, 60), { types: ['broken_light'] });
  const found = score([lamp, truth('bumper_front')], [finding(['bumper_front'], box(100, 100, 60, 60))]);
  expect(found).toMatchObject({ found: { count: 1, of: 2 }, part_right: YES, type_right: YES });
});

test('one finding over two damaged parts finds both', () => {
  const both = [truth('door_front_left'), truth('door_back_left', box(300, 100, 200, 200))];
  const wide = finding(['door_front_left', 'door_back_left'], box(100, 100, 400, 200));
  expect(score(both, [wide])).toMatchObject({ found: { count: 2, of: 2 }, doubled: NO });
});

test('a finding whose photos show two different damages is a wrong join', () => {
  const two = [
    truth('door_front_left'),
    truth('bumper_back', BUMPER, { views: [{ photo: 'b', box: BUMPER }] }),
  ];
  const views = [
    { photo: 'a', box: DOOR },
    { photo: 'b', box: BUMPER },
  ];
  expect(score(two, [finding(['door_front_left'], DOOR, { views })])).toMatchObject({ wrong_joins: YES });
});

test('a family counts as named beside a part, and is right when the part is one of it', () => {
  const open = (family: ListedDamage['family'], part: string) =>
    score([truth(part)], [finding([], DOOR, { family })]);
  expect(open('door', 'door_front_left')).toMatchObject({
    part_named: NO,
    family_named: YES,
    family_right: YES,
  });
  expect(open('bumper', 'door_front_left')).toMatchObject({ family_named: YES, family_right: NO });
  expect(open('light', 'tail_light_right')).toMatchObject({ family_named: YES, family_right: YES });
  // That a scratch lies on some panel goes without saying.
  expect(open('panel', 'door_front_left')).toMatchObject({ family_named: NO, family_right: NEVER });
  const wrongEnd = score([truth('bumper_front')], [finding(['bumper_back'])]);
  expect(wrongEnd).toMatchObject({ part_right: NO, family_right: YES });
});

test('severity counts as close one level away, condition within 10 points, cost within 30 %', () => {
  const from = (level: 1 | 3, condition: number, cost: number) =>
    score([truth('hood', DOOR, { severity: 1 })], [finding(['hood'], DOOR, { level })], { condition, cost });
  expect(from(3, 108, 131)).toMatchObject({ severity_close: NO, condition_close: NO, cost_close: NO });
  expect(from(1, 87, 70)).toMatchObject({ severity_close: YES, condition_close: YES, cost_close: YES });
});

test('the range of a cost is right if the true cost lies in it; without a cost there is none', () => {
  const told = (cost: number, low: number, high: number) =>
    score([truth('hood')], [finding(['hood'])], { cost, range: { low, high } }).cost_in_range;
  expect(told(150, 100, 200)).toEqual(YES);
  expect(told(150, 101, 200)).toEqual(NO);
  expect(told(80, 70, 99)).toEqual(NO);
  expect(told(0, 0, 500)).toEqual(NEVER);
});

test('a wreck with a good condition is counted, and so is an intact car with a finding', () => {
  const wreck = score([truth('hood')], [], { condition: 91, state: 'wreck' });
  expect(wreck).toMatchObject({ heavy_shown_mild: YES, state_right: NO, nothing_found: YES });
  expect(score([], [finding(['hood'])], { state: 'intact' })).toMatchObject({ intact_accused: YES });
  expect(wreck).toMatchObject({ called_clean: YES, condition_told: YES });
  const left = score([truth('hood')], [], { condition: null, state: 'wreck' });
  expect(left).toMatchObject({ nothing_found: YES, called_clean: NO, condition_told: NO });
});

test('a finding of a type that the source does not label is not judged', () => {
  const hubcap = finding(['wheel_front_left'], BUMPER, { type: 'missing_hubcap' });
  const told = {
    damages: [hubcap],
    places: [hubcap],
    condition: 97,
    cost: 100,
    range: { low: 90, high: 110 },
  };
  const { score: unjudged } = scoreInspection(
    known([], { not_labeled: ['missing_hubcap'], state: 'intact' }),
    told,
    { condition: 100, cost: 0 },
  );
  expect(unjudged).toMatchObject({ places_damaged: NEVER, invented: NEVER, intact_accused: NO });
});

test('the true cost and condition are those of the true damages by the rules of the service', async () => {
  const nothing = await trueAmounts(known([]));
  const light = await trueAmounts(known([truth('door_front_left', DOOR, { severity: 1 })]));
  const heavy = await trueAmounts(
    known([truth('bumper', BUMPER, { types: ['missing_piece'], severity: 3 })]),
  );
  expect(nothing).toEqual({ condition: 100, cost: 0 });
  expect(light.cost).toBeGreaterThan(0);
  expect(heavy.cost).toBeGreaterThan(light.cost);
  expect(heavy.condition).toBeLessThan(light.condition);
  const crushed = await trueAmounts(known([truth('hood', DOOR, { severity: 3 })], { state: 'severe' }));
  expect(crushed.condition).toBeLessThanOrEqual(40);
});

test('photos of one group are in one half', () => {
  expect(halfOf('6')).toBe(halfOf('6'));
  expect(new Set(Array.from({ length: 20 }, (_, group) => halfOf(String(group)))).size).toBe(2);
});
