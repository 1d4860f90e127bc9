import { MULTIPART, multipart } from '../connection.ts';
import { type Figure, ratioLine } from '../figure.ts';
import { MEGABYTE, photoOf } from '../photos.ts';
import { takeTurns } from '../rounds.ts';
import { openFloor, openService, withCleanup } from '../test-bed.ts';

const WARM_UP = 10;

export const uploadImage: Figure = {
  name: 'upload_image',
  about: 'upload of a 4 MB JPEG, against its file written and flushed, sharp metadata and a bare insert',
  rounds: 80,
  measure: (rounds, progress) =>
    withCleanup(async (opened) => {
      const service = await openService(opened);
      const floor = await openFloor(service, opened);
      const photo = await photoOf(4 * MEGABYTE, 4000, 3000);
      const created = await service.connection.send('/v1/inspections', {
        method: 'POST',
        headers: { ...service.authorization, 'content-type': 'application/json' },
        body: '{"tasks":{"damage_detection":{}}}',
      });
      const { id } = JSON.parse(created.toString()) as { id: string };
      // Another sight each time: the same photo for the same purpose would be taken for one sent again.
      const outgoing = (round: number) => ({
        path: `/v1/inspections/${id}/images`,
        method: 'POST',
        headers: { ...service.authorization, 'content-type': MULTIPART },
        body: multipart({ tasks: ['damage_detection'], additional_data: { sight_id: `s${round}` } }, photo),
      });
      const sides = {
        floor: floor.timed((round) => ({ ...outgoing(round), path: `/inspections/${id}/images` })),
        // The worker analyzes every photo that came in: let it finish, or it slows down what follows.
        ours: service.connection.timed(outgoing, service.idle),
      };
      return [ratioLine('upload_image', 1.3, await takeTurns(sides, rounds, WARM_UP, progress))];
    }),
};
