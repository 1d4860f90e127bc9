import { describe, expect, test } from 'vitest';
import type { OpenFamily } from '../parts/open-families.ts';
import { PART_TYPES, type PartType } from '../parts/parts.ts';
import type { Methodology } from '../records/estimate.ts';
import type { PriceMatrix, Segment } from '../records/price-matrix.ts';
import type { Level } from '../records/severity.ts';
import { DAMAGE_TYPES, type DamageType } from '../vocabulary.ts';
import { estimateRepairs, hoursBy, type ToRepair } from './estimate.ts';
import { joinedEstimate } from './estimate-by-vehicle.ts';
import type { DamagedPart } from './part-work.ts';
import { DEFAULT_MATRIX, segmentOf } from './price-matrix.ts';
import { costOfLines } from './work-lines.ts';

const { matrix } = DEFAULT_MATRIX;

const part = (
  part_type: PartType,
  damages: [DamageType, Level][],
  rest: Partial<DamagedPart & { vague: boolean }> = {},
): DamagedPart => ({
  part_id: part_type,
  part_type,
  level: Math.max(...damages.map(([, level]) => level)) as Level,
  damages: damages.map(([damage_type, level]) => ({
    damage_type,
    level,
    least: rest.vague ? (Math.max(1, level - 1) as Level) : level,
    most: rest.vague ? (Math.min(3, level + 1) as Level) : level,
  })),
  wish: rest.wish ?? null,
});

const estimate = (
  parts: DamagedPart[],
  {
    prices = matrix,
    segment = 'compact',
    by = 'labor_cost',
  }: { prices?: PriceMatrix; segment?: Segment; by?: Methodology } = {},
) => estimateRepairs({ parts }, { matrix: prices, segment }, by);

const operations = (parts: DamagedPart[]) =>
  estimate(parts).parts.map(({ part_type, lines }) => [
    part_type,
    [...new Set(lines.map((line) => line.operation))],
  ]);

const workOn = (parts: DamagedPart[], operation: string) =>
  estimate(parts)
    .parts.flatMap(({ lines }) => lines)
    .filter((line) => line.operation === operation && line.rate !== 'ingredient')
    .map((line) => [line.part_type, line.hours]);

test('a light scratch is polished, a deeper one sanded and painted', () => {
  expect(operations([part('hood', [['scratch', 1]])])).toEqual([['hood', ['polishing']]]);
  expect(operations([part('roof', [['scratch', 2]])])).toEqual([
    ['roof', ['sanding', 'painting', 'paint_preparation']],
  ]);
});

test('a small dent is pressed out of metal, and beaten out of plastic, which has to be painted then', () => {
  expect(estimate([part('hood', [['dent', 1]])]).parts[0]!.name).toBe('paintless_dent_repair');
  const bumper = estimate([part('bumper_back', [['dent', 1]])]).parts[0]!;
  expect(bumper.name).toBe('dent_repair');
  expect(bumper.lines.some((line) => line.operation === 'painting')).toBe(true);
});

test('a short crack in a bumper is welded, a long one takes a new bumper; a matrix without hours for that beats it out', () => {
  const nameOf = (of: DamagedPart) => estimate([of]).parts[0]!.name;
  expect(nameOf(part('bumper_front', [['body_crack', 2]]))).toBe('plastic_repair');
  expect(nameOf(part('bumper_front', [['missing_piece', 2]]))).toBe('plastic_repair');
  expect(nameOf(part('bumper_front', [['body_crack', 3]]))).toBe('replacing');
  expect(nameOf(part('fender_front_left', [['body_crack', 2]]))).toBe('dent_repair');
  const { plastic_repair: _, ...operations } = matrix.parts.bumper_front.operations;
  const bumper_front = { ...matrix.parts.bumper_front, operations };
  const prices = { ...matrix, parts: { ...matrix.parts, bumper_front } };
  const [older] = estimate([part('bumper_front', [['body_crack', 2]])], { prices }).parts;
  expect(older!.name).toBe('dent_repair');
});

test('what is painted is not polished as well, and is painted once for all its damages', () => {
  const door = [
    part('door_front_left', [
      ['scratch', 1],
      ['scratch', 2],
      ['paint_damage', 3],
    ]),
  ];
  expect(workOn(door, 'polishing')).toEqual([]);
  expect(workOn(door, 'sanding')).toEqual([['door_front_left', 120]]);
  expect(workOn(door, 'painting')).toEqual([['door_front_left', 270]]);
});

test('every further dent on a part takes half its hours', () => {
  const twoDents = [
    part('hood', [
      ['dent', 1],
      ['dent', 1],
      ['dent', 1],
    ]),
  ];
  expect(workOn(twoDents, 'paintless_dent_repair')).toEqual([
    ['hood', 80],
    ['hood', 40],
    ['hood', 40],
  ]);
});

