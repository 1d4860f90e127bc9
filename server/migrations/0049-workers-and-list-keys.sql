-- What each worker last said of itself. An api tells it in its health: it has no models of its own, and does not know
-- whether a worker runs. A crash of the database may forget them all; each says it again within half a minute.
create unlogged table workers (
  id uuid primary key,
  seen_at timestamptz not null,
  -- By name: missing, damaged or unusable.
  models jsonb not null,
  -- Sentences for the operator.
  notes text[] not null
);
