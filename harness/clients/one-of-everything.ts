import { photo } from '../pictures/pictures.ts';
import type { Client } from './client.ts';
import { secretIn, someContest } from './contests.ts';
import { newInspection } from './inspection.ts';
import type { Ids } from './operations.ts';
import { newSuspicion } from './suspicion.ts';

/** An inspection of the owner with one of everything that can be in one. `dataDir`: of a service that is not the shared one. */
export const oneOfEverything = async (owner: Client, dataDir?: string): Promise<Ids> => {
  const callbacks = [{ url: 'http://127.0.0.1:9/', event: 'STATUS_SET_TO_DONE' }];
  const id = await newInspection(owner, { images_ocr: {}, pricing: { status: 'DONE', callbacks } });
  const path = `/inspections/${id}`;
  const plate = `AA ${Math.floor(Math.random() * 1e9)}`;
  const vehicle = await owner.patch(`${path}/vehicle`, { plate });
  const image = await owner.upload(`${path}/images`, { tasks: ['images_ocr'] }, await photo(120, 90));
  const damage = await owner.post(`${path}/damages`, { damage_type: 'dent', part_type: 'hood' });
  const view = await owner.post(`${path}/views`, { image_id: image.body.id, damage_id: damage.body.id });
  const severity = await owner.post(`${path}/severity_pricing`, { label: 'hood', level: 2 });
  const wish = { pricing: 9, related_item_type: 'part', part_type: 'roof' };
  const price = await owner.post(`${path}/pricing`, wish);
  const link = await owner.post(`${path}/share_links`, { allow_contesting: true });
  const secret = secretIn(link.body);
  const contest = await owner.post(`/shared_inspections/${secret}/contests`, someContest(damage.body.id));
  const comment = await owner.post(`${path}/comments`, { text: 'Hello' });
  const saved = await owner.post('/saved_filters', { name: 'Mine', filter: { search: 'x' } });
  const suspicion = await newSuspicion(id, image.body.id, {}, dataDir);
  const deliveries = await owner.get(`${path}/deliveries`);
  return {
    inspection_id: id,
    task_name: 'images_ocr',
    image_id: image.body.id,
    damage_id: damage.body.id,
    view_id: view.body.id,
    severity_id: severity.body.id,
    pricing_id: price.body.id,
    share_link_id: link.body.id,
    secret,
    contest_id: contest.body.id,
    comment_id: comment.body.id,
    saved_filter_id: saved.body.id,
    suspicion_id: suspicion,
    vehicle_id: vehicle.body.known_vehicle_id,
    version: '0',
    delivery_id: deliveries.body.data[0].id,
  };
};

/** A webhook that is switched off. */
export const oneWebhook = async (manager: Client): Promise<Ids> => {
  const { body } = await manager.post('/webhooks', { url: 'https://example.com/', active: false });
  return { webhook_id: body.id };
};
