-- How badly the vehicle is damaged as far as one photo shows it: {state, probability, heavy}. Null until models looked.
alter table images add column vehicle_state jsonb;
