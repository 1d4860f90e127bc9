-- was 294edfdde1206e5dd848b1b19f6392774557b88a94b3ec25789ceec0db3d15d8: it looked at every row while nobody could read the table
-- Until when whoever has a link may contest findings; null: the link does not allow it.
alter table share_links add column contest_until timestamptz;

-- For how many days a link that allows it can be used to contest; null: as the service has it.
alter table organization_settings add column contest_days integer check (contest_days between 1 and 365);

-- What somebody without an account says against a finding, and what a person of the organization decided about it.
create table contests (
  id uuid primary key,
  inspection_id uuid not null references inspections on delete cascade,
  damage_id uuid not null references damages on delete cascade,
  -- Links are forgotten a month after their end; what was said through them is not.
  share_link_id uuid references share_links on delete set null,
  reason text not null constraint contests_reason_known check (reason in (
    'was_there_before', 'not_a_damage', 'not_my_vehicle', 'other')),
  text text not null check (length(text) <= 2000),
  -- Files of the inspection that are no images of it: no model ever looks for damages on them.
  photos jsonb not null,
  -- Of all that was said and sent: the same again is the same contest.
  fingerprint text not null,
  state text not null default 'open' constraint contests_state_known check (state in ('open', 'accepted', 'rejected')),
  created_at timestamptz not null default clock_timestamp(),
  decided_at timestamptz,
  decided_by text,
  decided_by_name text,
  decision_reason text check (length(decision_reason) <= 2000),
  damage_removed boolean not null default false,
  check ((state = 'open') = (decided_at is null)),
  check ((state = 'open') = (decided_by is null)),
  check ((state = 'open') = (decision_reason is null))
);
create index on contests (inspection_id, created_at, id);
create index on contests (inspection_id) where state = 'open';
create index on contests (damage_id);
create unique index on contests (share_link_id, fingerprint);
create unique index on contests (share_link_id, damage_id) where state = 'open';
alter table contests enable row level security, force row level security;
create policy reach on contests using (
  case when (select current_setting('walkaround.reach')) = 'everything' then true
    else (select true from inspections o where o.id = contests.inspection_id) end);

-- next step
alter table events
  drop constraint events_type_known,
  add constraint events_type_known check (type in (
    'inspection.created', 'inspection.updated', 'inspection.assigned', 'inspection.deleted', 'inspection.restored',
    'image.added', 'image.assessed', 'image.updated', 'image.deleted', 'task.started', 'task.progress', 'task.done',
    'task.error', 'task.validated', 'task.validation_withdrawn', 'damage.created', 'damage.deleted', 'comment.created',
    'comment.deleted', 'pdf.requested', 'pdf.ready', 'pdf.error', 'share_link.created', 'share_link.revoked',
    'contest.opened', 'contest.decided')) not valid;

-- next step
select set_config('walkaround.reach', 'everything', true);
alter table events validate constraint events_type_known;
