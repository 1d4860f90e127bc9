/** For tests of lists: many inspections of one organization, a third of them of one person, and some of somebody else. */
import type pg from 'pg';
import { withoutIndexes } from '../../../../bench/without-indexes.ts';

export const ANNA = { user_id: 'anna', organization_id: 'acme' };

/** The triggers would write these one by one. */
const WITHOUT_TRIGGERS = ['inspections', 'vehicles', 'contests'];

const ROWS = [
  `insert into inspections (id, owner_id, creator_id, organization_id, created_at, deleted_at, updated_at, status, inspection_type,
     reference, customer, date_of_loss, assigned_to, condition_score, worst_severity, cost_cents)
   select uuidv7(-age), person, person, case when n % 11 = 0 then 'other' else 'acme' end, now() - age,
     case when n % 20 = 7 then now() end, now() - age * random(),
     (array['NOT_STARTED', 'IN_PROGRESS', 'DONE', 'DONE', 'DONE', 'VALIDATED', 'ERROR'])[1 + n % 7],
     (array['claim', 'check_in', 'check_out', null])[1 + n % 4], case when n % 10 > 0 then 'CLM-' || substr(md5(n::text), 1, 7) end,
     case when n % 10 > 0 then (array['Anna', 'Bert', 'Carla', 'Dora'])[1 + n % 4] || ' ' || substr(md5('c' || n), 1, 5) end,
     case when n % 3 > 0 then current_date - n % 700 end, case when n % 5 = 0 then 'person' || n % 40 end,
     n % 101, n % 5, n::bigint * 7919 % 1000000
   from generate_series(1, $1::int) n, lateral (select n * interval '1 minute' as age,
     case when n % 3 = 0 then 'anna' else 'person' || n % 40 end as person) p`,
  `insert into vehicles (id, inspection_id, details)
   select id, id, jsonb_build_object('plate', upper(substr(md5(id::text), 1, 7)), 'vin', 'VF' || upper(substr(md5('v' || id), 1, 15)),
     'brand', (array['Renault', 'Peugeot', 'Fiat', 'Volkswagen', 'Toyota'])[1 + n % 5], 'model', 'M' || n % 60,
     'vehicle_type', (array['car', 'van', 'truck'])[1 + n % 3])
   from (select id, row_number() over (order by created_at) as n from inspections) i`,
  `update vehicles set details = details || '{"brand": "Lada", "model": "Niva", "vehicle_type": "pickup"}'
   where id in (select id from inspections order by created_at limit 40)`,
  `insert into inspection_words
   select distinct i.id, true, word, i.owner_id, i.creator_id, i.organization_id from inspections i join vehicles c on c.inspection_id = i.id,
     unnest(array[upper(c.details->>'brand'), upper(c.details->>'model')]) word`,
  `insert into tasks (id, inspection_id, name, status, callbacks) select id, id, 'damage_detection', status, '[]' from inspections`,
  `insert into damages (id, inspection_id, damage_type, part_type, created_by)
   select id, id, 'dent', 'hood', 'service' from (select id from inspections order by created_at desc limit 20000) i`,
  `insert into contests (id, inspection_id, damage_id, reason, text, photos, fingerprint, decide_until)
   select id, id, id, 'other', '', '[]', id::text, now() + random() * interval '9 days'
   from (select id from damages order by id limit 500) d`,
];

export const fillLargeLists = async (pool: pg.Pool, rows: number) => {
  const client = await pool.connect();
  try {
    for (const table of WITHOUT_TRIGGERS) await client.query(`alter table ${table} disable trigger user`);
    await withoutIndexes(client, async () => {
      for (const statement of ROWS) await client.query(statement, statement.includes('$1') ? [rows] : []);
      for (const statement of LISTED) await client.query(statement);
    });
    for (const table of WITHOUT_TRIGGERS) await client.query(`alter table ${table} enable trigger user`);
    await client.query('vacuum analyze');
  } finally {
    client.release(true);
  }
};

/** As the migrations fill these tables. */
const LISTED = [
  `insert into listed_plates (inspection_id, plate, created_at, owner_id, creator_id, organization_id)
   select i.id, coalesce(c.details->>'plate', ''), i.created_at, i.owner_id, i.creator_id, i.organization_id
   from inspections i left join vehicles c on c.inspection_id = i.id`,
  `insert into list_keys
   select i.id, coalesce(i.inspection_type, ''), coalesce(i.reference, ''), coalesce(i.customer, ''),
     coalesce(i.date_of_loss, '-infinity'), lower(c.details->>'brand'), lower(c.details->>'model'),
     lower(c.details->>'vehicle_type'), c.details->>'vin', coalesce(k.decide_until, 'infinity'),
     i.created_at, i.owner_id, i.creator_id, i.organization_id
   from inspections i join vehicles c on c.inspection_id = i.id left join contests k on k.inspection_id = i.id`,
];
