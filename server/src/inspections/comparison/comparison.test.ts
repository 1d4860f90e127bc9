import { describe, expect, test } from 'vitest';
import type { PartType } from '../parts/parts.ts';
import { box, outlined } from '../photos/test-photos.ts';
import type { Image } from '../records/image.ts';
import type { Inspection } from '../records/inspection.ts';
import type { BoundingBox } from '../records/place.ts';
import type { DamageType } from '../vocabulary.ts';
import { compareInspections } from './comparison.ts';

const DOOR = 'door_front_left';
/** The door on a photo of the whole car, and again from closer by. */
const FAR = box(400, 400, 200, 200);
const NEAR = box(100, 200, 600, 600);
const CUT = box(0, 200, 600, 600);

type Seen = [what: string, where: BoundingBox];
type Shot = { parts?: Seen[]; damages?: Seen[] } & Partial<Image>;

const photo = (parts: Seen[], damages: Seen[] = [], more: Partial<Image> = {}): Shot => ({
  parts,
  damages,
  ...more,
});

/** An inspection as the store gives it, as far as a comparison looks at it. */
const inspection = (
  name: string,
  shots: Shot[],
  { status = 'DONE', said = [] as [DamageType, PartType][], byModels = true } = {},
): Inspection => {
  const parts = new Map<string, string>();
  const partId = (type: string) => parts.set(`${name} ${type}`, type) && `${name} ${type}`;
  const views = shots.flatMap((shot, image) => [
    ...(shot.parts ?? []).map(([type, where]) => ({ image, part_id: partId(type), damage_id: null, where })),
    ...(shot.damages ?? []).map(([type, where]) => ({
      image,
      part_id: null,
      damage_id: `${name} ${type}`,
      where,
    })),
  ]);
  const found = new Map(
    views.flatMap(({ damage_id }) => (damage_id ? [[damage_id, damage_id.split(' ').slice(1)]] : [])),
  );
  for (const [type, part] of said) found.set(`${name} ${type} ${part}`, [type, part]);
  return {
    id: name,
    created_at: `2026-01-0${name === 'out' ? 1 : 2}`,
    tasks: [
      {
        name: 'damage_detection',
        status,
        progress_total: byModels ? shots.length : 0,
        images: shots.map((_, i) => ({ image_id: `${name} photo ${i}` })),
      },
    ],
    images: shots.map(({ parts: _, damages: __, ...more }, i) => ({
      id: `${name} photo ${i}`,
      width: 1000,
      height: 1000,
      viewpoint: { prediction: 'left', confidence: 0.9 },
      compliance: null,
      wheels: [],
      detailed_viewpoint: null,
      ...more,
    })),
    views: views.map(({ image, where, ...view }, i) => ({
      id: `${name} view ${i}`,
      image_id: `${name} photo ${image}`,
      deleted_at: null,
      ...outlined(where),
      ...view,
    })),
    damages: [...found].map(([id, [damage_type, part_type = DOOR]]) => ({
      id,
      damage_type,
      part_type,
      part_ids: [partId(part_type)],
      deleted_at: null,
    })),
    parts: [...parts].map(([id, part_type]) => ({ id, part_type })),
  } as unknown as Inspection;
};

const door: Seen = [DOOR, FAR];
const nearDoor: Seen = [DOOR, NEAR];
const farMiddle: Seen = ['scratch', box(480, 480, 40, 20)];
const nearMiddle: Seen = ['scratch', box(345, 450, 110, 60)];
const nearCorner: Seen = ['scratch', box(160, 680, 90, 60)];

const compared = (before: Inspection, after: Inspection, faint: Record<string, BoundingBox[]> = {}) =>
  compareInspections(after, before, new Map(Object.entries(faint))).damages;
const verdicts = (...given: Parameters<typeof compared>) =>
  compared(...given).map(({ status, reason }) => (reason ? `${status}: ${reason.code}` : status));

