-- Which checks a client asked for when it sent the photo; null: all of them.
alter table images add column compliance_checks text[];
