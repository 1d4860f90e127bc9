-- The row of a new inspection in each of these tables is made at the commit, of all that came with it. Before, the inspection wrote it
-- and the vehicle, which comes in the same transaction, changed it: each of its indexes was written twice, and a dead row stayed behind.
create or replace function list_inspection() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  -- A plate has written its row already, and only once.
  insert into listed_plates (inspection_id, plate, created_at, owner_id, creator_id, organization_id)
    select i.id, '', i.created_at, i.owner_id, i.creator_id, i.organization_id from inspections i where i.id = new.id
    on conflict do nothing;
  insert into list_keys (inspection_id, inspection_type, reference, customer, date_of_loss, brand, model, vehicle_type, vin, contest_due,
      created_at, owner_id, creator_id, organization_id)
    select i.id, coalesce(i.inspection_type, ''), coalesce(i.reference, ''), coalesce(i.customer, ''), coalesce(i.date_of_loss, '-infinity'),
      lower(coalesce(v.details->>'brand', '')), lower(coalesce(v.details->>'model', '')), lower(coalesce(v.details->>'vehicle_type', '')),
      coalesce(v.details->>'vin', ''),
      coalesce((select min(c.decide_until) from contests c where c.inspection_id = i.id and c.state = 'open'), 'infinity'),
      i.created_at, i.owner_id, i.creator_id, i.organization_id
    from inspections i left join vehicles v on v.inspection_id = i.id where i.id = new.id;
  return null;
end $$;

-- What changes in the same transaction finds no row yet, and needs none.
create or replace function list_keys_of_inspection() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  update list_keys set inspection_type = coalesce(new.inspection_type, ''), reference = coalesce(new.reference, ''),
    customer = coalesce(new.customer, ''), date_of_loss = coalesce(new.date_of_loss, '-infinity')
  where inspection_id = new.id;
  return null;
end $$;

drop trigger list_keys on inspections;
drop trigger list_inspection on inspections;
create constraint trigger list_inspection after insert on inspections deferrable initially deferred
  for each row execute function list_inspection();
