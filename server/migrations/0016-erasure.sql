-- Inspections can be erased for good: on request, or when they are older than their organization keeps them.
alter table inspections
  drop constraint inspections_related_inspection_id_fkey,
  add foreign key (related_inspection_id) references inspections on delete set null;
-- Without these each erasure would read whole tables.
create index on inspections (related_inspection_id) where related_inspection_id is not null;
create index on prices (inspection_id);
create index on prices (part_id);
create index on idempotency_keys ((coalesce(body->>'inspection_id', body->>'id')));

alter table organization_settings
  -- Null: inspections are kept until somebody erases them.
  add column retention_days integer;

-- What has to be proven later. It names no vehicle and nobody but who acted, and outlives what it tells of.
create table audit_log (
  id uuid primary key,
  organization_id text,
  action text not null,
  -- Null: the service itself, as it was told by the settings of the organization.
  actor_id text,
  inspection_id uuid,
  details jsonb not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  -- Null while there is something left to do.
  completed_at timestamptz
);
create index on audit_log (organization_id, created_at, id);
create unique index on audit_log (inspection_id) where action = 'inspection.erased';
create index on audit_log (created_at) where completed_at is null;

-- What was used by inspections that are erased, by the month in which they were created.
create table erased_usage (
  organization_id text not null,
  month date not null,
  inspections bigint not null,
  images bigint not null,
  -- How many of each name.
  tasks jsonb not null,
  primary key (organization_id, month)
);
