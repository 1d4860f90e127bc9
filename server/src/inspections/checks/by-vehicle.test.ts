import { expect, test } from 'vitest';
import * as given from '../../report/test-inspection.ts';
import { joinedEstimate } from '../costs/estimate-by-vehicle.ts';
import { pricingOf } from '../costs/pricing.ts';
import type { Image } from '../records/image.ts';
import { standingOf } from '../standing.ts';
import { conditionOf } from '../vehicle-state/condition.ts';
import { judgmentOf } from '../vehicle-state/each-vehicle.ts';
import { byVehicle, commonDetails, damagesByVehicle, groupOfDamages, groupOfPhotos } from './by-vehicle.ts';

/** Two photos of one vehicle and one of another; the hood of both is damaged. */
const twoVehicles = () => {
  const inspection = given.emptyInspection();
  inspection.tasks = [given.task('damage_detection', 'DONE')];
  const images = [given.image(), given.image(), given.image(), given.image()];
  const [a, b, c] = images as [Image, Image, Image];
  const hood = given.part('hood');
  const onHood = (more = {}) => given.damage('dent', 'hood', { part_ids: [hood.id], ...more });
  const [first, second, unseen] = [onHood(), onHood(), given.damage('scratch', 'roof')];
  inspection.images = images;
  inspection.parts = [hood];
  inspection.damages = [first, second, unseen];
  inspection.views = [given.view(a, first), given.view(b, first), given.view(c, second)];
  const groups = [[a.id, b.id], [c.id]];
  inspection.checks = [
    { kind: 'different_vehicle', image_ids: groups.flat(), reason: { code: 'paint_differs' }, groups },
  ];
  return { inspection, hood, first, second, unseen, groups };
};

test('each damage belongs to the vehicle on whose photos it is; without the check there is one vehicle', () => {
  const { inspection, first, second, unseen } = twoVehicles();
  const damagesOf = byVehicle(inspection).map(({ vehicle_group, inspection: own }) => [
    vehicle_group,
    own.damages.map(({ id }) => id),
  ]);
  expect(damagesOf).toEqual([
    [1, [first.id]],
    [2, [second.id]],
    [null, [unseen.id]],
  ]);
  expect([first, second, unseen].map(({ id }) => groupOfDamages(inspection)(id))).toEqual([1, 2, null]);
  expect(byVehicle({ ...inspection, checks: [] })).toEqual([]);
  expect(groupOfDamages({ ...inspection, checks: [] })(second.id)).toBeNull();
});

test('a photo that tells no vehicle shows the one whose damages are seen on it, unless it shows damages of both', () => {
  const { inspection, first, second, groups } = twoVehicles();
  const [, , , near] = inspection.images as [Image, Image, Image, Image];
  const photosWith = (...seen: (typeof first)[]) => {
    const views = [...inspection.views, ...seen.map((damage) => given.view(near, damage))];
    const known = { ...inspection, views };
    expect(groupOfPhotos(known)(near.id)).toBe(seen.length === 1 ? 2 : null);
    const shown = byVehicle(known).map(({ image_ids }) => image_ids);
    expect(damagesByVehicle(known.checks[0]!, known).map(({ image_ids }) => image_ids)).toEqual(
      shown.slice(0, 2),
    );
    return shown;
  };
  expect(photosWith(second).slice(0, 2)).toEqual([groups[0], [...groups[1]!, near.id]]);
  expect(photosWith(first, second).slice(0, 2)).toEqual(groups);
});

test('each vehicle has costs of its own, and what a person said of a part counts for one of them', () => {
  const { inspection, hood } = twoVehicles();
  const of = (total: number) => given.estimate(hood, { total, low: total, high: total, tax_percent: 0 });
  const { parts, not_priced } = joinedEstimate([
    { vehicle_group: 1, estimate: of(10_000) },
    { vehicle_group: 2, estimate: of(25_000) },
  ]);
  expect(parts).toMatchObject([{ part_type: 'hood', total: 35_000 }]);
  inspection.estimates = [{ ...of(0), parts: parts.map((part) => ({ ...part, id: 'hood' })), not_priced }];
  const totals = () => byVehicle(inspection).map(({ inspection: own }) => pricingOf(own)[0]!.total);
  expect(pricingOf(inspection)[0]!.total).toBe(35_000);
  expect(totals()).toEqual([10_000, 25_000, 0]);

  inspection.prices = [{ id: 'said', part_id: hood.id, pricing: 70 } as (typeof inspection.prices)[number]];
  expect(totals()).toEqual([7_000, 25_000, 0]);
});