test('paint is prepared once for panels that stand together, and again on the other side', () => {
  const paintedDoors = (...doors: PartType[]) => doors.map((door) => part(door, [['scratch', 2]]));
  expect(workOn(paintedDoors('door_front_left', 'door_back_left'), 'paint_preparation')).toHaveLength(1);
  expect(workOn(paintedDoors('door_front_left', 'door_front_right'), 'paint_preparation')).toHaveLength(2);
  expect(workOn([part('door_front_left', [['scratch', 1]])], 'paint_preparation')).toEqual([]);
});

test('the neighbor of a painted panel is blended, unless it is painted itself', () => {
  expect(workOn([part('door_front_left', [['dent', 2]])], 'refinishing')).toEqual([['door_back_left', 90]]);
  const bothDoors = [part('door_front_left', [['dent', 2]]), part('door_back_left', [['dent', 2]])];
  expect(workOn(bothDoors, 'refinishing')).toEqual([]);
  // Both fenders meet a door: each door is blended for its own fender.
  const fenders = [part('fender_front_left', [['dent', 2]]), part('fender_back_left', [['dent', 2]])];
  expect(workOn(fenders, 'refinishing')).toEqual([
    ['door_back_left', 90],
    ['door_front_left', 90],
  ]);
  expect(workOn([part('bumper_front', [['scratch', 2]])], 'refinishing')).toEqual([]);
  expect(workOn([part('hood', [['dent', 2]])], 'refinishing')).toEqual([
    ['fender_front_left', 80],
    ['fender_front_right', 80],
  ]);
  const oneFender = [part('fender_front_right', [['dent', 2]]), part('hood', [['dent', 2]])];
  expect(workOn(oneFender, 'refinishing')).toEqual([
    ['door_front_right', 90],
    ['fender_front_left', 80],
  ]);
});

test('many small damages make the part worse, but its neighbor is blended no more than for one of them', () => {
  const door = { ...part('door_front_left', [['dent', 2]]), level: 3 as const };
  expect(workOn([door], 'refinishing')).toEqual([['door_back_left', 90]]);
});

test('what is on a panel comes off once, and not at all where it is replaced anyway', () => {
  const door = part('door_front_left', [['dent', 2]]);
  const removed = (parts: DamagedPart[]) => workOn(parts, 'removing').map(([name]) => name);
  expect(removed([door])).toEqual(['handle_front_left', 'mirror_left']);
  expect(removed([door, part('handle_front_left', [['missing_piece', 3]])])).toEqual(['mirror_left']);
  // Painted off the car for its own sake: not taken off again for the door.
  expect(removed([door, part('mirror_left', [['scratch', 2]])])).toEqual([
    'handle_front_left',
    'mirror_left',
  ]);
  // A new bumper comes with everything moved over.
  expect(removed([part('bumper_front', [['smash', 3]])])).toEqual([]);
  expect(removed([part('bumper_front', [['scratch', 2]])])).toEqual([
    'bumper_front',
    'fog_light_front_left',
    'fog_light_front_right',
    'grill_low',
    'license_plate_front',
  ]);
});

test('the cheaper of repair and replacement is chosen, and the reason gives both', () => {
  const [crushed] = estimate([part('fender_front_left', [['dent', 3]])]).parts;
  expect(crushed).toMatchObject({
    name: 'replacing',
    reason: 'New part for 492.00 EUR, against 521.40 EUR for the repair, each by itself.',
  });
  const [welded] = estimate([part('fender_back_left', [['dent', 3]])]).parts;
  expect(welded!.name).toBe('dent_repair');
  // On a car whose parts cost more, the same fender is repaired.
  expect(estimate([part('fender_front_left', [['dent', 3]])], { segment: 'suv' }).parts[0]!.name).toBe(
    'dent_repair',
  );
});

test('a part destroyed by a dent is replaced where it is bolted on, and straightened where it is welded in', () => {
  const waysOf = (...types: PartType[]) =>
    new Set(types.map((type) => estimate([part(type, [['dent', 3]])]).parts[0]!.name));
  expect(waysOf('door_front_left', 'bumper_front', 'hood', 'trunk', 'fender_front_left')).toEqual(
    new Set(['replacing']),
  );
  expect(waysOf('fender_back_left', 'roof', 'rocker_panel_left')).toEqual(new Set(['dent_repair']));
});

