import { type Answer, type Body, type Client, until } from '@walkaround/harness/clients/client.ts';
import fc from 'fast-check';
import { expect } from 'vitest';
import {
  beginReview,
  type Model,
  moved,
  type Status,
  statusOf,
  TASKS,
  type TaskName,
  withdraw,
} from './inspection-model.ts';

export type Real = { api: Client; id: string; nextPhoto(): Buffer; ran(): void };
type Run = (model: Model, real: Real & { path: string }) => Promise<void>;
type Command = fc.AsyncCommand<Model, Real>;

/** What an inspection shows, in the terms of the model. */
const shown = (body: Body) => ({
  status: body.status,
  tasks: Object.fromEntries(
    body.tasks
      .filter(({ name }: Body) => TASKS.includes(name))
      .map(({ name, status }: Body) => [name, status]),
  ),
  images: body.images.map(({ id }: Body) => id).sort(),
  damages: body.damages.map(({ id }: Body) => id).sort(),
});

const standing = (list: { id: string; isDeleted: boolean }[]) =>
  list
    .filter(({ isDeleted }) => !isDeleted)
    .map(({ id }) => id)
    .sort();

const expected = (model: Model) => ({
  status: statusOf(model.tasks),
  tasks: model.tasks,
  images: standing(model.images),
  damages: standing(model.damages),
});

/** Nobody waits for a worker any more; a person may take any time. */
const isSettled = ({ status, body }: Answer) =>
  status !== 200 ||
  Object.entries(shown(body).tasks).every(
    ([name, one]) => one !== 'TODO' && (one !== 'IN_PROGRESS' || name === 'human_in_the_loop'),
  );

const expectState = async (model: Model, { api, path }: { api: Client; path: string }) => {
  const { status, body } = await until(() => api.get(path), isSettled);
  expect(status).toBe(model.isDeleted ? 404 : 200);
  if (status === 200) expect(shown(body)).toEqual(expected(model));
};

/** A command of which the model knows the answer; after it the whole inspection is as the model says. */
const command = (name: string, run: Run): Command => ({
  check: () => true,
  toString: () => name,
  run: async (model, real) => {
    const scope = { ...real, path: `/inspections/${real.id}` };
    await run(model, scope);
    await expectState(model, scope);
    real.ran();
  },
});

/** Of nothing there is nothing to pick. */
const at = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(list.length, 1)];

const NOBODY = '0198c5a2-7d1e-7c3a-9f52-6b1d2e3f4a5b';

/** What is deleted is not there for anybody. */
const answers = (model: Model, status: number) => (model.isDeleted ? 404 : status);

const setStatus = (name: TaskName, to: Status, again: boolean) =>
  command(`${name} → ${to}${again ? ' again' : ''}`, async (model, { api, path }) => {
    const from = model.tasks[name];
    const next = from && moved(name, from, to, again);
    const { status } = await api.patch(`${path}/tasks/${name}`, { status: to, again });
    expect(status).toBe(answers(model, from === undefined ? 404 : next ? 200 : 409));
    if (model.isDeleted || !next) return;
    model.tasks[name] = next;
    if (to === 'TODO' && to !== from && name !== 'human_in_the_loop') withdraw(model, [name]);
    if (to !== from) beginReview(model);
  });

const upload = (tasks: TaskName[]) =>
  command(`upload for ${tasks}`, async (model, { api, path, nextPhoto }) => {
    const { status, body } = await api.upload(`${path}/images`, { tasks }, nextPhoto());
    const statuses = tasks.map((name) => model.tasks[name]);
    const isOpen = statuses.every((one) => one === 'NOT_STARTED');
    expect(status).toBe(answers(model, statuses.includes(undefined) ? 422 : isOpen ? 201 : 409));
    if (status !== 201) return;
    model.images.push({ id: body.id, tasks, isDeleted: false });
    withdraw(model, tasks);
  });

