-- How far the search for files that nothing refers to has come, and what it has found so far. One row.
create table file_sweep (
  one boolean primary key default true check (one),
  -- Null: it begins at the beginning.
  after_key text,
  files_removed bigint not null default 0,
  bytes_removed bigint not null default 0,
  -- When it last came to the end.
  finished_at timestamptz
);
insert into file_sweep default values;

-- Signatures are made with both while receivers change over to the new one.
alter table webhooks
  add column previous_secret text,
  add column previous_secret_until timestamptz;
