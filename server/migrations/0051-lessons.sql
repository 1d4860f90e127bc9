-- What a review of an inspection would teach: a number that lists are sorted by, and why. The rules are in the code
-- (inspections/training/lesson.ts); a job notes it after every change of findings.
alter table inspections
  add column learning_value smallint not null default 0,
  add column learning_reasons jsonb not null default '[]',
  -- Those of before are noted by the hourly job.
  add column lesson_noted boolean not null default false;
alter table inspections alter column lesson_noted set default true;

-- next step
create index on inspections (id) where not lesson_noted;

-- next step
create index on inspections (organization_id, learning_value, created_at, id) where deleted_at is null;

-- next step
create index on inspections (owner_id, learning_value, created_at, id) where deleted_at is null;

-- next step
-- What an organization has to learn from so far, and how long its reviews take, as counted last.
create table labels_so_far (
  organization_id text primary key,
  -- By type of damage.
  labels jsonb not null,
  -- How many reviews were timed, and what the middle one took.
  reviews_timed integer not null,
  review_seconds real,
  counted_at timestamptz not null default clock_timestamp()
);
alter table labels_so_far enable row level security, force row level security;
create policy reach on labels_so_far using (
  case when (select current_setting('walkaround.reach')) = 'everything' then true
    when organization_id = (select current_setting('walkaround.organization', true)) then true
    else exists (select from inspections i where i.owner_id = (select current_setting('walkaround.user', true))
      and i.organization_id = labels_so_far.organization_id) end);
