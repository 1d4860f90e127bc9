-- Whether costs of an organization are final only once a person has approved them.
alter table organization_settings add column require_approval boolean not null default false;

-- An approval is an entry of the history, as its withdrawal is.
select set_config('walkaround.reach', 'everything', true);
alter table corrections
  drop constraint corrections_action_known,
  add constraint corrections_action_known check (action in (
    'created', 'changed', 'deleted', 'restored', 'validated', 'withdrawn'));
