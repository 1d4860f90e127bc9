-- Who said that a damage which a model found is there; null: nobody yet.
alter table damages add column confirmed_by text;
