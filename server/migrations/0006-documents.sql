-- What was read on photos: numbers and papers, with what they say, where that stands and how sure it is.
create table documents (
  id uuid primary key,
  inspection_id uuid not null references inspections on delete cascade,
  type text not null,
  -- The client's own number for it.
  document_id double precision,
  confidence double precision not null,
  fields jsonb not null,
  evidence jsonb not null,
  model jsonb not null,
  created_at timestamptz not null default clock_timestamp()
);
create index on documents (inspection_id, created_at, id);

-- Which details were read, and from which document; null: a person has had their word on it since.
alter table vehicles add column read_from jsonb not null default '{}';
