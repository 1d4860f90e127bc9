-- What is blurred on everything that is shown of an inspection.
alter table inspections
  add column privacy jsonb not null default '{"blur_plates": false, "blur_faces": false}';

alter table images
  -- The picture to show instead of the photo; null: the photo itself.
  add column shown_key text,
  -- Why that picture could not be made.
  add column blur_problem text;
