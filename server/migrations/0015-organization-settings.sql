-- What an organization wants by default; null: as the service is set up.
create table organization_settings (
  organization_id text primary key,
  blur_plates boolean,
  blur_faces boolean,
  language text,
  logo_key text,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by text not null
);
