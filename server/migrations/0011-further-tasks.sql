-- What the odometer on an image says; null until somebody looked.
alter table images add column odometer jsonb;

-- Which task read a document: another run of it replaces the document, a run of another one does not.
alter table documents add column task text not null default 'images_ocr';
alter table documents alter column task drop default;

-- The inspections in which a task waits, for a person above all.
create index on tasks (name, status, inspection_id);
