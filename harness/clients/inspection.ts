import { expect } from 'vitest';
import type { Body, Client } from './client.ts';

/** The id of a new inspection with these tasks. */
export const newInspection = async (
  api: Client,
  tasks: Record<string, unknown> = { damage_detection: {} },
  rest: Record<string, unknown> = {},
): Promise<string> => {
  const created = await api.post('/inspections', { tasks, ...rest });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  return created.body.id;
};

export const imagesOf = async (api: Client, inspectionId: string): Promise<Body[]> =>
  (await api.get(`/inspections/${inspectionId}/images`)).body.data;

/** The types of all events of an inspection. It deletes the inspection at last, because that event ends the stream. */
export const eventTypesUntilDeleted = async (api: Client, inspectionId: string): Promise<string[]> => {
  const response = await fetch(`${api.baseUrl}/inspections/${inspectionId}/events?last_event_id=0`, {
    headers: { authorization: `Bearer ${api.token}` },
  });
  await api.delete(`/inspections/${inspectionId}`);
  const stream = await response.text();
  return [...stream.matchAll(/^event: (.+)$/gm)].map(([, type]) => type!);
};
