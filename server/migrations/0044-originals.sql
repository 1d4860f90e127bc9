-- was ad771064a230fe115f5dcc27a1ce197dcdb964a31566019e578fb21213f80d6d: it looked at every row while nobody could read the table
-- An organization may keep the photos as they were received, bit for bit, for its evidence packs.
alter table organization_settings add column keep_originals boolean not null default false;

-- In which format such a photo came; null where what it takes to have it again was not kept.
alter table images add column original_format text;
alter table images add constraint images_original_format_known check (original_format in (
  'jpeg', 'png', 'webp', 'avif', 'tiff', 'heic')) not valid;

-- When a time stamp authority saw the manifest; null where none did.
alter table evidence_packs add column timestamped_at timestamptz;

-- The evidence pack of an inspection with what only a few may see: originals, metadata. It is beside the one for everybody.
create table restricted_packs (
  inspection_id uuid primary key references inspections on delete cascade,
  id uuid not null,
  status text not null constraint restricted_packs_status_known check (status in ('requested', 'ready', 'error')),
  include text[] not null,
  error text,
  file_key text,
  requested_at timestamptz not null default clock_timestamp(),
  made_at timestamptz,
  fingerprint text,
  key_id text,
  head text,
  timestamped_at timestamptz
);
alter table restricted_packs enable row level security, force row level security;
create policy reach on restricted_packs using (
  case when (select current_setting('walkaround.reach')) = 'everything' then true
    else (select true from inspections o where o.id = restricted_packs.inspection_id) end);

-- Who asked for originals has to be provable later.
select set_config('walkaround.reach', 'everything', true);
alter table audit_log drop constraint audit_log_action_known,
  add constraint audit_log_action_known check (action in (
    'inspection.erased', 'retention.changed', 'originals.requested'));

-- next step
select set_config('walkaround.reach', 'everything', true);
alter table images validate constraint images_original_format_known;
