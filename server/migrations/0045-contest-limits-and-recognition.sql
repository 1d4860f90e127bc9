-- was e4ccdf9e800a68df3d54dc568706f87ae7b23ea43231f42478241f4e48e8a9e5: it looked at every row while nobody could read the table
-- Within how many days a contest is to be decided; null: there is no limit.
alter table organization_settings
  add column contest_decision_days integer check (contest_decision_days between 1 and 365);

-- Until when it is to be decided, as the organization wanted it when the contest came; whether its members were told
-- that this time is over; and that whoever contested has taken it back, which is no decision.
alter table contests
  add column decide_until timestamptz,
  add column overdue_told_at timestamptz,
  add column withdrawn_at timestamptz;
select set_config('walkaround.reach', 'everything', true);
alter table contests
  drop constraint contests_state_known,
  drop constraint contests_check,
  drop constraint contests_check1,
  drop constraint contests_check2,
  add constraint contests_state_known check (state in ('open', 'accepted', 'rejected', 'withdrawn')),
  add constraint contests_decided check (
    (state in ('accepted', 'rejected')) = (decided_at is not null and decided_by is not null and decision_reason is not null)
    and (state in ('open', 'withdrawn')) = (decided_at is null and decided_by is null and decision_reason is null)),
  add constraint contests_withdrawn check ((state = 'withdrawn') = (withdrawn_at is not null));
create index contests_to_tell on contests (decide_until) where state = 'open' and overdue_told_at is null;

-- next step
alter table events
  drop constraint events_type_known,
  add constraint events_type_known check (type in (
    'inspection.created', 'inspection.updated', 'inspection.assigned', 'inspection.deleted', 'inspection.restored',
    'image.added', 'image.assessed', 'image.updated', 'image.deleted', 'task.started', 'task.progress', 'task.done',
    'task.error', 'task.validated', 'task.validation_withdrawn', 'damage.created', 'damage.deleted', 'comment.created',
    'comment.deleted', 'pdf.requested', 'pdf.ready', 'pdf.error', 'share_link.created', 'share_link.revoked',
    'contest.opened', 'contest.decided', 'contest.withdrawn', 'contest.overdue')) not valid;

-- next step
select set_config('walkaround.reach', 'everything', true);
alter table events validate constraint events_type_known;

-- next step

-- What a person said of the vehicle of an inspection is taken back: it is recognized by its VIN, else by its plate. Null where
-- neither is known; then all stays as it is. As in 0043 it takes all inspections of the tenant.
create function recognize_again(id_of_inspection uuid) returns uuid language plpgsql as $$
declare
  reach text := current_setting('walkaround.reach');
  vin text;
  plate text;
  found_id uuid;
begin
  select vehicle_key(v.details->>'vin'), vehicle_key(v.details->>'plate') into vin, plate
    from vehicles v where v.inspection_id = id_of_inspection for update;
  if vin is null and plate is null then
    return null;
  end if;
  perform set_config('walkaround.reach', 'everything', true);
  found_id := known_vehicle((select tenant_of(i) from inspections i where i.id = id_of_inspection), vin, plate);
  perform set_config('walkaround.reach', reach, true);
  update vehicles v set known_vehicle_id = found_id, known_by_person = false where v.inspection_id = id_of_inspection;
  return found_id;
end $$;

-- next step
-- For the lists of people who see only their own: without it one of three conditions has no index, so all rows were read.
create index inspections_by_other_creator on inspections (creator_id) where creator_id <> owner_id;
