-- People look for a vehicle by the beginning of its plate or VIN, or by the last digits of the VIN, however these are written.
create index on vehicles (translate(upper(details->>'plate'), ' -.·', '') text_pattern_ops);
create index on vehicles (translate(upper(details->>'vin'), ' -.·', '') text_pattern_ops);
create index on vehicles (reverse(translate(upper(details->>'vin'), ' -.·', '')) text_pattern_ops);
