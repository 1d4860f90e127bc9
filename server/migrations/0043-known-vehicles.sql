-- A vehicle that several inspections show, known to one organization, or to a person without one. It is recognized by
-- its VIN, else by its plate, or a person says so. It goes with the last of its inspections.
create table known_vehicles (
  id uuid primary key default gen_random_uuid(),
  tenant text not null,
  -- Without separators; the plate is that of the newest inspection.
  vin_key text,
  plate_key text,
  created_at timestamptz not null default clock_timestamp()
);
create unique index known_vehicles_vin on known_vehicles (tenant, vin_key) where vin_key is not null;
create unique index known_vehicles_plate on known_vehicles (tenant, plate_key) where vin_key is null;
create index on known_vehicles (tenant, plate_key text_pattern_ops);
create index on known_vehicles (tenant, created_at, id);

alter table vehicles
  add column known_vehicle_id uuid references known_vehicles,
  add column known_by_person boolean not null default false;
create index on vehicles (known_vehicle_id);

-- It is reached by its tenant, and by whoever reaches one of its inspections.
alter table known_vehicles enable row level security, force row level security;
create policy reach on known_vehicles using (
  case when (select current_setting('walkaround.reach')) = 'everything' then true
    when tenant = (select 'organization ' || nullif(current_setting('walkaround.organization', true), '')) then true
    when tenant = (select 'person ' || current_setting('walkaround.user', true)) then true
    else exists (select from vehicles v where v.known_vehicle_id = known_vehicles.id) end);

create function vehicle_key(written text) returns text language sql immutable as $$
  select nullif(translate(upper(written), ' -.·', ''), '')
$$;

create function tenant_of(i inspections) returns text language sql immutable as $$
  select case when i.organization_id is null then 'person ' || i.owner_id else 'organization ' || i.organization_id end
$$;

-- The vehicle with this VIN, else with this plate; one is made where there is none. A row that is being forgotten is
-- waited for, and then no longer found.
create function known_vehicle(whose text, vin text, plate text) returns uuid language plpgsql as $$
declare
  found_id uuid;
begin
  for attempt in 1..3 loop
    select k.id into found_id from known_vehicles k
      where k.tenant = whose and case when vin is null then k.plate_key = plate else k.vin_key = vin end
      order by k.created_at desc limit 1 for key share;
    if found_id is null and vin is not null then
      begin
        update known_vehicles k set vin_key = vin where k.tenant = whose and k.plate_key = plate and k.vin_key is null
          returning k.id into found_id;
      exception when unique_violation then continue; -- Another transaction has just made one with this VIN.
      end;
    end if;
    if found_id is null then
      insert into known_vehicles as k (tenant, vin_key, plate_key) values (whose, vin, plate)
        on conflict do nothing returning k.id into found_id;
    end if;
    exit when found_id is not null;
  end loop;
  update known_vehicles k set plate_key = plate
    where k.id = found_id and k.plate_key is distinct from plate and plate is not null;
  return found_id;
end $$;

-- Whoever changes a vehicle may not reach all of its tenant's inspections; recognizing and forgetting it takes all of
-- them, so for that long the rules of 0018 are those of the service itself.
create function know_vehicle() returns trigger language plpgsql as $$
declare
  reach text := current_setting('walkaround.reach');
  vin text := vehicle_key(new.details->>'vin');
  plate text := vehicle_key(new.details->>'plate');
begin
  if new.known_by_person then
    return new;
  elsif vin is null and plate is null then
    new.known_vehicle_id := null;
    return new;
  end if;
  perform set_config('walkaround.reach', 'everything', true);
  new.known_vehicle_id := known_vehicle((select tenant_of(i) from inspections i where i.id = new.inspection_id), vin, plate);
  perform set_config('walkaround.reach', reach, true);
  return new;
end $$;
create trigger know_vehicle before insert or update of details on vehicles for each row execute function know_vehicle();

create function forget_vehicle() returns trigger language plpgsql as $$
declare
  reach text := current_setting('walkaround.reach');
begin
  perform set_config('walkaround.reach', 'everything', true);
  delete from known_vehicles k where k.id in (
    select o.id from known_vehicles o where o.id = old.known_vehicle_id
      and not exists (select from vehicles v where v.known_vehicle_id = o.id)
    for update skip locked);
  perform set_config('walkaround.reach', reach, true);
  return null;
end $$;
create trigger forget_vehicle after delete on vehicles for each row
  when (old.known_vehicle_id is not null) execute function forget_vehicle();
create trigger forget_other_vehicle after update on vehicles for each row
  when (old.known_vehicle_id is not null and old.known_vehicle_id is distinct from new.known_vehicle_id)
  execute function forget_vehicle();

-- The vehicles of all inspections so far.
insert into known_vehicles (tenant, vin_key, plate_key, created_at)
select distinct on (tenant_of(i), v.vin_key) tenant_of(i), v.vin_key, nullif(v.plate_key, ''), v.created_at
from vehicles v join inspections i on i.id = v.inspection_id
where v.vin_key <> '' order by tenant_of(i), v.vin_key, v.created_at desc;

insert into known_vehicles (tenant, plate_key, created_at)
select distinct on (tenant_of(i), v.plate_key) tenant_of(i), v.plate_key, v.created_at
from vehicles v join inspections i on i.id = v.inspection_id
where coalesce(v.vin_key, '') = '' and v.plate_key <> ''
  and not exists (select from known_vehicles k where k.tenant = tenant_of(i) and k.plate_key = v.plate_key)
order by tenant_of(i), v.plate_key, v.created_at desc;

update vehicles v set known_vehicle_id = (
  select k.id from known_vehicles k where k.tenant = tenant_of(i)
    and case when coalesce(v.vin_key, '') = '' then k.plate_key = v.plate_key else k.vin_key = v.vin_key end
  order by k.created_at desc limit 1)
from inspections i where i.id = v.inspection_id and (v.vin_key <> '' or v.plate_key <> '');
