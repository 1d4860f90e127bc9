-- Who named a part: a task that found it, as all did so far as anybody wrote down, or a person.
alter table parts add column created_by text not null default 'algo';

-- When something last happened to an inspection; null: not since its creation, or before there was this column. Events
-- tell it too, but for thirty days only.
alter table inspections add column updated_at timestamptz;
