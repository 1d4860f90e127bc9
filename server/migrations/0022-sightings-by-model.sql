-- What was seen is kept by model, not by question: a row for each model, its version, and the version of the code behind
-- it. Rows of the older form have `models` and no `model`. Those with damages stay, because a comparison with an older
-- inspection reads them; the others are looked for again. Versions that run beside this one write and read that form.
select set_config('walkaround.reach', 'everything', true);
delete from sightings where not seen ? 'damages';
alter table sightings
  drop constraint sightings_pkey,
  alter column models drop not null,
  add column model text,
  add column version text,
  add column post_processing integer,
  add constraint of_one_form check ((models is null) = (model is not null and version is not null and post_processing is not null));
create unique index on sightings (image_id, model, version, post_processing);
create unique index on sightings (image_id, models);
