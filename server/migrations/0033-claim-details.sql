-- was c74a6f88c442bfe049743a14e6047c587d33b6dd7ad6a7c6529d274de2bff094: it built indexes while nobody could read the table
-- What a claim is filed under, and who works on it.
alter table inspections
  add column reference text,
  add column customer text,
  add column date_of_loss date,
  -- The user id of somebody in the organization.
  add column assigned_to text;

-- How an inspection stands, as lists show it and sort by it. The rules that work it out are in the code
-- (inspections/standing.ts), so it is noted with every change. -1: not known; so it has its place in an order.
alter table inspections
  add column condition_score smallint not null default -1,
  add column worst_severity smallint not null default -1,
  add column cost_cents bigint not null default -1,
  add column cost_currency text,
  -- Those of before are noted by the hourly job.
  add column standing_noted boolean not null default false;
alter table inspections alter column standing_noted set default true;
-- next step
create index on inspections (id) where not standing_noted;

-- next step
-- The queue of a person.
create index on inspections (assigned_to, created_at, id) where assigned_to is not null;

-- next step
-- Lists of an organization and of a person in another order than that of time.
create index on inspections (organization_id, cost_cents, created_at, id) where deleted_at is null;
-- next step
create index on inspections (organization_id, condition_score, created_at, id) where deleted_at is null;
-- next step
create index on inspections (organization_id, worst_severity, created_at, id) where deleted_at is null;
