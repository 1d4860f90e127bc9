-- What was said of the wheels on each photo by the last run of wheel_analysis; the wheel that a photo is about first.
create table wheel_analyses (
  id uuid primary key,
  inspection_id uuid not null references inspections on delete cascade,
  image_id uuid not null references images on delete cascade,
  wheel_name text,
  bounding_box jsonb,
  predictions jsonb not null,
  model jsonb not null,
  created_at timestamptz not null default clock_timestamp()
);
create index on wheel_analyses (inspection_id);
create index on wheel_analyses (image_id);
