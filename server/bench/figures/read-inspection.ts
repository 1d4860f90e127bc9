import { MULTIPART, multipart } from '../connection.ts';
import { type Figure, ratioLine } from '../figure.ts';
import { smallPhoto } from '../photos.ts';
import { takeTurns } from '../rounds.ts';
import { type OpenService, openFloor, openService, withCleanup } from '../test-bed.ts';

const IMAGES = 20;
const DAMAGES = 30;
const VIEWS = 60;
const PARTS = [
  'bumper_back',
  'bumper_front',
  'door_back_left',
  'door_front_left',
  'fender_back_left',
  'fender_front_left',
  'hood',
  'roof',
  'trunk',
  'mirror_left',
];

/** A dent as a detector outlines it. */
const outline = (index: number) => {
  const [x, y] = [100 + (index % 10) * 40, 100 + (index % 6) * 50];
  return Array.from({ length: 16 }, (_, corner) => {
    const angle = (corner / 16) * 2 * Math.PI;
    return [Math.round(x + 40 * Math.cos(angle)), Math.round(y + 25 * Math.sin(angle))];
  });
};

export const buildInspection = async ({ connection, authorization }: OpenService) => {
  const post = async (path: string, json: unknown) => {
    const headers = { ...authorization, 'content-type': 'application/json' };
    const answer = await connection.send(path, { method: 'POST', headers, body: JSON.stringify(json) });
    return (JSON.parse(answer.toString()) as { id: string }).id;
  };
  const id = await post('/v1/inspections', {
    tasks: { damage_detection: {}, wheel_analysis: {} },
    vehicle: { brand: 'Renault', model: 'Clio', plate: 'AB-123-CD' },
  });
  const images: string[] = [];
  const damages: string[] = [];
  const photo = await smallPhoto();
  for (let index = 0; index < IMAGES; index++) {
    const answer = await connection.send(`/v1/inspections/${id}/images`, {
      method: 'POST',
      headers: { ...authorization, 'content-type': MULTIPART },
      body: multipart({ tasks: ['damage_detection'], additional_data: { sight_id: `s-${index}` } }, photo),
    });
    images.push((JSON.parse(answer.toString()) as { id: string }).id);
  }
  for (let index = 0; index < DAMAGES; index++)
    damages.push(
      await post(`/v1/inspections/${id}/damages`, {
        damage_type: index % 3 ? 'scratch' : 'dent',
        part_type: PARTS[index % PARTS.length],
      }),
    );
  for (let index = 0; index < VIEWS; index++)
    await post(`/v1/inspections/${id}/views`, {
      image_id: images[index % IMAGES],
      damage_id: damages[index % DAMAGES],
      polygons: [outline(index)],
    });
  return id;
};

export const readInspection: Figure = {
  name: 'get_inspection',
  about: `GET of an inspection with ${IMAGES} images, ${DAMAGES} damages and ${VIEWS} views, against a bare handler that runs the same SQL`,
  rounds: 400,
  measure: (rounds, progress) =>
    withCleanup(async (opened) => {
      const service = await openService(opened);
      const floor = await openFloor(service, opened);
      const id = await buildInspection(service);
      await service.idle();
      const headers = service.authorization;
      const sides = {
        floor: floor.timed(() => ({ path: `/inspections/${id}` })),
        ours: service.connection.timed(() => ({ path: `/v1/inspections/${id}`, headers })),
      };
      return [ratioLine('get_inspection', 1.5, await takeTurns(sides, rounds, 200, progress))];
    }),
};