test('a part of which only the family is known is priced for the vehicle that it is on', () => {
  const { inspection, hood } = twoVehicles();
  const none = given.estimate(hood, { total: 0, low: 0, high: 0, tax_percent: 0 });
  const door = (total: number) =>
    ({ family: 'door', severity: 2, total, low: total, high: 2 * total }) as const;
  const { open_parts } = joinedEstimate([
    { vehicle_group: 1, estimate: { ...none, parts: [], open_parts: [door(300)] } },
    { vehicle_group: 2, estimate: { ...none, parts: [], open_parts: [{ ...door(500), severity: 3 }] } },
  ]);
  expect(open_parts).toMatchObject([{ family: 'door', severity: 3, total: 800, low: 800, high: 1600 }]);
  inspection.estimates = [{ ...none, parts: [], open_parts }];
  expect(pricingOf(inspection)[0]!.total).toBe(800);
  expect(byVehicle(inspection).map(({ inspection: own }) => pricingOf(own)[0]!.total)).toEqual([300, 500, 0]);
});

test('the condition of a vehicle does not suffer from the damages of the other', () => {
  const { inspection, first } = twoVehicles();
  inspection.severities = [given.severity(first, 3)];
  const [one, other] = byVehicle(inspection).map(({ inspection: own }) => conditionOf(own)!);
  expect(one).toBeLessThan(other!);
});

test('where one condition is told for several vehicles it is that of the worst; one that is open outweighs all but a severe one', () => {
  const { inspection, first, groups } = twoVehicles();
  inspection.severities = [given.severity(first, 2)];
  const { condition, state, vehicles } = judgmentOf(inspection);
  expect(vehicles).toMatchObject([
    { vehicle_group: 1, image_ids: groups[0], state: { state: 'moderate' } },
    { vehicle_group: 2, image_ids: groups[1], state: { state: 'light' } },
  ]);
  expect(condition).toBe(vehicles[0]!.condition);
  expect(state?.state).toBe('moderate');
  expect(standingOf(inspection).condition_score).toBe(condition);

  const third = inspection.images.find(({ id }) => id === groups[1]![0])!;
  third.vehicle_state = { state: 'moderate', probability: 0.6, heavy: 0.3, airbag: false };
  expect(judgmentOf(inspection)).toMatchObject({ condition: null, state: { may_be_severe: true } });
  inspection.severities = [];
  const heavy = inspection.images.find(({ id }) => id === groups[0]![0])!;
  heavy.vehicle_state = { state: 'severe', probability: 0.9, heavy: 0.9, airbag: false };
  expect(judgmentOf(inspection)).toMatchObject({ state: { state: 'severe' } });
  expect(judgmentOf({ ...inspection, checks: [] }).vehicles).toEqual([]);
});

test('a place to check is one of the vehicle on whose photos it is, and leaves the state of the other alone', () => {
  const { inspection, groups } = twoVehicles();
  inspection.damages = [];
  const elsewhere = inspection.images.at(-1)!.id;
  inspection.open_suspicions = [[groups[1]![0]!]];
  const toCheck = () => byVehicle(inspection).map(({ inspection: own }) => own.open_suspicions.length);
  expect(toCheck()).toEqual([0, 1]);
  expect(judgmentOf(inspection).vehicles).toMatchObject([
    { condition: 100, state: { state: 'intact', to_check: 0 } },
    { condition: null, state: { state: null, to_check: 1 } },
  ]);
  inspection.open_suspicions = [[elsewhere], [elsewhere, groups[0]![1]!]];
  expect(toCheck()).toEqual([1, 0, 1]);
});

test('a plate that was read is that of the vehicle on whose photos it was; what somebody said is known of all', () => {
  const { inspection, groups } = twoVehicles();
  const document = given.document('PLATE', { plate: 'AB123CD' });
  const view = {
    image_id: groups[1]![0]!,
    bounding_box: { xmin: 0, ymin: 0, width: 9, height: 3 },
    polygons: [],
  };
  document.fields[0]!.views = [view];
  inspection.documents = [document];
  const read = given.vehicle({ plate: 'AB123CD', brand: 'Fiat' });
  inspection.vehicle = { ...read, read_from: { plate: document.id } };
  expect(byVehicle(inspection).map(({ plate }) => plate)).toEqual([null, 'AB123CD', null]);
  expect(commonDetails(inspection)).toEqual({ brand: 'Fiat' });
  expect(commonDetails({ ...inspection, checks: [] })).toEqual({ brand: 'Fiat', plate: 'AB123CD' });
  inspection.vehicle.read_from = { plate: null };
  expect(commonDetails(inspection)).toEqual({ brand: 'Fiat', plate: 'AB123CD' });
});