const deleteImage = (index: number) =>
  command(`delete image ${index}`, async (model, { api, path }) => {
    const image = at(model.images, index);
    const { status } = await api.delete(`${path}/images/${image?.id ?? NOBODY}`);
    const isOpen = image?.tasks.every((name) => model.tasks[name] === 'NOT_STARTED');
    expect(status).toBe(answers(model, !image || image.isDeleted ? 404 : isOpen ? 200 : 409));
    if (status !== 200) return;
    image!.isDeleted = true;
    withdraw(model, TASKS);
  });

const createDamage = command('create a damage', async (model, { api, path }) => {
  const { status, body } = await api.post(`${path}/damages`, { damage_type: 'dent', part_type: 'hood' });
  expect(status).toBe(answers(model, 201));
  if (status !== 201) return;
  model.damages.push({ id: body.id, isDeleted: false });
  withdraw(model, TASKS);
});

const deleteDamage = (index: number) =>
  command(`delete damage ${index}`, async (model, { api, path }) => {
    const damage = at(model.damages, index);
    const { status } = await api.delete(`${path}/damages/${damage?.id ?? NOBODY}`);
    expect(status).toBe(answers(model, damage?.isDeleted === false ? 200 : 404));
    if (status !== 200) return;
    damage!.isDeleted = true;
    withdraw(model, TASKS);
  });

const restoreDamage = (index: number) =>
  command(`restore damage ${index}`, async (model, { api, path }) => {
    const damage = at(model.damages, index);
    const { status } = await api.post(`${path}/damages/${damage?.id ?? NOBODY}/restore`, {});
    expect(status).toBe(answers(model, damage ? 200 : 404));
    if (status !== 200 || !damage!.isDeleted) return;
    damage!.isDeleted = false;
    withdraw(model, TASKS);
  });

const addView = (onImage: number, ofDamage: number) =>
  command(`view of damage ${ofDamage} on image ${onImage}`, async (model, { api, path }) => {
    const [image, damage] = [at(model.images, onImage), at(model.damages, ofDamage)];
    const wish = { image_id: image?.id ?? NOBODY, damage_id: damage?.id ?? NOBODY };
    const { status } = await api.post(`${path}/views`, wish);
    const areThere = image?.isDeleted === false && damage?.isDeleted === false;
    expect(status).toBe(answers(model, areThere ? 201 : 422));
    if (status === 201) withdraw(model, TASKS);
  });

const changeVehicle = (plate: string) =>
  command(`plate ${plate}`, async (model, { api, path }) => {
    const { status, body } = await api.patch(`${path}/vehicle`, { plate });
    expect(status).toBe(answers(model, 200));
    if (status !== 200) return;
    expect(body.plate).toBe(plate);
    if (plate !== model.plate) withdraw(model, 'vehicle');
    model.plate = plate;
  });

const listAll = command('list', async (model, { api, id }) => {
  const { body } = await api.get('/inspections?limit=500&verbose=0&show_deleted=false');
  expect(body.data.some((one: Body) => one.id === id)).toBe(!model.isDeleted);
});

const deleteInspection = command('delete the inspection', async (model, { api, path }) => {
  expect((await api.delete(path)).status).toBe(answers(model, 200));
  model.isDeleted = true;
});

const index = fc.nat(5);

const anyStatus = (name: TaskName) => {
  const said = fc.constantFrom<Status>('DONE', 'VALIDATED', 'NOT_STARTED');
  // Whoever starts this one waits for models; what is only said of it is enough here.
  if (name === 'damage_detection') return said.map((to) => setStatus(name, to, false));
  const any = fc.oneof(said, fc.constant<Status>('TODO'));
  return fc.tuple(any, fc.boolean()).map(([to, again]) => setStatus(name, to, again));
};

export const commands = fc.commands(
  [
    ...TASKS.map(anyStatus),
    fc.subarray([...TASKS], { maxLength: 2 }).map(upload),
    index.map(deleteImage),
    fc.constant(createDamage),
    index.map(deleteDamage),
    index.map(restoreDamage),
    fc.tuple(index, index).map(([image, damage]) => addView(image, damage)),
    fc.stringMatching(/^[A-Z]{2}-\d{3}$/).map(changeVehicle),
    fc.constant(listAll),
    fc.constant(deleteInspection),
  ],
  { maxCommands: 25, size: 'max' },
);
