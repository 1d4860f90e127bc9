-- Inspections are looked for by what stands on the vehicle.
create index on vehicles (lower(details->>'plate'));
create index on vehicles (lower(details->>'vin'));
