-- was 588e14429615db0e98856cfb6cd3a8d7a5a0234df3089b7a47b382498ab70981: it looked at every row while nobody could read the table
-- Who of an organization has used the service, as their tokens named them: whom an inspection can be assigned to.
create table members (
  organization_id text not null,
  user_id text not null,
  name text,
  seen_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, user_id)
);
alter table members enable row level security, force row level security;
create policy reach on members using (
  case when (select current_setting('walkaround.reach')) = 'everything' then true
    when organization_id = (select current_setting('walkaround.organization', true)) then true
    else exists (select from inspections i where i.owner_id = (select current_setting('walkaround.user', true))
      and i.organization_id = members.organization_id) end);

-- What people say to each other about an inspection. A deleted one keeps its author and its times, not its text.
create table comments (
  id uuid primary key,
  inspection_id uuid not null references inspections on delete cascade,
  text text,
  created_at timestamptz not null default clock_timestamp(),
  created_by text not null,
  -- As people know each other; null where the token did not tell.
  created_by_name text,
  deleted_at timestamptz,
  check ((text is null) = (deleted_at is not null))
);
create index on comments (inspection_id, created_at, id);
alter table comments enable row level security, force row level security;
create policy reach on comments using (
  case when (select current_setting('walkaround.reach')) = 'everything' then true
    else (select true from inspections o where o.id = comments.inspection_id) end);

-- Lists that a person wants to see again.
create table saved_filters (
  id uuid primary key,
  user_id text not null,
  name text not null,
  filter jsonb not null,
  created_at timestamptz not null default clock_timestamp()
);
create index on saved_filters (user_id, created_at, id);
alter table saved_filters enable row level security, force row level security;
create policy reach on saved_filters using (
  case when (select current_setting('walkaround.reach')) = 'everything' then true
    else user_id = (select current_setting('walkaround.user', true)) end);

-- next step
alter table events
  drop constraint events_type_known,
  add constraint events_type_known check (type in (
    'inspection.created', 'inspection.updated', 'inspection.assigned', 'inspection.deleted', 'inspection.restored',
    'image.added', 'image.assessed', 'image.updated', 'image.deleted', 'task.started', 'task.progress', 'task.done',
    'task.error', 'task.validated', 'task.validation_withdrawn', 'damage.created', 'damage.deleted', 'comment.created',
    'comment.deleted', 'pdf.requested', 'pdf.ready', 'pdf.error', 'share_link.created', 'share_link.revoked')) not valid;

-- next step
select set_config('walkaround.reach', 'everything', true);
alter table events validate constraint events_type_known;
