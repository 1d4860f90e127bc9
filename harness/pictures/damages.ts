import { expect } from 'vitest';
import type { Body, Client } from '../clients/client.ts';
import { newInspection } from '../clients/inspection.ts';
import { ended, setStatus } from '../clients/tasks.ts';

export type SaidDamage = [damage_type: string, part_type: string];

export const addDamage = async (api: Client, id: string, [damage_type, part_type]: SaidDamage) => {
  const made = await api.post(`/inspections/${id}/damages`, { damage_type, part_type });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body.id as string;
};

/** An inspection with these damages and their repair estimated. */
export const estimated = async (
  api: Client,
  damages: SaidDamage[],
  { task = 'repair_estimate', options = {}, rest = {} } = {},
) => {
  const id = await newInspection(api, { damage_detection: {}, [task]: options }, rest);
  for (const damage of damages) await addDamage(api, id, damage);
  await setStatus(api, id, task, 'TODO');
  expect(await ended(api, id, task)).toMatchObject({ status: 'DONE', error_messages: [] });
  return id;
};

export const inspectionOf = async (api: Client, id: string): Promise<Body> =>
  (await api.get(`/inspections/${id}`)).body;

export const partOf = (inspection: Body, type: string): Body =>
  inspection.parts.find(({ part_type }: Body) => part_type === type);
