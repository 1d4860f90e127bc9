alter table corrections
  -- Who made it, as people know each other; null where the token did not tell.
  add column made_by_name text;
