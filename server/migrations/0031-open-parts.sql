-- Parts of which only the family is known have a cost too: a left and a right door cost the same.
alter table estimates add column open_parts jsonb not null default '[]';
