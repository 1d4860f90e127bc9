-- What models found and are not sure enough of to call it a damage: for a person to confirm or to dismiss.

create table suspicions (
  id uuid primary key,
  inspection_id uuid not null references inspections on delete cascade,
  -- The task that found it.
  task text not null,
  damage_type text not null,
  -- Null: on no part that is known.
  part_type text,
  score double precision not null check (score between 0 and 1),
  model jsonb not null,
  state text not null default 'open' constraint suspicions_state_known check (state in ('open', 'confirmed', 'dismissed')),
  -- The damage that a person made of it. It stays here when that is taken back, so that it can be brought back.
  damage_id uuid references damages on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  decided_at timestamptz,
  decided_by text,
  check ((state = 'open') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
  check (state <> 'confirmed' or damage_id is not null)
);
create index on suspicions (inspection_id);
create index on suspicions (damage_id);

-- Where it is seen.
create table suspicion_views (
  id uuid primary key,
  suspicion_id uuid not null references suspicions on delete cascade,
  image_id uuid not null references images on delete cascade,
  bounding_box jsonb not null,
  polygons jsonb not null,
  score double precision not null check (score between 0 and 1)
);
create index on suspicion_views (suspicion_id);
create index on suspicion_views (image_id);

do $$
declare
  rule record;
begin
  -- The same words as those of a damage.
  for rule in select conname, pg_get_constraintdef(oid) as words from pg_constraint
    where conname in ('damages_damage_type_known', 'damages_part_type_known')
  loop
    execute format('alter table suspicions add constraint %I %s', replace(rule.conname, 'damages', 'suspicions'), rule.words);
  end loop;
  -- Reached with what it belongs to, as in 0018.
  for rule in
    select * from (values ('suspicions', 'inspection_id', 'inspections'), ('suspicion_views', 'suspicion_id', 'suspicions'))
      rules (member, key, owner)
  loop
    execute format('alter table %I enable row level security, force row level security', rule.member);
    execute format(
      'create policy reach on %1$I using (
        case when (select current_setting(''walkaround.reach'')) = ''everything'' then true
          else (select true from %3$I o where o.id = %1$I.%2$I) end)',
      rule.member, rule.key, rule.owner);
  end loop;
end $$;
