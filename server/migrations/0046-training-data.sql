-- What an organization lets its approved inspections be used for: nothing, or the training of models on its photos as
-- people see them, or also as they came.
alter table organization_settings
  add column training_use text not null default 'none'
    constraint organization_settings_training_use_known check (training_use in ('none', 'shown', 'original'));

-- Who allowed it and when has to be provable, as with the retention.
select set_config('walkaround.reach', 'everything', true);
alter table audit_log
  drop constraint audit_log_action_known,
  add constraint audit_log_action_known check (action in (
    'inspection.erased', 'retention.changed', 'originals.requested', 'training_use.changed'));
