import { randomUUID } from 'node:crypto';
import { type Client, client } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { expect, test } from 'vitest';

const organization = randomUUID();
const people = async (of = organization) => ({
  clerk: await client({
    organization: of,
    permissions: ['inspections:update_organization', 'inspections:read_organization'],
  }),
  driver: await client({ organization: of }),
});

/** An inspection in which a person has looked for damages, without photos. */
const inspectionOf = async (api: Client, vehicle: object, damages: string[] = []) => {
  const { body } = await api.post('/inspections', {
    tasks: { damage_detection: { status: 'DONE' } },
    vehicle,
  });
  for (const part_type of damages)
    await api.post(`/inspections/${body.id}/damages`, { damage_type: 'dent', part_type });
  return body.id as string;
};

const vehicleOf = async (api: Client, inspectionId: string) =>
  (await api.get(`/inspections/${inspectionId}`)).body.vehicle.known_vehicle_id as string | null;

const link = (api: Client, inspectionId: string, vehicle_id: string | null) =>
  api.send('PUT', `/inspections/${inspectionId}/known_vehicle`, { json: { vehicle_id } });

const plateOf = () => `H-${randomUUID().slice(0, 4)} ${randomUUID().slice(0, 4)}`;

test('a vehicle is recognized by its plate without separators, and by its VIN when the plate is another', async () => {
  const { clerk } = await people();
  const plate = plateOf();
  const vin = `WVWZZZ${randomUUID().replaceAll('-', '').slice(0, 11).toUpperCase()}`;
  const first = await inspectionOf(clerk, { plate });
  const second = await inspectionOf(clerk, { plate: plate.replaceAll(/[ -]/g, '').toLowerCase(), vin });
  const third = await inspectionOf(clerk, { plate: plateOf(), vin });
  const vehicle = await vehicleOf(clerk, first);
  expect(vehicle).not.toBeNull();
  expect([await vehicleOf(clerk, second), await vehicleOf(clerk, third)]).toEqual([vehicle, vehicle]);
  expect(await vehicleOf(clerk, await inspectionOf(clerk, { vin: `${vin.slice(0, -1)}X` }))).not.toBe(
    vehicle,
  );
  expect(await vehicleOf(clerk, await newInspection(clerk))).toBeNull();

  const { body } = await clerk.get(`/vehicles/${vehicle}`);
  expect(body).toMatchObject({ id: vehicle, vin, inspections_count: 3 });
  const listed = await clerk.get(`/vehicles?search=${vin.slice(-6).toLowerCase()}`);
  expect(listed.body.data.map(({ id }: { id: string }) => id)).toEqual([vehicle]);
  const line = await clerk.get(`/inspections/summaries?vehicle_id=${vehicle}&organization_resources=true`);
  expect(line.body.data.map(({ id }: { id: string }) => id)).toEqual([third, second, first]);
});

test('the same plate in another organization is another vehicle, of which nobody else learns', async () => {
  const { clerk, driver } = await people();
  const { clerk: stranger } = await people(randomUUID());
  const plate = plateOf();
  const vehicle = await vehicleOf(clerk, await inspectionOf(clerk, { plate }));
  const theirs = await vehicleOf(stranger, await inspectionOf(stranger, { plate }));
  expect(theirs).not.toBe(vehicle);
  for (const caller of [stranger, driver]) {
    expectProblem(await caller.get(`/vehicles/${vehicle}`), 404, 'not_found');
    expectProblem(await caller.get(`/vehicles/${vehicle}/damages`), 404, 'not_found');
  }
  expectProblem(
    await stranger.post(`/vehicles/${theirs}/merge`, { other_vehicle_id: vehicle }),
    404,
    'not_found',
  );
  expectProblem(await link(stranger, await inspectionOf(stranger, {}), vehicle), 404, 'not_found');
  expect((await driver.get('/vehicles')).body.data).toEqual([]);
  expect((await clerk.get(`/vehicles/${vehicle}`)).body.inspections_count).toBe(1);
});

test('whoever may change one inspection of a vehicle only merges nothing', async () => {
  const { clerk, driver } = await people();
  const both = await client({ organization, user: 'reader', permissions: ['inspections:read_organization'] });
  const mine = await vehicleOf(both, await inspectionOf(both, { plate: plateOf() }));
  const theirs = await vehicleOf(clerk, await inspectionOf(clerk, { plate: plateOf() }));
  expectProblem(await both.post(`/vehicles/${mine}/merge`, { other_vehicle_id: theirs }), 403, 'forbidden');
  expectProblem(await driver.post(`/vehicles/${mine}/merge`, { other_vehicle_id: theirs }), 404, 'not_found');
  expect((await clerk.get(`/vehicles/${theirs}`)).body.inspections_count).toBe(1);
});