test('a piece that is missing from a panel takes a new one where it is bolted on, and is mended where it is welded in', () => {
  const waysOf = (...types: PartType[]) =>
    new Set(types.map((type) => estimate([part(type, [['missing_piece', 2]])]).parts[0]!.name));
  expect(waysOf('door_front_left', 'hood', 'trunk', 'fender_front_left')).toEqual(new Set(['replacing']));
  expect(waysOf('fender_back_left', 'roof', 'rocker_panel_left')).toEqual(new Set(['dent_repair']));
});

test('what a person wants counts over what costs less', () => {
  const wish = (asked: 'repair' | 'replace') =>
    estimate([part('fender_front_left', [['dent', 3]], { wish: asked })]).parts[0];
  expect(wish('repair')).toMatchObject({ name: 'dent_repair', reason: 'As asked for.' });
  expect(wish('replace')).toMatchObject({ name: 'replacing', reason: 'As asked for.' });
});

test('a stone chip is filled, a broken windshield replaced', () => {
  expect(estimate([part('windshield_front', [['broken_glass', 1]])]).parts[0]!.name).toBe('polishing');
  expect(estimate([part('windshield_front', [['broken_glass', 3]])]).parts[0]).toMatchObject({
    name: 'replacing',
    reason: 'It cannot be repaired.',
  });
});

test('a hubcap that is gone from a wheel costs a hubcap', () => {
  expect(estimate([part('wheel_front_left', [['missing_hubcap', 2]])]).parts[0]!.total).toBe(3500 + 600);
});

test('what the matrix has no price for is named, not left out in silence', () => {
  const { parts, not_priced } = estimate([part('interior', [['scratch', 2]])]);
  expect(parts).toEqual([]);
  expect(not_priced).toEqual([
    {
      part_type: 'interior',
      reason: 'The price matrix has no operation and no price for this part at level 2.',
    },
  ]);
});

test('the range is the spread of hours where the size is known, and a level either way where it is not', () => {
  const [known] = estimate([part('hood', [['scratch', 1]])]).parts;
  expect([known!.low, known!.total, known!.high]).toEqual([3132, 3480, 3828]);
  const [unknown] = estimate([part('hood', [['dent', 2]], { vague: true })]).parts;
  const at = (level: Level) => estimate([part('hood', [['dent', level]])]).parts[0]!;
  expect(unknown!.total).toBe(at(2).total);
  expect(unknown!.low).toBe(at(1).low);
  expect(unknown!.high).toBe(at(3).high);
});

test('a flat rate is one price for a part and a level', () => {
  const { parts, methodology } = estimate([part('hood', [['dent', 2]])], { by: 'flat_rate' });
  expect(methodology).toBe('flat_rate');
  expect(parts[0]).toMatchObject({
    name: 'dent_repair',
    total: matrix.parts.hood.flat_rates[1]! * 100,
    lines: [{ operation: 'dent_repair', rate: null, hours: 0 }],
  });
});

test('hours are counted by what they are paid by', () => {
  const [door] = estimate([part('door_front_left', [['dent', 2]])]).parts;
  expect(hoursBy(door!.lines)).toEqual({
    t1: 60,
    t2: 280,
    t3: 0,
    m1: 0,
    m2: 0,
    m3: 0,
    paint: 230 + 80 + 90,
    labour: 340,
  });
});

test('whatever is damaged, however badly: whole cents, a total of its lines, and a range around it', () => {
  const everyPart = PART_TYPES.filter((type) => type !== 'ignore' && type !== 'background');
  for (const type of DAMAGE_TYPES)
    for (const level of [1, 2, 3] as const) {
      const { parts, not_priced } = estimate(
        everyPart.map((one) => part(one, [[type, level]], { vague: level === 2 })),
        { segment: 'van' },
      );
      expect(parts.length + not_priced.length).toBe(everyPart.length);
      for (const { lines, total, low, high } of parts) {
        expect(lines.every(({ cost, hours }) => Number.isInteger(cost) && Number.isInteger(hours))).toBe(
          true,
        );
        expect(total).toBe(costOfLines(lines));
        expect(low).toBeGreaterThanOrEqual(0);
        expect(low).toBeLessThanOrEqual(total);
        expect(high).toBeGreaterThanOrEqual(total);
      }
    }
});

