import sql, { raw } from 'sql-template-tag';
import type { Prices } from '../../inspections/ports/pricing.ts';
import type { Price } from '../../inspections/records/price.ts';
import type { Database } from '../database.ts';

export const PRICE_COLUMNS = raw(
  'r.id, r.inspection_id, r.related_item_type, r.part_id, r.pricing, r.created_at, r.created_by',
);

export const pricesOn = (database: Database): Prices => ({
  put: async (price) =>
    (await database.row<Price>(sql`
      insert into prices as r (id, inspection_id, related_item_type, part_id, pricing, created_by)
      values (${price.id}, ${price.inspection_id}, ${price.related_item_type}, ${price.part_id}, ${price.pricing},
        ${price.created_by})
      on conflict (inspection_id, part_id) where deleted_at is null do update set pricing = excluded.pricing
      returning ${PRICE_COLUMNS}`))!,

  delete: async (inspectionId, id) => {
    await database.run(sql`
      update prices set deleted_at = clock_timestamp()
      where inspection_id = ${inspectionId} and id = ${id} and deleted_at is null`);
  },

  removeOfPart: async (inspectionId, partId) => {
    await database.run(sql`
      delete from prices
      where inspection_id = ${inspectionId} and part_id = ${partId} and deleted_at is null`);
  },

  countAgain: async (inspectionId, damageId) => {
    await database.run(sql`
      delete from prices r using damage_parts own
      where own.damage_id = ${damageId} and r.part_id = own.part_id and r.inspection_id = ${inspectionId}
        and r.pricing is null and r.deleted_at is null
        and not exists (select from damage_parts dp join damages d on d.id = dp.damage_id
          where dp.part_id = r.part_id and d.id <> ${damageId} and d.deleted_at is null)`);
  },

  isFormer: async (inspectionId, id) =>
    (await database.run(sql`
      select from prices where inspection_id = ${inspectionId} and id = ${id}
      union all
      select from estimates where inspection_id = ${inspectionId} and ${id}::uuid = any(former_price_ids)
      union all
      select from estimates e, jsonb_array_elements(e.parts) p, prices r
      where e.inspection_id = ${inspectionId} and (p ->> 'id')::uuid = ${id} and r.inspection_id = e.inspection_id
        and r.part_id = (p ->> 'part_id')::uuid and r.pricing is null and r.deleted_at is null`)) > 0,
});
