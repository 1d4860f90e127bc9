import { type Answer, type Body, type Client, until } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import fc from 'fast-check';
import { expect } from 'vitest';
import { statusOf } from './inspection-model.ts';

const THREE = [0, 1, 2];

type Stage = { path: string; photos: Buffer[]; images: string[]; damages: string[] };
type Act = { what: keyof typeof ACTS; index: number };
type Done = Act & Pick<Answer, 'status' | 'body'>;

const setTask =
  (status: string) =>
  (api: Client, { path }: Stage) =>
    api.patch(`${path}/tasks/repair_estimate`, { status });

const ACTS = {
  upload: (api: Client, { path, photos }: Stage, index: number) =>
    api.upload(`${path}/images`, { tasks: ['repair_estimate'] }, photos[3 + index]!),
  deleteImage: (api: Client, { path, images }: Stage, index: number) =>
    api.delete(`${path}/images/${images[index]}`),
  deleteDamage: (api: Client, { path, damages }: Stage, index: number) =>
    api.delete(`${path}/damages/${damages[index]}`),
  restoreDamage: (api: Client, { path, damages }: Stage, index: number) =>
    api.post(`${path}/damages/${damages[index]}/restore`, {}),
  start: setTask('TODO'),
  declareDone: setTask('DONE'),
  validate: setTask('VALIDATED'),
  read: (api: Client, { path }: Stage) => api.get(path),
};

/** An inspection with a task, three images for it, and three damages. */
const prepare = async (api: Client, photos: Buffer[]): Promise<Stage> => {
  const path = `/inspections/${await newInspection(api, { repair_estimate: {} })}`;
  const about = { tasks: ['repair_estimate'] };
  const images = THREE.map((index) => api.upload(`${path}/images`, about, photos[index]!));
  const damages = THREE.map(() => api.post(`${path}/damages`, { damage_type: 'dent', part_type: 'hood' }));
  const ids = async (made: Promise<Answer>[]) => (await Promise.all(made)).map(({ body }) => body.id);
  return { path, photos, images: await ids(images), damages: await ids(damages) };
};

const idsOf = (list: Body[]): string[] => list.map(({ id }) => id);

/** Whoever was first, these hold. */
const expectConsistent = (done: Done[], inspection: Body, { images, damages }: Stage) => {
  const [task] = inspection.tasks.filter(({ name }: Body) => name === 'repair_estimate');
  const succeeded = (what: Act['what'], index?: number) =>
    done.filter((one) => one.what === what && one.status < 300 && (index ?? one.index) === one.index);
  for (const { what, status, body } of done)
    expect([200, 201, 404, 409], `${what}: ${JSON.stringify(body)}`).toContain(status);
  expect(inspection.status).toBe(statusOf({ repair_estimate: task.status }));
  // What was validated may have been changed afterwards, which takes the validation back.
  if (succeeded('validate').length > 0) expect(['DONE', 'VALIDATED']).toContain(task.status);
  const isChanged = done.some(({ what, status }) => what !== 'read' && what !== 'validate' && status < 300);
  if (succeeded('validate').length > 0 && !isChanged) expect(task.status).toBe('VALIDATED');
  const added = new Set(succeeded('upload').map(({ body }) => body.id));
  const shown = idsOf(inspection.images);
  for (const index of THREE) {
    // Gone once, and not for two who both deleted it; the same photo sent by two is one image.
    expect(succeeded('deleteImage', index).length).toBe(shown.includes(images[index]!) ? 0 : 1);
    expect(new Set(succeeded('upload', index).map(({ body }) => body.id)).size).toBeLessThan(2);
    if (succeeded('deleteDamage', index).length === 0)
      expect(idsOf(inspection.damages)).toContain(damages[index]);
  }
  expect(shown.filter((id) => !images.includes(id)).sort()).toEqual([...added].sort());
};

/** Two clients at once on one inspection. Returns how many requests they sent. */
export const runTwoClients = async (api: Client, photos: Buffer[], runs: number, seed: number) => {
  let count = 0;
  const act: fc.Arbitrary<Act> = fc.record({
    what: fc.constantFrom(...(Object.keys(ACTS) as Act['what'][])),
    index: fc.constantFrom(...THREE),
  });
  const list = fc.array(act, { minLength: 3, maxLength: 8 });
  const property = fc.asyncProperty(list, list, async (...lists) => {
    const stage = await prepare(api, photos);
    const done: Done[] = [];
    const play = async (acts: Act[]) => {
      for (const { what, index } of acts) {
        const { status, body } = await ACTS[what](api, stage, index);
        done.push({ what, index, status, body });
      }
    };
    await Promise.all(lists.map(play));
    count += done.length;
    const { body } = await until(
      () => api.get(stage.path),
      (answer) => !/TODO|IN_PROGRESS/.test(answer.body.status),
    );
    expectConsistent(done, body, stage);
  });
  await fc.assert(property, { numRuns: runs, seed });
  return count;
};
