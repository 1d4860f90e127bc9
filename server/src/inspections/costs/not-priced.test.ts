import { expect, test } from 'vitest';
import names from '../../../../vocabulary/en.json' with { type: 'json' };
import { notPricedSentence } from '../../../../vocabulary/not-priced.ts';
import * as given from '../../report/test-inspection.ts';
import type { Inspection } from '../records/inspection.ts';
import { NOTHING_KNOWN } from '../wheels/wheel-predictions.ts';
import { NOT_PRICED_CODES } from './not-priced.ts';
import { pricingOf } from './pricing.ts';

const door = given.part('door_front_left');
const estimate = given.estimate(door, { total: 40_000, low: 30_000, high: 50_000, tax_percent: 0 });

/** A dent on the door, which has a price, and wheels of which this is said. */
const inspected = (
  wheels: { name?: 'wheel_front_left' | 'wheel_back_left'; says: Record<string, string> }[],
  more: Partial<Inspection> = {},
): Inspection => {
  const image = given.image();
  image.wheels = wheels.map(({ name = null, says }, index) => ({
    id: `w${index}`,
    inspection_id: image.inspection_id,
    image_id: image.id,
    wheel_name: name,
    bounding_box: null,
    predictions: {
      ...NOTHING_KNOWN,
      ...Object.fromEntries(
        Object.entries(says).map(([field, prediction]) => [field, { prediction, confidence: 0.95 }]),
      ),
    },
    model: { name: 'wheels', version: '1' },
    created_at: image.created_at,
  }));
  return {
    ...given.emptyInspection(),
    tasks: [given.task('damage_detection', 'DONE')],
    images: [image],
    parts: [door],
    damages: [given.damage('dent', 'door_front_left', { part_ids: [door.id] })],
    estimates: [estimate],
    ...more,
  };
};

const leftOutOf = (inspection: Inspection) =>
  pricingOf(inspection)[0]!.not_priced.map(({ code, part_type }) => `${code} ${part_type}`);

test('where everything that is listed has a price, nothing is named', () => {
  expect(leftOutOf(inspected([{ name: 'wheel_front_left', says: { tyre: 'INFLATED' } }]))).toEqual([]);
});

test('a flat tire and a damaged rim are named once for each wheel, however many photos show them', () => {
  const flat = { name: 'wheel_front_left' as const, says: { tyre: 'FLAT', rim_condition: 'DAMAGED' } };
  expect(leftOutOf(inspected([flat, flat, { says: { tyre: 'FLAT' } }]))).toEqual([
    'flat_tire wheel_front_left',
    'flat_tire wheel',
    'damaged_rim wheel_front_left',
  ]);
});

test('a rim with a damage of its own is priced by that, a missing hubcap prices no rim', () => {
  const wheels = [{ name: 'wheel_back_left' as const, says: { rim_condition: 'DAMAGED' } }];
  const with_ = (type: 'smash' | 'missing_hubcap') =>
    leftOutOf(inspected(wheels, { damages: [given.damage(type, 'wheel_back_left')] }));
  expect(with_('smash')).toEqual([]);
  expect(with_('missing_hubcap')).toEqual(['damaged_rim wheel_back_left']);
});

test('a part that a person left out and dirt are named, and nothing where a person set the whole', () => {
  const price = {
    id: 'p',
    inspection_id: door.id,
    related_item_type: 'part' as const,
    part_id: door.id,
    pricing: null,
    created_at: '',
    created_by: 'ada',
  };
  const left = inspected([], { prices: [price] });
  left.damages.push(given.damage('dirt', 'hood'));
  expect(leftOutOf(left)).toEqual(['left_out door_front_left', 'nothing_to_repair hood']);
  const whole = { ...price, related_item_type: 'vehicle' as const, part_id: null, pricing: 350 };
  expect(leftOutOf({ ...left, prices: [whole] })).toEqual([]);
});

const bumper = given.part('bumper_front');
const lamp = given.part('head_light_left');
const torn = () => {
  const whole = given.estimate(bumper, { total: 60_000, low: 48_000, high: 71_700, tax_percent: 0 });
  const beside = { code: 'beside_torn_bumper', part_type: 'ignore', reason: '', at_most: 43_280 } as const;
  return inspected([], {
    parts: [bumper, lamp],
    damages: [given.damage('missing_piece', 'bumper_front', { part_ids: [bumper.id] })],
    estimates: [{ ...whole, not_priced: [beside] }],
  });
};

test('a headlight beside a torn bumper is named, and only the upper end of the whole counts it', () => {
  const [pricing] = pricingOf(torn());
  expect(pricing!.not_priced).toMatchObject([
    { code: 'beside_torn_bumper', part_family: 'head_light', damage_types: [], at_most: 43_280 },
  ]);
  expect(pricing).toMatchObject({ total: 60_000, low: 48_000, high: 114_980, not_assessed: false });
  expect(pricing!.details).toMatchObject([{ part_type: 'bumper_front', high: 71_700 }]);
});

test('a person who priced a headlight or the whole, or left the bumper out, ends it', () => {
  const priced = (part_id: string | null, pricing: number | null) => {
    const related_item_type = part_id === null ? ('vehicle' as const) : ('part' as const);
    const price = { id: 'p', inspection_id: lamp.id, created_at: '', created_by: 'ada' };
    return pricingOf({ ...torn(), prices: [{ ...price, related_item_type, part_id, pricing }] })[0]!;
  };
  const codes = (part_id: string | null, pricing: number | null) =>
    priced(part_id, pricing).not_priced.map(({ code }) => code);
  expect(codes(lamp.id, 0)).toEqual([]);
  expect(priced(lamp.id, 0).high).toBe(71_700);
  expect(codes(bumper.id, null)).toEqual(['left_out']);
  expect(codes(null, 500)).toEqual([]);
  expect(codes(bumper.id, 650)).toEqual(['beside_torn_bumper']);
  expect(priced(bumper.id, 650)).toMatchObject({ low: 65_000, high: 108_280 });
});

test('the sentence names each thing with its place and its reason, and there is a reason for every code', () => {
  const flat = {
    code: 'flat_tire',
    partType: 'wheel_front_left',
    partFamily: null,
    damageTypes: [],
    atMost: null,
  } as const;
  const open = { partType: 'ignore', partFamily: null, damageTypes: ['dent'], atMost: 900 } as const;
  const nowhere = { ...open, code: 'no_part' } as const;
  const all = [flat, nowhere].map((one) => ({ ...one, damageTypes: [...one.damageTypes] }));
  expect(notPricedSentence(names, all, null)).toBe(
    'Not in this estimate: flat tire, front left wheel (the price matrix has no tires); dent (on no known part).',
  );
  expect(notPricedSentence(names, [], null)).toBeNull();
  const beside = { ...open, code: 'beside_torn_bumper', partFamily: 'head_light', damageTypes: [] } as const;
  expect(notPricedSentence(names, [{ ...beside, damageTypes: [] }], (amount) => `${amount} EUR`)).toBe(
    'Not in this estimate: headlight, side to be confirmed (may be damaged as well: the front bumper beside it is torn; at most 900 EUR, which the upper end of the range counts).',
  );
  expect(Object.keys(names.not_priced.because)).toEqual([...NOT_PRICED_CODES]);
});
