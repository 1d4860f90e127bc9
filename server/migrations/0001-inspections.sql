-- An inspection and everything that hangs on it. Times are UTC; ids are UUIDv7, so they sort by age.

create table inspections (
  id uuid primary key,
  owner_id text not null,
  creator_id text not null,
  organization_id text,
  created_at timestamptz not null default clock_timestamp(),
  deleted_at timestamptz,
  -- Derived from the tasks (see inspections/tasks.ts) and kept here, so that lists can filter by it.
  status text not null,
  inspection_type text,
  accident_nature text,
  related_inspection_id uuid references inspections,
  usage_duration double precision,
  damage_severity jsonb,
  additional_data jsonb not null default '{}'
);
-- One index per way of listing (mine, my organization's, all; with and without a status; with and without
-- the deleted ones), so that a page never costs more than the rows on it: also where, behind the last one
-- to show, there are a hundred thousand deleted ones.
create index on inspections (owner_id, created_at, id);
create index on inspections (owner_id, status, created_at, id);
create index on inspections (organization_id, created_at, id);
create index on inspections (organization_id, status, created_at, id);
create index on inspections (created_at, id);
create index on inspections (status, created_at, id);
create index on inspections (owner_id, created_at, id) where deleted_at is null;
create index on inspections (owner_id, status, created_at, id) where deleted_at is null;
create index on inspections (organization_id, created_at, id) where deleted_at is null;
create index on inspections (organization_id, status, created_at, id) where deleted_at is null;
create index on inspections (created_at, id) where deleted_at is null;
create index on inspections (status, created_at, id) where deleted_at is null;

create table vehicles (
  id uuid primary key,
  inspection_id uuid not null unique references inspections on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  details jsonb not null
);

create table tasks (
  id uuid primary key,
  inspection_id uuid not null references inspections on delete cascade,
  name text not null,
  status text not null,
  added_by_service boolean not null default false,
  arguments jsonb not null default '{}',
  callbacks jsonb not null default '[]',
  created_at timestamptz not null default clock_timestamp(),
  started_at timestamptz,
  done_at timestamptz,
  -- The run that may finish this task; a worker that was presumed dead no longer holds it.
  run_id uuid,
  progress_done integer not null default 0,
  progress_total integer not null default 0,
  error_messages jsonb not null default '[]',
  unique (inspection_id, name)
);

create table damage_areas (
  inspection_id uuid not null references inspections on delete cascade,
  id text not null,
  relevant_elements text[] not null,
  primary key (inspection_id, id)
);

create table images (
  id uuid primary key,
  inspection_id uuid not null references inspections on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  deleted_at timestamptz,
  name text,
  file_key text not null unique,
  mimetype text not null,
  binary_size bigint not null,
  width integer not null,
  height integer not null,
  rotation text not null,
  -- Same bytes for the same purpose: recognises an upload that a client re-sent after a time-out.
  fingerprint text not null,
  image_type text,
  image_subtype text,
  image_sibling_key text,
  sight_id text,
  detailed_viewpoint jsonb,
  damage_area_id text,
  additional_data jsonb not null default '{}',
  compliance jsonb,
  foreign key (inspection_id, damage_area_id) references damage_areas (inspection_id, id)
);
create index on images (inspection_id, created_at desc, id desc);

create table image_tasks (
  task_id uuid not null references tasks on delete cascade,
  image_id uuid not null references images on delete cascade,
  details jsonb not null default '{}',
  primary key (task_id, image_id)
);
create index on image_tasks (image_id);

create table parts (
  id uuid primary key,
  inspection_id uuid not null references inspections on delete cascade,
  part_type text not null,
  created_at timestamptz not null default clock_timestamp(),
  unique (inspection_id, part_type)
);

create table damages (
  id uuid primary key,
  inspection_id uuid not null references inspections on delete cascade,
  damage_type text not null,
  part_type text not null,
  created_at timestamptz not null default clock_timestamp(),
  created_by text not null,
  deleted_at timestamptz
);
create index on damages (inspection_id, created_at, id);

create table damage_parts (
  damage_id uuid not null references damages on delete cascade,
  part_id uuid not null references parts on delete cascade,
  primary key (damage_id, part_id)
);

create table views (
  id uuid primary key,
  inspection_id uuid not null references inspections on delete cascade,
  image_id uuid not null references images on delete cascade,
  damage_id uuid references damages on delete cascade,
  part_id uuid references parts on delete cascade,
  bounding_box jsonb not null,
  polygons jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  created_by text not null,
  deleted_at timestamptz
);
create index on views (inspection_id, created_at, id);

create table severities (
  id uuid primary key,
  inspection_id uuid not null references inspections on delete cascade,
  label text not null,
  level smallint,
  pricing numeric(14, 2),
  repair_operation text,
  comment text,
  related_item_type text not null,
  related_item_id uuid,
  is_user_modified boolean not null,
  created_at timestamptz not null default clock_timestamp(),
  created_by text not null,
  deleted_at timestamptz
);
create index on severities (inspection_id, created_at, id);

create table reports (
  inspection_id uuid primary key references inspections on delete cascade,
  id uuid not null unique,
  status text not null,
  options jsonb not null,
  error text,
  file_key text,
  requested_at timestamptz not null default clock_timestamp()
);
