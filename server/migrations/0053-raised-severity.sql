-- Whether the worst severity of an inspection is that of a part with many damages, which count one level more.
alter table inspections add column worst_severity_raised boolean not null default false;