describe('a damage that both inspections show', () => {
  test('is existing, with the views of both sides', () => {
    const [damage, ...others] = compared(
      inspection('out', [photo([door], [farMiddle])]),
      inspection('in', [photo([nearDoor], [nearMiddle])]),
    );
    expect(others).toEqual([]);
    expect(damage).toMatchObject({ status: 'existing', reason: null });
    expect(damage!.before.shown).toMatchObject([{ outline: { bounding_box: farMiddle[1] } }]);
    expect(damage!.after.shown).toMatchObject([{ outline: { bounding_box: nearMiddle[1] } }]);
  });

  test('is existing when nobody can tell its place and there is no other that it could be', () => {
    const said = { said: [['scratch', DOOR]] as [DamageType, PartType][] };
    const [before, after] = [inspection('out', [], said), inspection('in', [photo([door], [farMiddle])])];
    expect(verdicts(before, after)).toEqual(['existing']);
  });

  test('is existing when the earlier photos show the dent and the later ones only the scratch of the same hit', () => {
    const dented = inspection('out', [photo([door], [['dent', farMiddle[1]]])]);
    Object.assign(dented.damages[0]!, { evidence: { other_types: ['scratch'] } });
    const scratched = inspection('in', [photo([nearDoor], [nearMiddle])]);
    expect(verdicts(dented, scratched)).toEqual(['existing']);
  });

  test('may be any of two when nobody can tell its place', () => {
    const said: [DamageType, PartType][] = [['scratch', DOOR]];
    const before = inspection('out', [photo([door])], { said });
    const after = inspection('in', [photo([nearDoor], [nearMiddle, ['scattered_scratches', nearCorner[1]]])]);
    expect(verdicts(before, after)).toEqual(Array(3).fill('unknown: place_unclear'));
  });
});

describe('one hit may be listed as one damage of several types', () => {
  const near = (name: string, damages: Seen[]) => inspection(name, [photo([nearDoor], damages)]);
  const withOthers = (of: Inspection, other_types: DamageType[]) => {
    Object.assign(of.damages[0]!, { evidence: { other_types } });
    return of;
  };
  const scratched = () => near('out', [nearMiddle]);
  const nearDent: Seen = ['dent', nearMiddle[1]];

  test('a dent that is listed with the old scratch may be new, so a person decides, with both sides in sight', () => {
    const [damage, ...others] = compared(scratched(), withOthers(near('in', [nearDent]), ['scratch']));
    expect(others).toEqual([]);
    expect(damage).toMatchObject({
      status: 'unknown',
      reason: {
        code: 'more_than_before',
        message:
          'On the front left door the earlier inspection lists scratch; the later one also lists dent there, which may be new.',
      },
      before: { damage: { id: 'out scratch' } },
      after: { damage: { id: 'in dent' } },
    });
  });

  test('so it is where nobody can tell the places', () => {
    const before = inspection('out', [photo([door])], { said: [['scratch', DOOR]] });
    const after = withOthers(near('in', [nearMiddle]), ['dent']);
    expect(verdicts(before, after)).toEqual(['unknown: more_than_before']);
  });

  test('scattered scratches are scratches, and what both have may lead on either side', () => {
    const after = () => withOthers(near('in', [nearMiddle]), ['scattered_scratches']);
    expect(verdicts(scratched(), after())).toEqual(['existing']);
    const before = withOthers(near('out', [nearDent]), ['scratch']);
    expect(verdicts(before, withOthers(near('in', [nearMiddle]), ['dent']))).toEqual(['existing']);
  });

  test('what the earlier inspection lists apart at this place is not new, and may be the rest of the later one', () => {
    const before = near('out', [nearMiddle, nearDent]);
    const after = withOthers(near('in', [nearDent]), ['scratch']);
    expect(verdicts(before, after)).toEqual(['unknown: place_unclear', 'existing']);
  });

  test('what only the later inspection lists apart is not called new', () => {
    const before = withOthers(near('out', [nearDent]), ['scratch']);
    const after = near('in', [nearMiddle, nearDent]);
    expect(verdicts(before, after)).toEqual(['unknown: place_unclear', 'existing']);
  });

  test('a dent that is listed apart in both is none that a second one could be', () => {
    const before = near('out', [nearMiddle, ['dent', box(380, 470, 110, 60)]]);
    const after = withOthers(near('in', [nearMiddle, ['dent', box(380, 470, 110, 60)]]), ['dent']);
    expect(verdicts(before, after)).toEqual(['unknown: more_than_before', 'existing']);
  });
});

