/** Inspections of the demo's car, analyzed by the real models. */
import { openAsBlob } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Client, CreateInspection, TaskName } from '@walkaround/sdk';

const pictureAt = (name: string) =>
  fileURLToPath(new URL(`../../../demo/pictures/${name}.jpg`, import.meta.url));

export const addPicture = async (client: Client, id: string, name: string, tasks: TaskName[]) => {
  const file = await openAsBlob(pictureAt(name), { type: 'image/jpeg' });
  return (await client.images.addOne(id, { file, name, tasks })).result;
};

export const startTasks = async (client: Client, id: string, tasks: TaskName[]) => {
  for (const task of tasks) await client.tasks.updateOne(id, task, { status: 'TODO' });
};

const SEARCH: CreateInspection['tasks'] = { damageDetection: { damageSeverity: {} }, repairEstimate: {} };

/** Searched for damages, and what they cost. */
export const analysed = async (
  client: Client,
  pictures: string[],
  wishes: Partial<CreateInspection> = {},
) => {
  const { result: id } = await client.inspections.createOne({ tasks: SEARCH, ...wishes });
  for (const picture of pictures) await addPicture(client, id, picture, ['damage_detection']);
  await startTasks(client, id, ['damage_detection', 'repair_estimate']);
  await client.waitForTask(id, 'repair_estimate');
  return id;
};
