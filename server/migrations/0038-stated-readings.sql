-- What a person says that a damage measures; null: nobody did, and the photos tell.
alter table damages add column stated_size_cm double precision check (stated_size_cm > 0);

-- What a person says over what was seen of a wheel or read on photos. It is kept beside that, so that a new run does not
-- lose it and taking it back shows again what the service said.
create table stated_readings (
  inspection_id uuid not null references inspections on delete cascade,
  -- The name of the wheel, or the type of the document.
  subject text not null,
  field text not null,
  value jsonb not null,
  made_by text not null,
  made_at timestamptz not null default clock_timestamp(),
  primary key (inspection_id, subject, field)
);

-- Reached with what it belongs to, as in 0018.
alter table stated_readings enable row level security, force row level security;
create policy reach on stated_readings using (
  case when (select current_setting('walkaround.reach')) = 'everything' then true
    else (select true from inspections o where o.id = stated_readings.inspection_id) end);