describe('a part of which only the family is known', () => {
  const open = (family: OpenFamily, ...damages: [DamageType, Level][]) => {
    const { level, damages: own } = part('hood', damages);
    const given = { parts: [], open: [{ family, level, damages: own }] };
    return estimateRepairs(given, { matrix, segment: 'compact' }, 'labor_cost').open_parts;
  };
  const alone = (type: PartType, ...damages: [DamageType, Level][]) =>
    estimate([part(type, damages)]).parts[0]!;

  test('costs as much as any of its readings where these cost the same', () => {
    const left = alone('head_light_left', ['broken_light', 2]);
    const { total, low, high } = left;
    expect(open('head_light', ['broken_light', 2])).toEqual([
      { family: 'head_light', name: 'replacing', severity: 2, total, low, high },
    ]);
  });

  test('tells the work where it is the same on all readings, and none where it differs', () => {
    const namesOf = (...given: Parameters<typeof open>) => open(...given).map(({ name }) => name);
    expect(namesOf('bumper', ['missing_piece', 3])).toEqual(['replacing']);
    expect(namesOf('panel', ['dent', 1])).toEqual([undefined]);
  });

  test('has the range of all readings where these differ, and the middle one counts', () => {
    const [front, back] = [
      alone('bumper_front', ['missing_piece', 3]),
      alone('bumper_back', ['missing_piece', 3]),
    ];
    expect(front.total).not.toBe(back.total);
    expect(open('bumper', ['missing_piece', 3])).toMatchObject([
      {
        total: Math.round((front.total + back.total) / 2),
        low: Math.min(front.low, back.low),
        high: Math.max(front.high, back.high),
      },
    ]);
  });

  test('is one part for all its damages, and at most a part for each', () => {
    const [one] = open('door', ['dent', 2]);
    const [two] = open('door', ['dent', 2], ['dent', 2]);
    expect(two!.total).toBeLessThan(2 * one!.total);
    expect(two!.high).toBe(2 * one!.high);
  });
});

test('vehicles are priced by their segment, unknown ones as compact', () => {
  expect(['city', 'Hatchback', 'large-suv', 'hgv', 'car', null].map(segmentOf)).toEqual([
    'city',
    'compact',
    'suv',
    'van',
    'compact',
    'compact',
  ]);
});

describe('a headlight beside a torn front bumper', () => {
  const torn = part('bumper_front', [['missing_piece', 3]]);
  const beside = (to: Partial<ToRepair> = {}, prices = matrix, by: Methodology = 'labor_cost') =>
    estimateRepairs({ parts: [torn], ...to }, { matrix: prices, segment: 'compact' }, by).not_priced;

  test('may be damaged as well: at most it costs what a broken one costs', () => {
    const broken = estimate([part('head_light_left', [['broken_light', 2]])]).parts[0]!;
    expect(beside()).toMatchObject([{ code: 'beside_torn_bumper', at_most: broken.high }]);
    expect(beside({}, matrix, 'flat_rate')).toMatchObject([{ at_most: 43_000 }]);
  });

  test('costs what the matrix of the organization says, or nobody knows what', () => {
    const prices = structuredClone(matrix);
    prices.parts.head_light.part_prices!.compact += 100;
    expect(beside({}, prices)[0]!.at_most).toBe(beside()[0]!.at_most! + 10_000);
    prices.parts.head_light.part_prices = null;
    expect(beside({}, prices)).toMatchObject([{ code: 'beside_torn_bumper', at_most: undefined }]);
  });

  test('is not named behind a lesser hole, another damage or the back bumper', () => {
    expect(beside({ parts: [part('bumper_front', [['missing_piece', 2]])] })).toEqual([]);
    expect(beside({ parts: [part('bumper_front', [['smash', 3]])] })).toEqual([]);
    expect(beside({ parts: [part('bumper_back', [['missing_piece', 3]])] })).toEqual([]);
  });

  test('is not named where one is listed or may be meant, or a person called one fine', () => {
    const { damages } = part('head_light_right', [['broken_light', 2]]);
    expect(beside({ parts: [torn, part('head_light_right', [['scratch', 1]])] })).toEqual([]);
    expect(beside({ open: [{ family: 'light', level: 2, damages }] })).toEqual([]);
    expect(beside({ unplaced: damages }).map(({ code }) => code)).toEqual([undefined]);
    expect(beside({ fine: ['head_light_left'] })).toEqual([]);
    expect(beside({ fine: ['hood'] })).toHaveLength(1);
  });

  test('is told apart from damages on no known part where the photos show several vehicles', () => {
    const of = (to: ToRepair) => estimateRepairs(to, { matrix, segment: 'compact' }, 'labor_cost');
    const both = of({ parts: [torn], unplaced: part('hood', [['dent', 2]]).damages });
    const { not_priced } = joinedEstimate([
      { vehicle_group: 1, estimate: both },
      { vehicle_group: 2, estimate: of({ parts: [torn] }) },
    ]);
    const [one] = beside();
    expect(not_priced).toMatchObject([
      { part_type: 'ignore', by_vehicle: [{ vehicle_group: 1 }] },
      { ...one, at_most: 2 * one!.at_most!, by_vehicle: [{ code: one!.code }, { at_most: one!.at_most }] },
    ]);
  });
});
