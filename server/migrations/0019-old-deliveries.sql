-- Every hour those that were long since told are removed: without this the whole table is read for it.
create index on deliveries (created_at) where status <> 'pending';
