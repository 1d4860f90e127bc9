import { type Figure, ratioLine } from '../figure.ts';
import { takeTurns } from '../rounds.ts';
import { openFloor, openService, withCleanup } from '../test-bed.ts';

const body = JSON.stringify({
  tasks: { damage_detection: {}, wheel_analysis: {} },
  vehicle: { brand: 'Renault', model: 'Clio', plate: 'AB-123-CD' },
  additional_data: { contract: '2026-00042', desk: 'Lyon' },
});

export const createInspection: Figure = {
  name: 'post_inspection',
  about: 'POST of an inspection, against a bare insert of its row and those of its tasks in one transaction',
  rounds: 400,
  measure: (rounds, progress) =>
    withCleanup(async (opened) => {
      const service = await openService(opened);
      const floor = await openFloor(service, opened);
      const json = { 'content-type': 'application/json' };
      const headers = { ...service.authorization, ...json };
      const sides = {
        floor: floor.timed(() => ({ path: '/inspections', method: 'POST', headers: json, body })),
        ours: service.connection.timed(() => ({ path: '/v1/inspections', method: 'POST', headers, body })),
      };
      return [ratioLine('post_inspection', 2, await takeTurns(sides, rounds, 200, progress))];
    }),
};
