-- needs 0018: older versions do not say for whom they act, and would find nothing.
--
-- The second lock behind the checks of the code: a connection sees and writes only what the settings of its session
-- reach (store/reach.ts). `walkaround.reach` = 'everything' is the service itself; otherwise it is a person, by
-- `walkaround.user` and `walkaround.organization`. A connection that says nothing is refused: an
-- answer of no rows would be taken for the truth, for instance by whoever removes the files of rows that are gone.
--
-- Each setting is read once per statement, as a subquery. The rules are written as `case`, whose rows the planner
-- takes for one in two: of plain comparisons it would expect next to none, and give up the indexes of the lists.

alter table inspections enable row level security, force row level security;
create policy reach on inspections using (
  case when (select current_setting('walkaround.reach')) = 'everything' then true
    else owner_id = (select current_setting('walkaround.user', true))
      or creator_id = (select current_setting('walkaround.user', true))
      or organization_id = (select nullif(current_setting('walkaround.organization', true), '')) end);

-- What belongs to an inspection is reached with it; what belongs to its members, with those.
do $$
declare
  rule record;
begin
  for rule in
    select * from (values
      ('vehicles', 'inspection_id', 'inspections'),
      ('tasks', 'inspection_id', 'inspections'),
      ('damage_areas', 'inspection_id', 'inspections'),
      ('images', 'inspection_id', 'inspections'),
      ('parts', 'inspection_id', 'inspections'),
      ('damages', 'inspection_id', 'inspections'),
      ('views', 'inspection_id', 'inspections'),
      ('severities', 'inspection_id', 'inspections'),
      ('reports', 'inspection_id', 'inspections'),
      ('events', 'inspection_id', 'inspections'),
      ('rendered_outputs', 'inspection_id', 'inspections'),
      ('wheel_analyses', 'inspection_id', 'inspections'),
      ('documents', 'inspection_id', 'inspections'),
      ('estimates', 'inspection_id', 'inspections'),
      ('prices', 'inspection_id', 'inspections'),
      ('corrections', 'inspection_id', 'inspections'),
      ('share_links', 'inspection_id', 'inspections'),
      ('image_tasks', 'task_id', 'tasks'),
      ('damage_parts', 'part_id', 'parts'),
      ('sightings', 'image_id', 'images')) rules (member, key, owner)
  loop
    execute format('alter table %I enable row level security, force row level security', rule.member);
    execute format(
      'create policy reach on %1$I using (
        case when (select current_setting(''walkaround.reach'')) = ''everything'' then true
          else (select true from %3$I o where o.id = %1$I.%2$I) end)',
      rule.member, rule.key, rule.owner);
  end loop;
end $$;

-- An organization is reached by its members, and by whoever owns an inspection in it: webhooks, prices and the
-- records of what was done follow from changes of that inspection.
do $$
declare
  member text;
begin
  foreach member in array array['webhooks', 'pricing_matrices', 'organization_settings', 'erased_usage']
  loop
    execute format('alter table %I enable row level security, force row level security', member);
    execute format(
      'create policy reach on %1$I using (
        case when (select current_setting(''walkaround.reach'')) = ''everything'' then true
          when organization_id = (select current_setting(''walkaround.organization'', true)) then true
          else exists (select from inspections i where i.owner_id = (select current_setting(''walkaround.user'', true))
            and i.organization_id = %1$I.organization_id) end)',
      member);
  end loop;
end $$;

-- These outlive their inspection.
alter table deliveries enable row level security, force row level security;
create policy reach on deliveries using (
  case when (select current_setting('walkaround.reach')) = 'everything' then true
    when organization_id = (select current_setting('walkaround.organization', true)) then true
    else (select true from inspections i where i.id = deliveries.inspection_id) end);

alter table audit_log enable row level security, force row level security;
create policy reach on audit_log using (
  case when (select current_setting('walkaround.reach')) = 'everything' then true
    when organization_id = (select current_setting('walkaround.organization', true)) then true
    else actor_id = (select current_setting('walkaround.user', true)) end);

alter table idempotency_keys enable row level security, force row level security;
create policy reach on idempotency_keys using (
  case when (select current_setting('walkaround.reach')) = 'everything' then true
    else user_id = (select current_setting('walkaround.user', true)) end);

-- Under these rules an index serves a search only through operators that tell nothing of the rows they pass over, and
-- only through columns: what 0010 and 0012 made serves no longer.
alter table vehicles
  add column plate_key text generated always as (translate(upper(details->>'plate'), ' -.·', '')) stored,
  add column vin_key text generated always as (translate(upper(details->>'vin'), ' -.·', '')) stored,
  add column vin_key_reversed text
    generated always as (reverse(translate(upper(details->>'vin'), ' -.·', ''))) stored;
create index on vehicles (plate_key text_pattern_ops);
create index on vehicles (vin_key text_pattern_ops);
create index on vehicles (vin_key_reversed text_pattern_ops);
drop index vehicles_lower_idx, vehicles_lower_idx1, vehicles_translate_idx, vehicles_translate_idx1, vehicles_reverse_idx;
