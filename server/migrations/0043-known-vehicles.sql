-- was 2bc03b3726854a609b16ff3a295711f92244451c7098d12cd135002496fdde2d: it built indexes while nobody could read the table
-- A vehicle that several inspections show, known to one organization, or to a person without one. It is recognized by
-- its VIN, else by its plate, or a person says so. It goes with the last of its inspections. The vehicles of inspections so
-- far are recognized by the hourly job: to write all of them here would hold up whoever changes one.
create table known_vehicles (
  id uuid primary key default gen_random_uuid(),
  tenant text not null,
  -- Without separators; the plate is the one that was said last.
  vin_key text,
  plate_key text,
  created_at timestamptz not null default clock_timestamp()
);
create unique index known_vehicles_vin on known_vehicles (tenant, vin_key) where vin_key is not null;
create unique index known_vehicles_plate on known_vehicles (tenant, plate_key) where vin_key is null;
create index on known_vehicles (tenant, plate_key, created_at);
create index on known_vehicles (tenant, created_at, id);
create index on known_vehicles (created_at, id);

alter table vehicles
  add column known_vehicle_id uuid references known_vehicles,
  add column known_by_person boolean not null default false;

-- next step
create index on vehicles (known_vehicle_id);

-- next step
-- Those from before; the hourly job goes through them in this order.
create index vehicles_to_recognize on vehicles (id) where known_vehicle_id is null and (plate_key <> '' or vin_key <> '');

-- next step

-- It is reached by its tenant, and by whoever reaches one of its inspections.
alter table known_vehicles enable row level security, force row level security;
create policy reach on known_vehicles using (
  case when (select current_setting('walkaround.reach')) = 'everything' then true
    when tenant = (select 'organization ' || nullif(current_setting('walkaround.organization', true), '')) then true
    when tenant = (select 'person ' || current_setting('walkaround.user', true)) then true
    else exists (select from vehicles v where v.known_vehicle_id = known_vehicles.id) end);

-- Null for what people write where they do not know it: - or / or ???
create function vehicle_key(written text) returns text language sql immutable as $$
  select nullif(translate(upper(normalize(written, NFKC)), E' \t\r\n-‐‑–—_.·•,:;/\\|+*#?!''"()[]', ''), '')
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
    -- One statement for both would have one plan for both, without an index.
    if vin is null then
      select k.id into found_id from known_vehicles k where k.tenant = whose and k.plate_key = plate
        order by k.created_at desc limit 1 for key share;
    else
      select k.id into found_id from known_vehicles k where k.tenant = whose and k.vin_key = vin for key share;
    end if;
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
  if tg_op = 'INSERT' then
    -- `on conflict do update` says here what is new only, and all of it in the update that follows.
    if exists (select from vehicles v where v.inspection_id = new.inspection_id) then
      return new;
    end if;
  -- Another detail has changed: a plate that another vehicle has by now does not take this one there.
  elsif new.known_by_person or (old.known_vehicle_id is not null
      and vehicle_key(old.details->>'vin') is not distinct from vin
      and vehicle_key(old.details->>'plate') is not distinct from plate) then
    return new;
  end if;
  if vin is null and plate is null then
    new.known_vehicle_id := null;
    return new;
  end if;
  perform set_config('walkaround.reach', 'everything', true);
  new.known_vehicle_id := known_vehicle((select tenant_of(i) from inspections i where i.id = new.inspection_id), vin, plate);
  perform set_config('walkaround.reach', reach, true);
  return new;
end $$;
create trigger know_vehicle before insert or update of details on vehicles for each row execute function know_vehicle();

-- Whoever holds the vehicle is about to show it again, or forgets it too: nobody waits here, so nobody waits in a circle.
-- What two leave at the same moment the hourly clean-up takes. Looked at again under the lock, with what was committed since.
create function forget_unused(id_of_vehicle uuid) returns boolean language plpgsql as $$
begin
  if exists (select from vehicles v where v.known_vehicle_id = id_of_vehicle) then
    return false;
  end if;
  perform from known_vehicles k where k.id = id_of_vehicle for update skip locked;
  if not found then
    return false;
  end if;
  delete from known_vehicles k where k.id = id_of_vehicle
    and not exists (select from vehicles v where v.known_vehicle_id = k.id);
  return found;
end $$;

create function forget_vehicle() returns trigger language plpgsql as $$
declare
  reach text := current_setting('walkaround.reach');
begin
  perform set_config('walkaround.reach', 'everything', true);
  perform forget_unused(old.known_vehicle_id);
  perform set_config('walkaround.reach', reach, true);
  return null;
end $$;
create trigger forget_vehicle after delete on vehicles for each row
  when (old.known_vehicle_id is not null) execute function forget_vehicle();
create trigger forget_other_vehicle after update on vehicles for each row
  when (old.known_vehicle_id is not null and old.known_vehicle_id is distinct from new.known_vehicle_id)
  execute function forget_vehicle();

-- Whoever merges two vehicles must be able to change all of their inspections, also those that the caller does not see.
create function inspections_of_vehicle(id_of_vehicle uuid) returns setof uuid language plpgsql as $$
declare
  reach text := current_setting('walkaround.reach');
begin
  perform set_config('walkaround.reach', 'everything', true);
  return query select v.inspection_id from vehicles v where v.known_vehicle_id = id_of_vehicle order by v.inspection_id;
  perform set_config('walkaround.reach', reach, true);
end $$;

-- Before the inspections of the other one are moved: by what both were recognized, the one that stays is from now on. Of
-- two plates it keeps the newer one.
create function take_keys(kept uuid, other uuid) returns void language plpgsql as $$
declare
  theirs known_vehicles;
  newest uuid := (select v.known_vehicle_id from vehicles v join inspections i on i.id = v.inspection_id
    where v.known_vehicle_id in (kept, other) order by i.created_at desc limit 1);
begin
  select * into theirs from known_vehicles k where k.id = other;
  update known_vehicles k set vin_key = null, plate_key = null where k.id = other;
  update known_vehicles k set vin_key = coalesce(k.vin_key, theirs.vin_key),
    plate_key = case when newest = other then coalesce(theirs.plate_key, k.plate_key)
      else coalesce(k.plate_key, theirs.plate_key) end
  where k.id = kept;
end $$;
