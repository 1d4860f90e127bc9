-- was 75ecc7fdeb8888d83d2b2d8d8726b11de29973acad64f6de88ff5e46512663ae: it built indexes while nobody could read the table
-- The events of an inspection form a chain: each has the hash of the one before, so that a change, a removal or an
-- insertion is seen. Progress is no part of it. Events of before this migration have no number.
alter table events
  add column number integer,
  add column previous text,
  add column hash text;

-- next step
create index on events (created_at) where number is null;

-- next step

-- The end of each chain. Whoever adds an event holds the row until the end of the transaction.
create table event_chains (
  inspection_id uuid primary key references inspections on delete cascade,
  number integer not null,
  head text not null
);
alter table event_chains enable row level security, force row level security;
create policy reach on event_chains using (
  case when (select current_setting('walkaround.reach')) = 'everything' then true
    else (select true from inspections o where o.id = event_chains.inspection_id) end);

-- An event as one line of JSON: what its hash is made of. jsonb writes the same content always in the same way.
create function event_line(e events) returns text language sql stable as $$
  select jsonb_build_object('inspection_id', e.inspection_id, 'number', e.number, 'previous', e.previous, 'type', e.type,
    'at', to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'data', e.data)::text
$$;

create function chain_event() returns trigger language plpgsql as $$
begin
  insert into event_chains as c (inspection_id, number, head) values (new.inspection_id, 1, repeat('0', 64))
    on conflict (inspection_id) do update set number = c.number + 1
    returning c.number, c.head into new.number, new.previous;
  -- Not before the row is held: times follow the order of the chain, unless the clock is set back.
  new.created_at := clock_timestamp();
  new.hash := encode(sha256(convert_to(event_line(new), 'UTF8')), 'hex');
  update event_chains set head = new.hash where inspection_id = new.inspection_id;
  return new;
end $$;
create trigger chain_event before insert on events for each row when (new.type <> 'task.progress')
  execute function chain_event();

-- Of the bytes as a client sent them; null for photos of before this migration.
alter table images add column received_sha256 text;

-- The evidence pack of an inspection.
create table evidence_packs (
  inspection_id uuid primary key references inspections on delete cascade,
  id uuid not null,
  status text not null constraint evidence_packs_status_known check (status in ('requested', 'ready', 'error')),
  error text,
  -- While another one is being made, that of the last.
  file_key text,
  requested_at timestamptz not null default clock_timestamp(),
  made_at timestamptz,
  fingerprint text,
  key_id text,
  -- The end of the chain when the pack was made; another one now means that something happened since.
  head text
);
alter table evidence_packs enable row level security, force row level security;
create policy reach on evidence_packs using (
  case when (select current_setting('walkaround.reach')) = 'everything' then true
    else (select true from inspections o where o.id = evidence_packs.inspection_id) end);

-- The public keys of all processes that sign packs. They are published and never removed: packs are verified for years.
create table evidence_keys (
  key_id text primary key,
  public_key jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  retired_at timestamptz
);
