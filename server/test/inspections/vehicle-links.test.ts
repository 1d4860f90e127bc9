import { randomUUID } from 'node:crypto';
import { type Client, client } from '@walkaround/harness/clients/client.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { expect, test } from 'vitest';

const organization = randomUUID();
const clerkOf = (user = `clerk-${randomUUID()}`) =>
  client({
    organization,
    user,
    permissions: ['inspections:update_organization', 'inspections:read_organization'],
  });

const inspectionOf = async (api: Client, vehicle: object) =>
  (await api.post('/inspections', { tasks: { damage_detection: { status: 'DONE' } }, vehicle })).body
    .id as string;
const vehicleOf = async (api: Client, inspectionId: string) =>
  (await api.get(`/inspections/${inspectionId}`)).body.vehicle.known_vehicle_id as string | null;
const merge = (api: Client, id: string | null, other_vehicle_id: string | null) =>
  api.post(`/vehicles/${id}/merge`, { other_vehicle_id });
const split = (api: Client, inspectionId: string) =>
  api.send('PUT', `/inspections/${inspectionId}/known_vehicle`, { json: { vehicle_id: null } });
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

const plateOf = () => randomUUID().slice(0, 8);
const vinOf = () => `WVWZZZ${randomUUID().replaceAll('-', '').slice(0, 11)}`.toUpperCase();

test('a plate that is told after the VIN is one more of the same vehicle', async () => {
  const clerk = await clerkOf();
  const plate = plateOf();
  const first = await inspectionOf(clerk, { vin: vinOf() });
  const vehicle = await vehicleOf(clerk, first);
  await clerk.patch(`/inspections/${first}/vehicle`, { plate });
  expect(await vehicleOf(clerk, await inspectionOf(clerk, { plate }))).toBe(vehicle);
});

test('another detail does not take an inspection to the vehicle that has its plate by now', async () => {
  const clerk = await clerkOf();
  const plate = plateOf();
  await inspectionOf(clerk, { plate, vin: vinOf() });
  const older = await inspectionOf(clerk, { plate });
  const vehicle = await vehicleOf(clerk, older);
  const newer = await inspectionOf(clerk, { plate, vin: vinOf() });
  await clerk.patch(`/inspections/${older}/vehicle`, { plate, mileage: { value: 5 } });
  expect(await vehicleOf(clerk, older)).toBe(vehicle);
  expect(await vehicleOf(clerk, newer)).not.toBe(vehicle);
});

test.each(['', ' - . ', '–', '/', '???', '\t'])('%j is no plate', async (plate) => {
  const clerk = await clerkOf();
  const known = await inspectionOf(clerk, { plate: plateOf() });
  await clerk.patch(`/inspections/${known}/vehicle`, { plate });
  expect(await vehicleOf(clerk, known)).toBeNull();
  expect(await vehicleOf(clerk, await inspectionOf(clerk, { plate, vin: plate }))).toBeNull();
});

test('a VIN that is the plate of another vehicle is another vehicle; 500 characters are one too', async () => {
  const clerk = await clerkOf();
  const same = plateOf();
  const byPlate = await vehicleOf(clerk, await inspectionOf(clerk, { plate: same }));
  expect(await vehicleOf(clerk, await inspectionOf(clerk, { vin: same }))).not.toBe(byPlate);
  const long = randomUUID().repeat(20).slice(0, 500);
  const [one, two] = [await inspectionOf(clerk, { plate: long }), await inspectionOf(clerk, { plate: long })];
  expect(await vehicleOf(clerk, one)).toBe(await vehicleOf(clerk, two));
  const plate = 'x'.repeat(10_000);
  const tooLong = await clerk.post('/inspections', { tasks: { damage_detection: {} }, vehicle: { plate } });
  expectProblem(tooLong, 422, 'invalid_input', ['vehicle.plate']);
});

test('what the other vehicle was recognized by, the merged one is recognized by from then on', async () => {
  const clerk = await clerkOf();
  const [plate, newPlate, vin] = [plateOf(), plateOf(), vinOf()];
  const kept = await vehicleOf(clerk, await inspectionOf(clerk, { plate }));
  const other = await vehicleOf(clerk, await inspectionOf(clerk, { plate: newPlate, vin }));
  expect((await merge(clerk, kept, other)).status).toBe(200);
  expect(await vehicleOf(clerk, await inspectionOf(clerk, { vin }))).toBe(kept);
  expect(await vehicleOf(clerk, await inspectionOf(clerk, { plate: newPlate }))).toBe(kept);
});

test('a vehicle is not merged with itself', async () => {
  const clerk = await clerkOf();
  const id = await inspectionOf(clerk, { plate: plateOf() });
  const vehicle = await vehicleOf(clerk, id);
  expectProblem(await merge(clerk, vehicle, vehicle), 422, 'invalid_input', ['other_vehicle_id']);
  // Nobody said which vehicle it is, so a corrected plate still tells.
  await clerk.patch(`/inspections/${id}/vehicle`, { plate: plateOf() });
  expect(await vehicleOf(clerk, id)).not.toBe(vehicle);
});

