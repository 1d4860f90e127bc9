-- needs 0038: a version between the two could no longer correct a reading, and none was released
-- Where on a photo the corrected wheel or document is, so that one of several is meant: IMAGE X Y. Empty: all of the subject.
alter table stated_readings
  add column place text not null default '',
  drop constraint stated_readings_pkey,
  add primary key (inspection_id, subject, place, field);
