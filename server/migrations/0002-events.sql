-- What happened, who is told of it, and what must not happen twice.

create table events (
  id bigint generated always as identity primary key,
  inspection_id uuid not null references inspections on delete cascade,
  organization_id text,
  type text not null,
  data jsonb not null,
  created_at timestamptz not null default clock_timestamp()
);
create index on events (inspection_id, id);
create index on events (created_at);

create table webhooks (
  id uuid primary key,
  organization_id text not null,
  url text not null,
  secret text not null,
  event_types text[] not null,
  description text,
  active boolean not null default true,
  created_at timestamptz not null default clock_timestamp()
);
create index on webhooks (organization_id, created_at, id);

create table deliveries (
  id uuid primary key,
  kind text not null,
  webhook_id uuid references webhooks on delete set null,
  inspection_id uuid references inspections on delete cascade,
  organization_id text,
  event_type text not null,
  url text not null,
  headers jsonb not null default '{}',
  payload jsonb not null,
  status text not null default 'pending',
  attempts jsonb not null default '[]',
  created_at timestamptz not null default clock_timestamp(),
  delivered_at timestamptz
);
create index on deliveries (webhook_id, created_at desc, id desc);
create index on deliveries (inspection_id, created_at desc, id desc);

create table idempotency_keys (
  user_id text not null,
  key text not null,
  request_hash text not null,
  status smallint,
  body jsonb,
  created_at timestamptz not null default clock_timestamp(),
  primary key (user_id, key)
);
create index on idempotency_keys (created_at);

-- Secrets that every process of the installation shares, made once by whichever starts first.
create table shared_secrets (
  name text primary key,
  value text not null,
  created_at timestamptz not null default clock_timestamp()
);
