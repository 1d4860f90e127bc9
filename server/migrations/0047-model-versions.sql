-- Several versions of the damage model beside the one in MODELS_DIR: which are there, which of them judges, and which
-- looks along without a word in any answer (docs/models-in-use.md).
create table model_versions (
  version text primary key,
  sha256 text not null,
  -- In the file store, where every worker finds it.
  file_key text not null,
  -- Its entry of a manifest, and what the gate said of it; null: nobody asked the gate.
  entry jsonb not null,
  gate jsonb,
  added_at timestamptz not null default clock_timestamp(),
  added_by text not null,
  -- How often it could not look along, and why last.
  failures integer not null default 0,
  last_failure text,
  last_failure_at timestamptz
);

-- Who chose which version and when: the newest that was not taken back holds.
create table model_choices (
  id bigint generated always as identity primary key,
  purpose text not null constraint model_choices_purpose_known check (purpose in ('judges', 'looks_along')),
  -- Null: for all that have no choice of their own.
  organization_id text,
  -- Null: the one in MODELS_DIR judges; nothing looks along.
  version text references model_versions,
  -- Of the inspections that it looks along at.
  share real check (share > 0 and share <= 1),
  despite_gate boolean not null default false,
  made_at timestamptz not null default clock_timestamp(),
  made_by text not null,
  undone_at timestamptz,
  undone_by text,
  check (purpose = 'judges' or organization_id is null),
  check ((share is not null) = (purpose = 'looks_along' and version is not null)),
  check ((undone_at is null) = (undone_by is null))
);
create index on model_choices (purpose, organization_id, id) where undone_at is null;
alter table model_choices enable row level security, force row level security;
-- What holds for all is known to all, and changed by the service alone.
create policy reach on model_choices using (
  case when (select current_setting('walkaround.reach')) = 'everything' then true
    when organization_id = (select current_setting('walkaround.organization', true)) then true
    else exists (select from inspections i where i.owner_id = (select current_setting('walkaround.user', true))
      and i.organization_id = model_choices.organization_id) end);
create policy of_all on model_choices for select using (
  case when (select current_setting('walkaround.reach')) = 'everything' then true else organization_id is null end);

-- What the version that looks along finds on a photo, beside what the one that judges finds there.
create table side_by_sides (
  id uuid primary key,
  image_id uuid not null references images on delete cascade,
  inspection_id uuid not null references inspections on delete cascade,
  judging text not null,
  along text not null,
  -- Each with its type, score, place, and who finds it.
  places jsonb not null,
  agreed integer not null,
  only_judging integer not null,
  only_along integer not null,
  created_at timestamptz not null default clock_timestamp(),
  unique (image_id, along, judging)
);
create index on side_by_sides (inspection_id);
create index on side_by_sides (along, judging, created_at, id);
-- Those that are looked at: where the two differ.
create index on side_by_sides (along, judging, created_at, id) where only_judging + only_along > 0;
alter table side_by_sides enable row level security, force row level security;
create policy reach on side_by_sides using (
  case when (select current_setting('walkaround.reach')) = 'everything' then true
    else (select true from inspections o where o.id = side_by_sides.inspection_id) end);

select set_config('walkaround.reach', 'everything', true);
alter table audit_log
  drop constraint audit_log_action_known,
  add constraint audit_log_action_known check (action in (
    'inspection.erased', 'retention.changed', 'originals.requested', 'training_use.changed', 'damage_model.changed'));
