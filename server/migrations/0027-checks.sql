-- What is to be said about the photos of an inspection as a whole, made anew whenever a task that looks at them ends.
alter table inspections add column checks jsonb not null default '[]';

-- When a photo was taken, by the clock of its camera: often without a time zone, so it is no timestamptz.
alter table images add column taken_at text;

-- With which price matrix the price beside a severity was made; 0: the default of the service, whose prices are examples.
alter table severities add column estimated_with integer;
select set_config('walkaround.reach', 'everything', true);
update severities s
set estimated_with = coalesce(
  (select e.matrix_version from estimates e where e.inspection_id = s.inspection_id order by e.methodology desc limit 1),
  (select max(m.version) from pricing_matrices m where m.organization_id = i.organization_id),
  0)
from inspections i
where i.id = s.inspection_id and s.estimated_price is not null;
