-- How bad damages are and what their repair costs: what the service works out, and what people say over it.

alter table damages
  -- Its length with the range it lies in: {value, min, max}.
  add column size_cm jsonb;

alter table severities
  -- Why this level: a code and the numbers behind it; null where a person said it.
  add column reason jsonb,
  add column deleted_by text;
-- What the service says itself: one for each damage and part, replaced whenever what it rests on changes.
create unique index on severities (inspection_id, related_item_id)
  where not is_user_modified and deleted_at is null;

-- Versions are never changed: an estimate names the one it was made with.
create table pricing_matrices (
  organization_id text not null,
  version integer not null,
  matrix jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  created_by text not null,
  primary key (organization_id, version)
);

-- One for each way of pricing. `parts` holds the lines, in whole cents and hundredths of hours.
create table estimates (
  id uuid not null unique,
  inspection_id uuid not null references inspections on delete cascade,
  methodology text not null,
  -- Of the inspection's organization; 0: the default of the service.
  matrix_version integer not null,
  currency text not null,
  tax_percent numeric(5, 2) not null,
  segment text not null,
  total numeric(14, 2) not null,
  low numeric(14, 2) not null,
  high numeric(14, 2) not null,
  parts jsonb not null,
  not_priced jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (inspection_id, methodology)
);

-- What people say something costs, over what was estimated.
create table prices (
  id uuid primary key,
  inspection_id uuid not null references inspections on delete cascade,
  related_item_type text not null,
  -- Null: the whole vehicle.
  part_id uuid references parts on delete cascade,
  -- Null: it is not to be counted at all.
  pricing numeric(14, 2),
  created_at timestamptz not null default clock_timestamp(),
  created_by text not null,
  deleted_at timestamptz
);
create unique index on prices (inspection_id, part_id) nulls not distinct where deleted_at is null;

-- Who changed which severity or price, from what to what.
create table corrections (
  id bigint generated always as identity primary key,
  inspection_id uuid not null references inspections on delete cascade,
  item_id uuid not null,
  -- Null: of the whole vehicle.
  part_type text,
  action text not null,
  before jsonb,
  after jsonb,
  made_at timestamptz not null default clock_timestamp(),
  made_by text not null
);
create index on corrections (inspection_id, item_id, id);
