import type { Body } from './client.ts';
import { someContest } from './contests.ts';
import type { Ids } from './operations.ts';

/** A right body for every operation that takes one: the one list that tests which go through all operations share. */
export const RIGHT_BODIES: Record<string, (ids: Ids, matrix?: Body) => object> = {
  'POST /inspections': () => ({ tasks: { images_ocr: {} } }),
  'PATCH /inspections/{inspection_id}': () => ({ additional_data: {} }),
  'POST /inspections/{inspection_id}/comments': () => ({ text: 'x' }),
  'PATCH /inspections/{inspection_id}/pdf_data': () => ({ comment: 'x' }),
  'PATCH /inspections/{inspection_id}/vehicle': () => ({ brand: 'x', model: 'x' }),
  'PUT /inspections/{inspection_id}/known_vehicle': ({ vehicle_id }) => ({ vehicle_id }),
  'POST /vehicles/{vehicle_id}/merge': ({ vehicle_id }) => ({ other_vehicle_id: vehicle_id }),
  'PATCH /inspections/{inspection_id}/tasks/{task_name}': () => ({ arguments: {} }),
  'POST /inspections/{inspection_id}/images': () => ({ tasks: ['images_ocr'] }),
  'PATCH /inspections/{inspection_id}/images/{image_id}': () => ({ additional_data: {} }),
  'PATCH /inspections/{inspection_id}/images/{image_id}/damage_areas': () => ({
    relevant_elements: ['hood'],
  }),
  'POST /inspections/{inspection_id}/images/delete': () => ({ image_ids: [] }),
  'POST /inspections/{inspection_id}/views': ({ image_id }) => ({ image_id }),
  'POST /inspections/{inspection_id}/damages': () => ({ damage_type: 'dent', part_type: 'hood' }),
  'PATCH /inspections/{inspection_id}/damages/{damage_id}': () => ({ part_type: 'roof' }),
  'PATCH /inspections/{inspection_id}/readings': () => ({ subject: 'PLATE', values: [] }),
  'POST /inspections/{inspection_id}/comparison/decisions': ({ damage_id }) => ({ damage_id, status: 'new' }),
  'POST /inspections/{inspection_id}/severity_pricing': () => ({ label: 'hood', level: 1 }),
  'PATCH /inspections/{inspection_id}/severity_pricing/{severity_id}': () => ({ level: 3 }),
  'POST /inspections/{inspection_id}/pricing': () => ({
    pricing: 5,
    related_item_type: 'part',
    part_type: 'hood',
  }),
  'PATCH /inspections/{inspection_id}/pricing/{pricing_id}': () => ({ pricing: 6 }),
  'PUT /pricing_matrix': (_ids, matrix) => matrix ?? {},
  'POST /inspections/{inspection_id}/pdf': () => ({}),
  'POST /inspections/{inspection_id}/evidence': () => ({}),
  'POST /inspections/{inspection_id}/share_links': () => ({}),
  'POST /inspections/{inspection_id}/contests/{contest_id}/decision': () => ({
    state: 'rejected',
    reason: 'x',
  }),
  'POST /shared_inspections/{secret}/contests': ({ damage_id }) => someContest(damage_id!),
  'PATCH /organization/settings': () => ({ language: 'fr' }),
  'PUT /organization/logo': () => ({}),
  'POST /saved_filters': () => ({ name: 'x', filter: { search: 'x' } }),
  'PATCH /saved_filters/{saved_filter_id}': () => ({ name: 'x' }),
  'POST /webhooks': () => ({ url: 'https://example.com/', active: false }),
  'PATCH /webhooks/{webhook_id}': () => ({ active: false }),
  'DELETE /inspections/{inspection_id}/images/{image_id}': () => ({}),
};
