/** What the service works out from findings: sizes, severities, estimates. Made again whenever those change. */
import sql, { raw } from 'sql-template-tag';
import { v7 as uuid } from 'uuid';
import { fromHundredths, sum } from '../../inspections/costs/money.ts';
import type { Assessments } from '../../inspections/ports/pricing.ts';
import { SERVICE } from '../../inspections/severity/assess-inspection.ts';
import type { Database } from '../database.ts';

export const ESTIMATE_FIELDS = raw(`
  'id', e.id, 'inspection_id', e.inspection_id, 'methodology', e.methodology, 'matrix_version', e.matrix_version,
  'currency', e.currency, 'tax_percent', e.tax_percent, 'segment', e.segment, 'parts', e.parts, 'open_parts', e.open_parts,
  'not_priced', e.not_priced, 'created_at', e.created_at`);

export const assessmentsOn = (database: Database): Assessments => ({
  putSizes: async (sizes) => {
    await database.run(sql`
      update damages d set size_cm = nullif(s.size_cm, 'null'::jsonb)
      from jsonb_to_recordset(${JSON.stringify(sizes)}::jsonb) as s (damage_id uuid, size_cm jsonb)
      where d.id = s.damage_id and d.size_cm is distinct from nullif(s.size_cm, 'null'::jsonb)`);
  },

  putSeverities: async (inspectionId, severities) => {
    const rows = severities.map((severity) => ({ id: uuid(), ...severity }));
    await database.run(sql`
      with wanted as (
        select g.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (id uuid, related_item_type text,
          related_item_id uuid, label text, level smallint, reason jsonb)
        where not exists (select 1 from severities s
          where s.inspection_id = ${inspectionId} and s.related_item_id = g.related_item_id
            and (s.is_user_modified and s.deleted_at is null
              or s.deleted_by is not null and s.created_by = ${SERVICE}))),
      gone as (
        delete from severities s where s.inspection_id = ${inspectionId} and not s.is_user_modified
          and s.deleted_at is null and s.related_item_id not in (select related_item_id from wanted))
      insert into severities (id, inspection_id, related_item_type, related_item_id, label, level, reason,
        is_user_modified, created_by)
      select w.id, ${inspectionId}, w.related_item_type, w.related_item_id, w.label, w.level, w.reason,
        false, ${SERVICE} from wanted w order by w.id
      on conflict (inspection_id, related_item_id) where not is_user_modified and deleted_at is null
      do update set label = excluded.label, level = excluded.level, reason = excluded.reason`);
  },

  putPartCosts: async (inspectionId, costs) => {
    await database.run(sql`
      update severities s set estimated_price = c.price, estimated_operation = c.operation,
        estimated_with = c.matrix_version
      from severities own left join jsonb_to_recordset(${JSON.stringify(costs)}::jsonb)
        as c (part_id uuid, price numeric, operation text, matrix_version integer) on c.part_id = own.related_item_id
      where own.inspection_id = ${inspectionId} and own.created_by = ${SERVICE} and own.related_item_type = 'part'
        and own.deleted_at is null and s.id = own.id
        and (s.estimated_price, s.estimated_operation, s.estimated_with)
          is distinct from (c.price, c.operation, c.matrix_version)`);
  },

  putEstimate: async (estimate) => {
    const total = (of: 'total' | 'low' | 'high') =>
      fromHundredths(sum([...estimate.parts, ...estimate.open_parts].map((part) => part[of])));
    await database.run(sql`
      insert into estimates (id, inspection_id, methodology, matrix_version, currency, tax_percent, segment,
        total, low, high, parts, open_parts, not_priced)
      values (${estimate.id}, ${estimate.inspection_id}, ${estimate.methodology}, ${estimate.matrix_version},
        ${estimate.currency}, ${estimate.tax_percent}, ${estimate.segment}, ${total('total')}, ${total('low')},
        ${total('high')}, ${JSON.stringify(estimate.parts)}, ${JSON.stringify(estimate.open_parts)},
        ${JSON.stringify(estimate.not_priced)})
      on conflict (inspection_id, methodology) do update set matrix_version = excluded.matrix_version,
        currency = excluded.currency, tax_percent = excluded.tax_percent, segment = excluded.segment,
        total = excluded.total, low = excluded.low, high = excluded.high, parts = excluded.parts,
        open_parts = excluded.open_parts, not_priced = excluded.not_priced, created_at = clock_timestamp(),
        former_price_ids = estimates.former_price_ids || array(
          select (p ->> 'id')::uuid from jsonb_array_elements(estimates.parts) p
          where not excluded.parts @> jsonb_build_array(jsonb_build_object('id', p -> 'id')))`);
  },
});