describe('a damage that one inspection shows', () => {
  const clean = photo([nearDoor]);
  const scratched = photo([nearDoor], [nearMiddle]);
  const [out, back] = [inspection('out', [clean]), inspection('in', [scratched])];

  test('is new when the earlier one shows the place without it, and says where that would be', () => {
    const [damage] = compared(out, back);
    expect(damage).toMatchObject({
      status: 'new',
      before: { damage: null },
      after: { damage: { id: 'in scratch' } },
    });
    const { outline, expected_at } = damage!.before.shown[0]!;
    expect(outline!.bounding_box).toEqual(NEAR);
    expect(expected_at!.xmin).toBeGreaterThan(300);
    expect(expected_at!.xmin + expected_at!.width).toBeLessThan(500);
  });

  test('is gone when the later one does', () => {
    const [damage] = compared(inspection('out', [scratched]), inspection('in', [clean]));
    expect(damage).toMatchObject({
      status: 'gone',
      before: { damage: { id: 'out scratch' } },
      after: { damage: null },
    });
  });

  test('is new beside an old one at another place on the part', () => {
    const after = inspection('in', [photo([nearDoor], [nearMiddle, ['scattered_scratches', nearCorner[1]]])]);
    expect(verdicts(inspection('out', [scratched]), after)).toEqual(['new', 'existing']);
  });

  test('is not that of another type at another place', () => {
    const before = inspection('out', [photo([nearDoor], [['dent', nearCorner[1]]])]);
    expect(verdicts(before, back)).toEqual(['new', 'gone']);
  });

  test.each<[string, string, Inspection]>([
    [
      'the other was not searched for damages',
      'not_analysed',
      inspection('out', [clean], { status: 'TODO' }),
    ],
    ['the part is on no photo', 'part_not_photographed', inspection('out', [photo([['hood', NEAR]])])],
    ['the part is cut off by the edge', 'part_cut_off', inspection('out', [photo([[DOOR, CUT]])])],
    [
      'the photo of the part is blurred',
      'photo_unclear',
      inspection('out', [{ ...clean, compliance: { issues: ['blurriness'] } as Image['compliance'] }]),
    ],
    [
      'the part is seen from elsewhere',
      'seen_from_elsewhere',
      inspection('out', [{ ...clean, viewpoint: { prediction: 'front', confidence: 0.9 } }]),
    ],
    ['the part is too far away', 'too_far_away', inspection('out', [photo([[DOOR, box(400, 400, 80, 80)]])])],
    [
      'a damage of the same type is nearly there',
      'place_unclear',
      inspection('out', [photo([nearDoor], [['scratch', box(230, 450, 110, 60)]])]),
    ],
    [
      'a damage of another type is there',
      'other_type_there',
      inspection('out', [photo([nearDoor], [['dent', nearMiddle[1]]])]),
    ],
  ])('cannot be called new when %s', (_, code, before) => {
    expect(verdicts(before, back)[0]).toBe(`unknown: ${code}`);
  });

  test('cannot be called new where something was suspected before', () => {
    const faint = { 'out photo 0': [box(350, 460, 90, 50)] };
    expect(verdicts(out, back, faint)).toEqual(['unknown: suspected']);
    expect(verdicts(out, back, { 'out photo 0': [nearCorner[1]] })).toEqual(['new']);
  });

  test('is looked for on the part that the client says is on the photo, where no model looked', () => {
    const said = photo([], [], { detailed_viewpoint: { centers_on: [DOOR] }, viewpoint: null });
    expect(verdicts(inspection('out', [said], { byModels: false }), back)).toEqual(['new']);
    expect(verdicts(inspection('out', [said]), back)).toEqual(['unknown: part_not_photographed']);
  });

  test('on no part in particular, or on any wheel, cannot be looked for', () => {
    const said: [DamageType, PartType][] = [
      ['dent', 'ignore'],
      ['hubcap_scratch', 'wheel'],
    ];
    expect(verdicts(out, inspection('in', [], { said }))).toEqual(Array(2).fill('unknown: part_unknown'));
  });
});

describe('a hubcap that is missing', () => {
  const WHEEL = 'wheel_front_left';
  const withWheel = (cover: string) => {
    const predictions = { hubcap_over_rim: { prediction: cover }, rim_material: { prediction: 'UNKNOWN' } };
    const wheels = [{ wheel_name: WHEEL, bounding_box: FAR, predictions }] as unknown as Image['wheels'];
    return photo([], [], { wheels });
  };
  const after = inspection('in', [withWheel('RIM_ONLY')], { said: [['missing_hubcap', WHEEL]] });

  test.each([
    ['new', 'HUBCAP_OVER_RIM'],
    ['unknown: photo_unclear', 'UNKNOWN'],
  ])('is %s when what was said of the wheel before was %s', (verdict, cover) => {
    const before = inspection('out', [withWheel(cover)]);
    before.tasks[0]!.name = 'wheel_analysis';
    expect(verdicts(before, after)).toEqual([verdict]);
  });

  test('cannot be told where nobody looked at the wheels before', () => {
    expect(verdicts(inspection('out', [withWheel('HUBCAP_OVER_RIM')]), after)).toEqual([
      'unknown: not_analysed',
    ]);
  });
});

test('what is no damage is not compared, and neither is what people deleted', () => {
  const before = inspection('out', [photo([nearDoor], [nearMiddle])]);
  before.damages[0]!.deleted_at = '2026-01-01';
  const after = inspection('in', [photo([nearDoor], [['dirt', nearMiddle[1]]])]);
  expect(compared(before, after)).toEqual([]);
});
