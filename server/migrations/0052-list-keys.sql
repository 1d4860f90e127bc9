-- What lists are sorted by that does not stand on the inspection, or is not always there, beside what such a list is read by: as
-- with the plate (0049) one index then has a page in its order. A table of its own, so that the many changes of an inspection do
-- not write all of these indexes. In capitals or not is the same in brand, model and type of vehicle, which are filtered by, too.
create table list_keys (
  inspection_id uuid primary key references inspections on delete cascade,
  inspection_type text not null,
  reference text not null,
  customer text not null,
  date_of_loss date not null,
  brand text not null default '',
  model text not null default '',
  vehicle_type text not null default '',
  vin text not null default '',
  -- Until when its first open contest is to be decided.
  contest_due timestamptz not null default 'infinity',
  -- These never change.
  created_at timestamptz not null,
  owner_id text not null,
  creator_id text not null,
  organization_id text
);

-- As that of the inspection (0018).
alter table list_keys enable row level security, force row level security;
create policy reach on list_keys using (
  case when (select current_setting('walkaround.reach')) = 'everything' then true
    else owner_id = (select current_setting('walkaround.user', true))
      or creator_id = (select current_setting('walkaround.user', true))
      or organization_id = (select nullif(current_setting('walkaround.organization', true), '')) end);

-- Those without a value come first when the order is ascending.
create function list_keys_of_inspection() returns trigger language plpgsql as $$
begin
  insert into list_keys (inspection_id, inspection_type, reference, customer, date_of_loss, created_at, owner_id, creator_id, organization_id)
    values (new.id, coalesce(new.inspection_type, ''), coalesce(new.reference, ''), coalesce(new.customer, ''), coalesce(new.date_of_loss, '-infinity'),
      new.created_at, new.owner_id, new.creator_id, new.organization_id)
    on conflict (inspection_id) do update set inspection_type = excluded.inspection_type, reference = excluded.reference,
      customer = excluded.customer, date_of_loss = excluded.date_of_loss;
  return null;
end $$;
create trigger list_keys after insert on inspections for each row execute function list_keys_of_inspection();
create trigger list_changed_keys after update of inspection_type, reference, customer, date_of_loss on inspections for each row
  when ((new.inspection_type, new.reference, new.customer, new.date_of_loss)
    is distinct from (old.inspection_type, old.reference, old.customer, old.date_of_loss))
  execute function list_keys_of_inspection();

-- A plan that was made while the table was small is kept: it is to use the index.
create function list_keys_of_vehicle() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  update list_keys set brand = lower(coalesce(new.details->>'brand', '')), model = lower(coalesce(new.details->>'model', '')),
    vehicle_type = lower(coalesce(new.details->>'vehicle_type', '')), vin = coalesce(new.details->>'vin', '')
  where inspection_id = new.inspection_id;
  return null;
end $$;
create trigger list_keys after insert on vehicles for each row
  when (new.details ?| '{brand,model,vehicle_type,vin}') execute function list_keys_of_vehicle();
create trigger list_changed_keys after update of details on vehicles for each row
  when ((new.details->'brand', new.details->'model', new.details->'vehicle_type', new.details->'vin')
    is distinct from (old.details->'brand', old.details->'model', old.details->'vehicle_type', old.details->'vin'))
  execute function list_keys_of_vehicle();

create function list_keys_of_contest() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  update list_keys k set contest_due = coalesce((select min(c.decide_until) from contests c
    where c.inspection_id = k.inspection_id and c.state = 'open'), 'infinity')
  where k.inspection_id = coalesce(new.inspection_id, old.inspection_id);
  return null;
end $$;
create trigger list_keys after insert or delete or update of state, decide_until on contests for each row
  execute function list_keys_of_contest();

-- next step
-- Those from before. It locks nothing: what somebody writes meanwhile is there already.
select set_config('walkaround.reach', 'everything', true);
insert into list_keys
  select i.id, coalesce(i.inspection_type, ''), coalesce(i.reference, ''), coalesce(i.customer, ''), coalesce(i.date_of_loss, '-infinity'),
    lower(coalesce(c.details->>'brand', '')), lower(coalesce(c.details->>'model', '')), lower(coalesce(c.details->>'vehicle_type', '')),
    coalesce(c.details->>'vin', ''), coalesce(d.due, 'infinity'), i.created_at, i.owner_id, i.creator_id, i.organization_id
  from inspections i left join vehicles c on c.inspection_id = i.id
    left join (select inspection_id, min(decide_until) as due from contests where state = 'open' group by 1) d on d.inspection_id = i.id
  on conflict do nothing;

-- next step
create index on list_keys (organization_id, inspection_type, created_at, inspection_id);
create index on list_keys (owner_id, inspection_type, created_at, inspection_id);

-- next step
create index on list_keys (organization_id, reference, created_at, inspection_id);
create index on list_keys (owner_id, reference, created_at, inspection_id);

-- next step
create index on list_keys (organization_id, customer, created_at, inspection_id);
create index on list_keys (owner_id, customer, created_at, inspection_id);

-- next step
create index on list_keys (organization_id, date_of_loss, created_at, inspection_id);
create index on list_keys (owner_id, date_of_loss, created_at, inspection_id);

-- next step
create index on list_keys (organization_id, brand, created_at, inspection_id);
create index on list_keys (owner_id, brand, created_at, inspection_id);

-- next step
create index on list_keys (organization_id, model, created_at, inspection_id);
create index on list_keys (owner_id, model, created_at, inspection_id);

-- next step
create index on list_keys (organization_id, vehicle_type, created_at, inspection_id);
create index on list_keys (owner_id, vehicle_type, created_at, inspection_id);

-- next step
create index on list_keys (organization_id, vin, created_at, inspection_id);
create index on list_keys (owner_id, vin, created_at, inspection_id);

-- next step
create index on list_keys (organization_id, contest_due, created_at, inspection_id);
create index on list_keys (owner_id, contest_due, created_at, inspection_id);

-- next step
-- The lists of a person in the orders that those of an organization have had since 0033.
create index on inspections (owner_id, cost_cents, created_at, id) where deleted_at is null;

-- next step
create index on inspections (owner_id, condition_score, created_at, id) where deleted_at is null;

-- next step
create index on inspections (owner_id, worst_severity, created_at, id) where deleted_at is null;

-- next step
-- Counting reads only these: they have all that the rule of 0018 looks at.
create index inspections_counted on inspections (organization_id, status) include (owner_id, creator_id) where deleted_at is null;

-- next step
create index inspections_counted_of_owner on inspections (owner_id, status) include (organization_id, creator_id)
  where deleted_at is null;
