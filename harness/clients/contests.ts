import { expect, inject } from 'vitest';
import { type Answer, type Body, type Client, clientOf } from './client.ts';
import { newInspection } from './inspection.ts';

/** Whoever has a link: no token. */
export const anyone = (): Client => clientOf(`${inject('serviceUrl')}/v1`, null);

export const secretIn = (link: Body): string => new URL(link.url).pathname.split('/').at(-1)!;

/** What somebody says against a damage, always in the same words. */
export const someContest = (damage_id: string) => ({
  damage_id,
  reason: 'not_a_damage',
  text: 'It is dust.',
});

/** As the shared page sends it: json, then the photos, each under a name of its own. */
export const contest = (
  secret: string,
  json: object,
  photos: readonly Buffer[] = [],
  stranger = anyone(),
): Promise<Answer> => {
  const path = `/shared_inspections/${secret}/contests`;
  if (photos.length === 0) return stranger.post(path, json);
  const form = new FormData();
  form.append('json', JSON.stringify(json));
  for (const [index, photo] of photos.entries())
    form.append(`photo_${index + 1}`, new File([new Uint8Array(photo)], 'own.jpeg', { type: 'image/jpeg' }));
  return stranger.send('POST', path, { body: form });
};

export type Disputed = { id: string; damage_id: string; link: Body; secret: string };

/** An inspection with one damage, shared with somebody who may contest it. */
export const disputed = async (
  api: Client,
  wish: object = { allow_contesting: true },
  rest: Record<string, unknown> = {},
): Promise<Disputed> => {
  const id = await newInspection(api, { damage_detection: {} }, rest);
  const damage = await api.post(`/inspections/${id}/damages`, { damage_type: 'dent', part_type: 'hood' });
  const link = await api.post(`/inspections/${id}/share_links`, wish);
  expect([damage.status, link.status], JSON.stringify(link.body)).toEqual([201, 201]);
  return { id, damage_id: damage.body.id, link: link.body, secret: secretIn(link.body) };
};
