-- What each worker last said of itself. An api tells it in its health: it has no models of its own, and does not know
-- whether a worker runs. A crash of the database may forget them all; each says it again within seconds.
create unlogged table workers (
  id uuid primary key,
  host text not null,
  pid integer not null,
  seen_at timestamptz not null,
  -- In order; one that was killed is only silent.
  has_ended boolean not null default false,
  -- By name: missing, damaged or unusable.
  models jsonb not null,
  -- Sentences for the operator.
  notes text[] not null,
  -- Versions of the damage model that it has open, and why one that is in use cannot be opened there.
  loaded text[] not null,
  problem text
);

-- What lists are sorted by that does not stand on the inspection: the plate of its vehicle, beside what such a list is read by.
-- A table of its own, because to write all inspections anew for one more column would hold up whoever changes one. Those of
-- before are filled in by 0050, which needs no lock: from here on the triggers keep what changes meanwhile.
create table listed_plates (
  inspection_id uuid primary key references inspections on delete cascade,
  plate text not null,
  -- These never change.
  created_at timestamptz not null,
  owner_id text not null,
  creator_id text not null,
  organization_id text
);
create index on listed_plates (organization_id, plate, created_at, inspection_id);
create index on listed_plates (owner_id, plate, created_at, inspection_id);

-- As that of the inspection (0018).
alter table listed_plates enable row level security, force row level security;
create policy reach on listed_plates using (
  case when (select current_setting('walkaround.reach')) = 'everything' then true
    else owner_id = (select current_setting('walkaround.user', true))
      or creator_id = (select current_setting('walkaround.user', true))
      or organization_id = (select nullif(current_setting('walkaround.organization', true), '')) end);

create function list_plate(id_of_inspection uuid, written text) returns void language sql
  begin atomic
    insert into listed_plates (inspection_id, plate, created_at, owner_id, creator_id, organization_id)
      select i.id, coalesce(written, ''), i.created_at, i.owner_id, i.creator_id, i.organization_id
      from inspections i where i.id = id_of_inspection
    on conflict (inspection_id) do update set plate = excluded.plate;
  end;

create function list_inspection() returns trigger language plpgsql as $$
begin
  insert into listed_plates values (new.id, '', new.created_at, new.owner_id, new.creator_id, new.organization_id)
    on conflict do nothing;
  return null;
end $$;
create trigger list_inspection after insert on inspections for each row execute function list_inspection();

create function list_plate_of_vehicle() returns trigger language plpgsql as $$
begin
  perform list_plate(new.inspection_id, new.details->>'plate');
  return null;
end $$;
create trigger list_plate after insert on vehicles for each row
  when (new.details->>'plate' is not null) execute function list_plate_of_vehicle();
create trigger list_changed_plate after update of details on vehicles for each row
  when (new.details->>'plate' is distinct from old.details->>'plate') execute function list_plate_of_vehicle();
