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
