import { COMPLIANCE_MODELS } from '../../src/inspections/photos/quality/assess-photo.ts';
import { MULTIPART, multipart } from '../connection.ts';
import { type Figure, ratioLine, valueLine } from '../figure.ts';
import { bareModels, bareRun, named, photoOnDisk, timed } from '../models.ts';
import { takeTurns } from '../rounds.ts';
import { openService, withCleanup } from '../test-bed.ts';

const WARM_UP = 3;
const SIGHT = 'haccord-_YnTubBA';

export const complianceUpload: Figure = {
  name: 'compliance_upload',
  about:
    'upload of a 12-megapixel JPEG that waits for its verdict, against decoding and bare runs of the models',
  rounds: 20,
  measure: (rounds, progress) =>
    withCleanup(async (opened) => {
      const service = await openService(opened);
      const photo = await photoOnDisk(opened);
      const bare = named(await bareModels(photo.path), COMPLIANCE_MODELS);
      const created = await service.connection.send('/v1/inspections', {
        method: 'POST',
        headers: { ...service.authorization, 'content-type': 'application/json' },
        body: '{"tasks":{"damage_detection":{}}}',
      });
      const { id } = JSON.parse(created.toString()) as { id: string };
      const task = { name: 'compliances', image_details: { sight_id: SIGHT }, wait_for_result: true };
      const outgoing = (round: number) => ({
        path: `/v1/inspections/${id}/images`,
        method: 'POST',
        headers: { ...service.authorization, 'content-type': MULTIPART },
        // Another key each time: the same photo for the same purpose would be taken for one sent again.
        body: multipart({ tasks: [task], image_sibling_key: `s${round}` }, photo.bytes),
      });
      const sides = {
        floor: timed(() => bareRun(photo.path, bare)),
        ours: service.connection.timed(outgoing, service.idle),
      };
      const measured = await takeTurns(sides, rounds, WARM_UP, progress);
      return [
        ratioLine('compliance_upload', 1.5, measured),
        valueLine('compliance_upload_time', 2000, measured.ours, 'ms', measured.runs),
      ];
    }),
};
