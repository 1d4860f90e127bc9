-- What reports of older apps read: the price and the operation beside a severity, and an inspection that is done.

alter table severities
  -- What the service says that the part costs, and whether it is repaired or replaced; of its own entries for parts.
  add column estimated_price numeric(14, 2),
  add column estimated_operation text;

alter table estimates
  -- The ids of the prices of parts that have nothing to repair any more: deleting one once more is no error.
  add column former_price_ids uuid[] not null default '{}';

select set_config('walkaround.reach', 'everything', true);

-- By the estimate that is shown first, as from now on.
update severities s
set estimated_price = (p ->> 'total')::numeric / 100,
  estimated_operation = case p ->> 'name' when 'replacing' then 'replace' else 'repair' end
from estimates e, jsonb_array_elements(e.parts) p
where e.inspection_id = s.inspection_id and s.created_by = 'algo' and s.related_item_type = 'part'
  and s.related_item_id = (p ->> 'part_id')::uuid
  and e.methodology = (select max(methodology) from estimates o where o.inspection_id = e.inspection_id);

-- Tasks that were never started hold back no longer what others have finished (inspections/tasks.ts).
update inspections i
set status = case when exists (select from tasks t where t.inspection_id = i.id and t.status = 'DONE'
    and not t.added_by_service) then 'DONE' else 'VALIDATED' end
where i.status = 'NOT_STARTED'
  and exists (select from tasks t where t.inspection_id = i.id and t.status in ('DONE', 'VALIDATED')
    and not t.added_by_service
    and t.name in ('damage_detection', 'wheel_analysis', 'images_ocr', 'odometer', 'dashboard_ocr', 'warning_lights',
      'image_editing'));
