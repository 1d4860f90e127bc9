-- The plates of the inspections from before 0049. It locks nothing: what somebody writes meanwhile is there already, or is
-- written over this by the trigger.
select set_config('walkaround.reach', 'everything', true);
insert into listed_plates (inspection_id, plate, created_at, owner_id, creator_id, organization_id)
  select i.id, coalesce(c.details->>'plate', ''), i.created_at, i.owner_id, i.creator_id, i.organization_id
  from inspections i left join vehicles c on c.inspection_id = i.id
  on conflict do nothing;