test('a person merges two vehicles and splits them again; the history of each inspection tells who did', async () => {
  const { clerk } = await people();
  const [one, two] = [plateOf(), plateOf()];
  const first = await inspectionOf(clerk, { plate: one });
  const second = await inspectionOf(clerk, { plate: two });
  const [kept, gone] = [await vehicleOf(clerk, first), await vehicleOf(clerk, second)];
  const merged = await clerk.post(`/vehicles/${kept}/merge`, { other_vehicle_id: gone });
  expect([merged.status, merged.body.inspections_count]).toEqual([200, 2]);
  expectProblem(await clerk.get(`/vehicles/${gone}`), 404, 'not_found');
  // What a person says outlasts what is read later.
  await clerk.patch(`/inspections/${second}/vehicle`, { plate: plateOf() });
  expect(await vehicleOf(clerk, second)).toBe(kept);

  const split = await link(clerk, second, null);
  expect([split.status, split.body.inspections_count]).toEqual([200, 1]);
  expect(split.body.id).not.toBe(kept);
  const { body } = await clerk.get(`/inspections/${second}/corrections`);
  const said = body.data.map(({ after }: { after: { details?: object } }) => after?.details);
  expect(said).toEqual(
    expect.arrayContaining([{ known_vehicle_id: kept }, { known_vehicle_id: split.body.id }]),
  );
});

test('what a person said is taken back: the vehicle is recognized again, now and when its plate changes', async () => {
  const { clerk, driver } = await people();
  const plate = plateOf();
  const first = await inspectionOf(clerk, { plate });
  const second = await inspectionOf(clerk, { plate });
  const vehicle = await vehicleOf(clerk, first);
  const recognize = (id: string, by = clerk) => by.send('DELETE', `/inspections/${id}/known_vehicle`);
  const alone = (await link(clerk, second, null)).body.id;
  expectProblem(await recognize(second, driver), 404, 'not_found');
  const again = await recognize(second);
  expect([again.status, again.body.id, again.body.inspections_count]).toEqual([200, vehicle, 2]);
  expectProblem(await clerk.get(`/vehicles/${alone}`), 404, 'not_found');
  const { changes } = (await clerk.get(`/vehicles/${vehicle}`)).body;
  expect(changes).toMatchObject([
    { inspection_id: second, vehicle_id: vehicle, former_vehicle_id: alone, is_recognized: true },
    { inspection_id: second, vehicle_id: alone, former_vehicle_id: vehicle, is_recognized: false },
  ]);
  // Once more changes nothing, and is no entry.
  expect((await recognize(second)).body.id).toBe(vehicle);
  expect((await clerk.get(`/vehicles/${vehicle}`)).body.changes).toHaveLength(2);
  await clerk.patch(`/inspections/${second}/vehicle`, { plate: plateOf() });
  expect(await vehicleOf(clerk, second)).not.toBe(vehicle);

  const unnamed = await inspectionOf(clerk, { brand: 'Renault' });
  expectProblem(await recognize(unnamed), 409, 'no_vin_or_plate');
  await link(clerk, unnamed, vehicle);
  expectProblem(await recognize(unnamed), 409, 'no_vin_or_plate');
  expect(await vehicleOf(clerk, unnamed)).toBe(vehicle);
});

test('with the last of its inspections a vehicle is forgotten', async () => {
  const { clerk } = await people();
  const plate = plateOf();
  const id = await inspectionOf(clerk, { plate });
  const vehicle = await vehicleOf(clerk, id);
  await clerk.patch(`/inspections/${id}/vehicle`, { plate: plateOf() });
  expect(await vehicleOf(clerk, id)).not.toBe(vehicle);
  expectProblem(await clerk.get(`/vehicles/${vehicle}`), 404, 'not_found');
});

test('inspections of one vehicle that come at the same time show one vehicle', async () => {
  const { clerk } = await people();
  const plate = plateOf();
  const ids = await Promise.all(Array.from({ length: 8 }, () => inspectionOf(clerk, { plate })));
  const vehicles = await Promise.all(ids.map((id) => vehicleOf(clerk, id)));
  expect(new Set(vehicles).size).toBe(1);
});

test('each damage has one life over the inspections that show it, and an inspection is compared with the last approved one by itself', async () => {
  const { clerk } = await people();
  const plate = plateOf();
  const first = await inspectionOf(clerk, { plate }, ['hood']);
  expectProblem(await clerk.get(`/inspections/${first}/comparison`), 409, 'nothing_to_compare');
  await clerk.patch(`/inspections/${first}/tasks/damage_detection`, { status: 'VALIDATED' });
  const second = await inspectionOf(clerk, { plate }, ['hood', 'roof']);
  const { body: comparison } = await clerk.get(`/inspections/${second}/comparison`);
  expect(comparison.before.inspection_id).toBe(first);
  expect(comparison.counts).toMatchObject({ existing: 1 });

  const { body: shown } = await clerk.get(`/inspections/${second}?show_known_damages=true`);
  const isHood = ({ part_type }: { part_type: string }) => part_type === 'hood';
  expect(shown.known_damages).toEqual([
    {
      damage_id: shown.damages.find(isHood).id,
      known_damage_id: (await clerk.get(`/inspections/${first}`)).body.damages.find(isHood).id,
      inspection_id: first,
      known_since: expect.any(String),
    },
  ]);

  const { body } = await clerk.get(`/vehicles/${await vehicleOf(clerk, first)}/damages`);
  const lives = (
    body.damages as { part_type: string; state: string; seen: { inspection_id: string }[] }[]
  ).map(({ part_type, state, seen }) => [part_type, state, seen.map(({ inspection_id }) => inspection_id)]);
  expect(lives).toEqual([
    ['hood', 'present', [first, second]],
    ['roof', 'present', [second]],
  ]);
});
