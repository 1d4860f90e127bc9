-- Requests of each caller in the minute under way, summed over all API processes. Rows are gone a minute after their end;
-- a crash of the database may forget them all.
create unlogged table request_counts (
  caller text primary key,
  count integer not null,
  ends_at timestamptz not null
);