test('of two merges of each other at once one counts, and the other finds no vehicle', async () => {
  const clerk = await clerkOf();
  for (let round = 0; round < 5; round++) {
    const ids = [
      await inspectionOf(clerk, { plate: plateOf() }),
      await inspectionOf(clerk, { plate: plateOf() }),
    ];
    const [one, two] = await Promise.all(ids.map((id) => vehicleOf(clerk, id)));
    const answers = await Promise.all([merge(clerk, one!, two!), merge(clerk, two!, one!)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await vehicleOf(clerk, ids[0]!)).toBe(await vehicleOf(clerk, ids[1]!));
  }
});

test('a merge waits for plates that change meanwhile, and nobody waits in a circle', async () => {
  const clerk = await clerkOf();
  const vins = [vinOf(), vinOf()];
  const ids: string[] = [];
  for (const vin of [...vins, ...vins, ...vins]) ids.push(await inspectionOf(clerk, { vin }));
  const [kept, other] = [await vehicleOf(clerk, ids[0]!), await vehicleOf(clerk, ids[1]!)];
  const answers = await Promise.all([
    merge(clerk, kept, other),
    ...ids.map((id) => clerk.patch(`/inspections/${id}/vehicle`, { plate: plateOf() })),
    ...vins.map((vin) => clerk.post('/inspections', { tasks: { damage_detection: {} }, vehicle: { vin } })),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([...Array(7).fill(200), 201, 201]);
});

test('a vehicle is not merged by somebody who sees one of its inspections only, also when the others are deleted', async () => {
  const clerk = await clerkOf();
  const driver = await client({ organization });
  const plate = plateOf();
  const hidden = await inspectionOf(clerk, { plate });
  const theirs = await vehicleOf(driver, await inspectionOf(driver, { plate }));
  const own = await vehicleOf(driver, await inspectionOf(driver, { plate: plateOf() }));
  expect((await driver.get(`/vehicles/${theirs}`)).body.inspections_count).toBe(1);
  expectProblem(await merge(driver, own, theirs), 403, 'forbidden');
  await clerk.delete(`/inspections/${hidden}`);
  expectProblem(await merge(driver, own, theirs), 403, 'forbidden');
  expect((await driver.get(`/vehicles/${theirs}`)).body.inspections_count).toBe(1);
});

test('whoever owns an inspection of another organization does not merge its vehicle either', async () => {
  const user = `mover-${randomUUID()}`;
  const clerk = await clerkOf();
  const [member, leaver] = [await client({ organization, user }), await client({ user })];
  const plate = plateOf();
  const [mine] = [await inspectionOf(member, { plate }), await inspectionOf(clerk, { plate })];
  const own = await vehicleOf(leaver, await inspectionOf(leaver, { plate: plateOf() }));
  const shared = await vehicleOf(member, mine!);
  expectProblem(await merge(leaver, own, shared), 403, 'forbidden');
  const answer = await leaver.send('PUT', `/inspections/${mine}/known_vehicle`, {
    json: { vehicle_id: own },
  });
  expectProblem(answer, 404, 'not_found');
  expect((await clerk.get(`/vehicles/${shared}`)).body.inspections_count).toBe(2);
});

test('the history has every inspection that the caller may read: assigned ones, and own ones without the organization', async () => {
  const user = `bert-${randomUUID()}`;
  const clerk = await clerkOf();
  const bert = await client({ organization, user });
  await bert.send('PUT', '/organization/members/me');
  const plate = plateOf();
  const assigned = await inspectionOf(clerk, { plate });
  await inspectionOf(clerk, { plate });
  expect((await clerk.patch(`/inspections/${assigned}`, { assigned_to: user })).status).toBe(200);
  const { body } = await bert.get(`/vehicles/${await vehicleOf(bert, assigned)}`);
  expect([body.inspections_count, idsOf(body.inspections)]).toEqual([1, [assigned]]);

  const alone = await inspectionOf(await client({ user }), { plate });
  const promoted = await clerkOf(user);
  const own = await promoted.get(`/vehicles/${await vehicleOf(promoted, alone)}`);
  expect([own.status, idsOf(own.body.inspections ?? [])]).toEqual([200, [alone]]);
});

test('a search finds a vehicle by what the caller may read only, and one of its own by its plate', async () => {
  const clerk = await clerkOf();
  const driver = await client({ organization });
  const [plate, newPlate, vin] = [plateOf(), plateOf(), vinOf()];
  const mine = await inspectionOf(driver, { plate, vin });
  await inspectionOf(clerk, { plate: newPlate, vin });
  const vehicle = await vehicleOf(driver, mine);
  const found = async (api: Client, text: string) =>
    idsOf((await api.get(`/vehicles?search=${text}`)).body.data);
  expect(await found(clerk, newPlate)).toEqual([vehicle]);
  expect(await found(driver, newPlate)).toEqual([]);
  expect(await found(driver, plate)).toEqual([vehicle]);
  const { id } = (await split(driver, mine)).body;
  expect(await found(driver, vin.slice(-8))).toEqual([id]);
});
