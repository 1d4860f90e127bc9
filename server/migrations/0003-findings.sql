-- What models find on photos, beside what people say: who said what, how sure, and what it rests on.

alter table damages
  -- The task that found it; null: a person said so.
  add column task text,
  add column score double precision,
  add column model jsonb,
  add column evidence jsonb,
  add column deleted_by text;

alter table views
  add column task text,
  add column score double precision,
  add column model jsonb,
  add column deleted_by text;
-- A new run replaces what the last one found: without these each removal would read the whole table.
create index on views (damage_id);
create index on views (part_id);
create index on views (image_id);
create index on damage_parts (part_id);

alter table images
  add column viewpoint jsonb,
  add column has_vehicle boolean;

-- What the models saw on a photo, so that a task that is taken over or tried again goes on where it was.
-- `models` names them with their versions: another version looks for itself.
create table sightings (
  image_id uuid not null references images on delete cascade,
  models text not null,
  seen jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (image_id, models)
);

-- Pictures made from photos: with findings drawn in (of the image) or cut out (of a view).
create table rendered_outputs (
  id uuid primary key,
  inspection_id uuid not null references inspections on delete cascade,
  image_id uuid not null references images on delete cascade,
  view_id uuid references views on delete cascade,
  task text not null,
  description text not null,
  file_key text not null,
  created_at timestamptz not null default clock_timestamp()
);
create index on rendered_outputs (inspection_id);
create index on rendered_outputs (image_id);
create index on rendered_outputs (view_id);
