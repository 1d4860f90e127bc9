-- Reports: what each was made from and when, so that everybody can tell whether it still holds.
alter table reports
  -- service: made here; client: uploaded as it is.
  add column source text not null default 'service',
  add column made_at timestamptz,
  -- Of the inspection's data when the report was made; another one now means that it is stale.
  add column data_version text;

-- A report says who approved what.
alter table tasks
  add column validated_at timestamptz,
  add column validated_by text;
