-- What was seen is kept by model, not by question: a row for each model, its version, and the version of the code behind
-- it. What older versions kept goes (it is looked for again); what they still write has no `model`, and theirs alone
-- read it.
delete from sightings;
alter table sightings
  drop constraint sightings_pkey,
  alter column models drop not null,
  add column model text,
  add column version text,
  add column post_processing integer,
  add constraint of_one_form check ((models is null) = (model is not null and version is not null and post_processing is not null));
create unique index on sightings (image_id, model, version, post_processing);
