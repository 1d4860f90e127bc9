import { type Body, type Client, until } from './client.ts';

export const task = async (api: Client, id: string, name: string): Promise<Body> =>
  (await api.get(`/inspections/${id}/tasks/${name}`)).body;

export const setStatus = (api: Client, id: string, name: string, status: string, rest: object = {}) =>
  api.patch(`/inspections/${id}/tasks/${name}`, { status, ...rest });

/** The task once a worker has finished with it. */
export const ended = (api: Client, id: string, name: string, withinMs?: number): Promise<Body> =>
  until(
    () => task(api, id, name),
    ({ status }) => status === 'DONE' || status === 'ERROR',
    withinMs,
  );
