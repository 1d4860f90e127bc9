-- What stands at the head of an organization's reports, and the clock of its people; null: nothing said.
alter table organization_settings
  add column company_name text,
  add column company_address text,
  add column company_contact text,
  add column time_zone text;
