-- was 68fa9a540674ef1be536eb37e2b9e19d4474aefe1f2458f676208cce11b62b6e: nobody could write while it filled the table
-- The words that an inspection is found by, beside plate and VIN: reference, customer, brand and model. A table of its
-- own, because under row-level security an index serves only the comparison with the beginning of a column (0018).

-- In capitals and without accents.
create function search_key(written text) returns text language sql immutable parallel safe
  return upper(regexp_replace(normalize(written, NFD), '[\u0300-\u036f]', '', 'g'));

-- Each word, and all of it without what people write in between: AB-12/34 is found by AB1234, AB, 12 and 34.
create function search_words(written text) returns setof text language sql immutable parallel safe
  begin atomic
    select word from unnest(regexp_split_to_array(search_key(written), '[^[:alnum:]]+')
      || regexp_replace(search_key(written), '[^[:alnum:]]+', '', 'g')) word where word <> '';
  end;

create table inspection_words (
  inspection_id uuid not null references inspections on delete cascade,
  -- Whether it stands on the inspection or on its vehicle, which change apart from each other.
  of_vehicle boolean not null,
  word text not null,
  -- Whose the inspection is, which never changes. Many inspections have the same word, and to look up each of them only
  -- to know who reaches it would be most of the work of a search.
  owner_id text not null,
  creator_id text not null,
  organization_id text,
  primary key (inspection_id, of_vehicle, word)
);
create index on inspection_words (word text_pattern_ops, inspection_id);

-- As that of the inspection (0018).
alter table inspection_words enable row level security, force row level security;
create policy reach on inspection_words using (
  case when (select current_setting('walkaround.reach')) = 'everything' then true
    else owner_id = (select current_setting('walkaround.user', true))
      or creator_id = (select current_setting('walkaround.user', true))
      or organization_id = (select nullif(current_setting('walkaround.organization', true), '')) end);

-- The words of these texts, in the place of those before.
create function note_words(inspection uuid, vehicle boolean, texts text[]) returns void language sql
  begin atomic
    delete from inspection_words where inspection_id = inspection and of_vehicle = vehicle;
    insert into inspection_words
      select distinct i.id, vehicle, left(word, 200), i.owner_id, i.creator_id, i.organization_id
      from inspections i, unnest(texts) written, search_words(written) word where i.id = inspection;
  end;

-- By triggers, so that a version of the service which does not know this table keeps it true as well.
create function note_words_of_inspection() returns trigger language plpgsql as $$
begin
  perform note_words(new.id, false, array[new.reference, new.customer]);
  return null;
end $$;
create trigger note_words after insert on inspections for each row
  when (new.reference is not null or new.customer is not null) execute function note_words_of_inspection();
create trigger note_changed_words after update of reference, customer on inspections for each row
  when (new.reference is distinct from old.reference or new.customer is distinct from old.customer)
  execute function note_words_of_inspection();

create function note_words_of_vehicle() returns trigger language plpgsql as $$
begin
  perform note_words(new.inspection_id, true, array[new.details->>'brand', new.details->>'model']);
  return null;
end $$;
create trigger note_words after insert on vehicles for each row
  when (new.details->>'brand' is not null or new.details->>'model' is not null)
  execute function note_words_of_vehicle();
create trigger note_changed_words after update of details on vehicles for each row
  when (new.details->>'brand' is distinct from old.details->>'brand'
    or new.details->>'model' is distinct from old.details->>'model')
  execute function note_words_of_vehicle();

-- next step
-- Those from before. Nobody waits: what somebody writes meanwhile is there already.
select set_config('walkaround.reach', 'everything', true);
insert into inspection_words
  select distinct i.id, true, left(word, 200), i.owner_id, i.creator_id, i.organization_id
  from inspections i join vehicles c on c.inspection_id = i.id,
    unnest(array[c.details->>'brand', c.details->>'model']) written, search_words(written) word
  on conflict do nothing;

-- next step
-- A vehicle that was changed while the table was filled has its new words, and may have those of before as well.
select set_config('walkaround.reach', 'everything', true);
delete from inspection_words w using vehicles c
  where w.of_vehicle and c.inspection_id = w.inspection_id and not exists (
    select from unnest(array[c.details->>'brand', c.details->>'model']) written, search_words(written) word
    where left(word, 200) = w.word);
