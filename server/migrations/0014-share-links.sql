-- Links that let people without an account see one inspection for a while.
create table share_links (
  id uuid primary key,
  inspection_id uuid not null references inspections on delete cascade,
  -- Of the secret in the link, which itself is kept nowhere.
  secret_hash text not null unique,
  costs boolean not null,
  language text not null,
  created_at timestamptz not null default clock_timestamp(),
  created_by text not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_opened_at timestamptz,
  -- Its own report, without what the link does not show.
  report_status text not null default 'requested',
  report_key text,
  report_made_at timestamptz,
  -- Of the data that it was made from, or while it is being made, that it was asked for.
  report_version text
);
create index on share_links (inspection_id, created_at);
create index on share_links (expires_at);
